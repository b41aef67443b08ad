"""The size of the batches that the replicas of a run share, where all of them are certainly full."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.replicas import ReplicaRun
from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import argument, is_true

_DISTRIBUTES = "experimental_distribute_dataset"
_MAX_LINKS = 12


def full_batch(module: Module, run: ReplicaRun, at: ast.expr) -> str | None:
    """The name of the batch size of the dataset that ``run`` is given; ``None`` when the last batch may be smaller.

    Also ``None`` when the name does not mean the same at ``at``.
    """
    batched = _batched(module, run)
    if batched is None or not is_true(argument(batched, "drop_remainder", 1)):
        return None
    size = argument(batched, "batch_size", 0)
    if isinstance(size, ast.Constant):
        return module.segment(size)
    if not isinstance(size, ast.Name):
        return None
    scopes = module.scopes
    here = scopes.owner(size.id, scopes.around(at))
    if here is None or here is not scopes.owner(size.id, scopes.around(size)):
        return None
    return size.id if module.binding(size) is not None and len(here.all(size.id)) == 1 else None


def _batched(module: Module, run: ReplicaRun) -> ast.Call | None:
    """The only ``batch`` of the pipelines that the file distributes, when the run takes their elements."""
    distributed = module.calls(_DISTRIBUTES)
    batches = [_last_batch(module, call.args[0]) if call.args else None for call in distributed]
    known = [batch for batch in batches if batch is not None]
    if len(known) < len(batches) or not known or argument(run.call, "args", 1) is None:
        return None
    sizes = {module.segment(size) if (size := argument(call, "batch_size", 0)) else "" for call in known}
    full = all(is_true(argument(call, "drop_remainder", 1)) for call in known)
    return known[0] if len(sizes) == 1 and full else None


def _last_batch(module: Module, dataset: ast.expr) -> ast.Call | None:
    for _ in range(_MAX_LINKS):
        if isinstance(dataset, ast.Call) and isinstance(dataset.func, ast.Attribute):
            if dataset.func.attr == "batch":
                return dataset
            if dataset.func.attr not in ("prefetch", "repeat", "cache", "map", "with_options", "take", "skip"):
                return None
            dataset = dataset.func.value
            continue
        binding = module.binding(dataset)
        if binding is None or binding.kind is not BindingKind.ASSIGN or binding.value is None or binding.path:
            return None
        dataset = binding.value
    return None
