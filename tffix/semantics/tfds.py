"""What ``tensorflow_datasets.load`` returns: it depends on its arguments.

https://www.tensorflow.org/datasets/api_docs/python/tfds/load
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tffix.semantics.syntax import is_none

if TYPE_CHECKING:
    from tffix.semantics.module import Module

Key = int | str | None


def is_dataset(module: Module, call: ast.Call, path: Sequence[Key] = ()) -> bool:
    """Whether ``call`` is ``tfds.load(...)`` and the element at ``path`` of its result is certainly a dataset.

    With ``with_info=True`` the first of two elements is the data.  The data is a dataset for one split, a list of
    datasets for a list of splits, a dictionary of datasets without ``split``, and tensors with ``batch_size=-1``.
    """
    if module.qualified(call.func) not in ("tensorflow_datasets.load", "tensorflow_datasets.public_api.load"):
        return False
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in given or "as_dataset_kwargs" in given or not _is_positive(given.get("batch_size")):
        return False
    steps = list(path)
    info = given.get("with_info")
    if info is not None:
        if not isinstance(info, ast.Constant):
            return False
        if info.value and (not steps or steps.pop(0) != 0):
            return False
    split = given.get("split")
    if split is None or is_none(split):
        return len(steps) == 1 and isinstance(steps[0], str)
    if isinstance(split, (ast.List, ast.Tuple)):
        return len(steps) == 1 and isinstance(steps[0], int)
    return not steps and _is_one_split(module, split)


def _is_positive(batch_size: ast.expr | None) -> bool:
    return batch_size is None or (isinstance(batch_size, ast.Constant) and batch_size.value != -1)


def _is_one_split(module: Module, split: ast.expr) -> bool:
    if isinstance(split, (ast.Constant, ast.JoinedStr)):
        return True
    name = module.qualified(split.func if isinstance(split, ast.Call) else split) or ""
    return name.startswith(("tensorflow_datasets.Split.", "tensorflow_datasets.core.ReadInstruction"))
