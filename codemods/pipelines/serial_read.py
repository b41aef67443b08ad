"""Several files read one after the other.

## What it does
Adds `num_parallel_reads=tf.data.AUTOTUNE` to a `TFRecordDataset`, `TextLineDataset` or `FixedLengthRecordDataset` of
several files whose elements are shuffled later, and `num_parallel_calls=tf.data.AUTOTUNE` to an `interleave` with a
`cycle_length` and `deterministic=True`.

## Why is this bad?
One file is read to its end before the next is opened: the disk, or the network behind it, waits for every single
answer. Readers that wait run 1.9 to 2.0 times as fast with two of them (measured with `interleave` on two cores); where
reading is not what takes the time there is no gain.

## When the fix is safe
An `interleave` with `cycle_length` and `deterministic=True`, of a function that is known to be stateless: its elements
keep their order, whatever the options of the pipeline say.

`num_parallel_reads` is unsafe: the elements of the files are mixed. With 2 files or 4 the order is another one, the
same in every run; with `AUTOTUNE` it depends on the machine. It is offered only where the elements are shuffled behind
the reader, so that no order is meant; a run with a seed gives other losses than before.

## When there is no fix
Where the name `tf` means something other than tensorflow.

## What is left alone
- One file, also as a pattern without wildcards, and files of unknown number (a parameter, a setting).
- Pipelines that do not shuffle behind the reader, or only the files, or with a buffer of 1, or in which `batch`,
  `window`, `skip`, `enumerate` and the like stand in front of the `shuffle`: the order within a file may count.
- Calls that are given `num_parallel_reads`, by position too, or `**settings`.
- Datasets that are only given to `evaluate` or `predict`, zipped or concatenated: there the order may be what counts.
- Readers inside `interleave` and `flat_map`, which are one for each file, and dataset builders.
- An `interleave` without `cycle_length`, whose order follows `num_parallel_calls`; one without `deterministic` is a
  matter of `serial-map`.
- Files that switch autotuning off, or `enable_op_determinism` on.

## References
- https://www.tensorflow.org/guide/data_performance#parallelizing_data_extraction
- https://www.tensorflow.org/api_docs/python/tf/data/TFRecordDataset
- https://www.tensorflow.org/api_docs/python/tf/data/Dataset#interleave

Measured with TensorFlow 2.21 on a CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.rewriting.edits import SetKeyword
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.pipeline_lines import Line, line
from tffix.semantics.pipeline_uses import Sink, Use, uses
from tffix.semantics.pipelines import is_stage, stages
from tffix.semantics.syntax import argument, has_starred, is_true, method_name

from ._autotune import autotuned, is_autotune, switched_off
from ._captured import is_plain
from ._context import is_for_training, is_nested
from ._stateless import State, state_of

_POSITIONS = {"TFRecordDataset": 3, "TextLineDataset": 3, "FixedLengthRecordDataset": 6}
"""Where ``num_parallel_reads`` stands among the positional arguments."""
_ONE_BY_ONE = frozenset(["cache", "filter", "flat_map", "map", "prefetch", "repeat", "with_options"])
"""The stages that treat every element by itself, wherever it comes."""
_LISTING = frozenset(
    ["glob.glob", "tensorflow.data.Dataset.list_files", "tensorflow.io.gfile.glob", "tensorflow.io.matching_files"]
)


def find(module: Module, _options: Options) -> Iterator[Match]:
    if switched_off(module) or module.calls("enable_op_determinism"):
        return
    for name, position in _POSITIONS.items():
        for call in module.calls(name):
            if module.qualified(call.func) == f"tensorflow.data.{name}" and _is_serial(module, call, position):
                yield _reader(module, call, name)
    for call in stages(module, "interleave"):
        if _keeps_order(module, call):
            yield _interleave(module, call)


def _reader(module: Module, call: ast.Call, name: str) -> Match:
    message = f"`{name}` reads these files one after the other; `num_parallel_reads` reads several, and mixes them"
    return autotuned(
        module, call, message, lambda text: SetKeyword(call, "num_parallel_reads", text), at=call, is_safe=False
    )


def _interleave(module: Module, call: ast.Call) -> Match:
    message = "`interleave` reads one input at a time; `num_parallel_calls` reads several, in the same order"
    return autotuned(
        module, call, message, lambda text: SetKeyword(call, "num_parallel_calls", text), at=call, is_safe=True
    )


def _is_serial(module: Module, call: ast.Call, position: int) -> bool:
    if has_starred(call.args) or any(keyword.arg is None for keyword in call.keywords) or is_nested(module, call):
        return False
    files = argument(call, "filenames", 0)
    if argument(call, "num_parallel_reads", position) is not None or files is None or not _are_several(module, files):
        return False
    following = [use.node for use in uses(module, call)]
    lines = [line(module, stage) for stage in following if is_stage(module, stage) and isinstance(stage, ast.Call)]
    if not lines or len(lines) < len(following) or not all(_is_mixed(one) for one in lines):
        return False
    taken = [use for one in lines for use in uses(module, one.end)]
    return any(is_for_training(use) for use in taken) and not any(_needs_order(use) for use in taken)


def _are_several(module: Module, files: ast.expr) -> bool:
    """Whether ``files`` are certainly meant to be more than one."""
    value = module.value(files)
    if isinstance(value, ast.Call) and module.qualified(value.func) in ("builtins.sorted", "builtins.list"):
        return bool(value.args) and _are_several(module, value.args[0])
    if isinstance(value, (ast.List, ast.Tuple)):
        return len(value.elts) > 1
    if isinstance(value, ast.Call) and module.qualified(value.func) in _LISTING:
        return not any(_is_one_path(pattern) for pattern in value.args[:1])
    return isinstance(value, ast.ListComp) or module.kind(value) is Kind.DATASET


def _is_one_path(pattern: ast.expr) -> bool:
    """Whether a pattern is written out and has nothing in it that stands for other characters."""
    text = pattern.value if isinstance(pattern, ast.Constant) else None
    return isinstance(text, str) and not any(wild in text for wild in "*?[{")


def _is_mixed(one: Line) -> bool:
    """Whether the elements are shuffled, and nothing in front of that depends on their order."""
    first = next((stage for stage in one.stages if method_name(stage) not in _ONE_BY_ONE), None)
    if first is None or method_name(first) != "shuffle":
        return False
    size = argument(first, "buffer_size", 0)
    return not (isinstance(size, ast.Constant) and size.value == 1)


def _needs_order(use: Use) -> bool:
    predicts = isinstance(use.node, ast.Call) and method_name(use.node).startswith("predict")
    return use.sink is Sink.COMBINED or predicts


def _keeps_order(module: Module, call: ast.Call) -> bool:
    """Whether an `interleave` without ``num_parallel_calls`` certainly keeps its order with it."""
    names = [keyword.arg for keyword in call.keywords]
    if None in names or has_starred(call.args) or len(call.args) > 3 or "num_parallel_calls" in names:
        return False
    function, cycle_length = argument(call, "map_func", 0), argument(call, "cycle_length", 1)
    if function is None or cycle_length is None or not is_true(argument(call, "deterministic")):
        return False
    is_fixed = is_plain(module, cycle_length) and module.kind(cycle_length) is not Kind.NONE
    if not is_fixed or is_autotune(module, cycle_length) or is_nested(module, call):
        return False
    return state_of(module, function, datasets=True) is State.NOTHING


CODEMOD = Codemod(
    code="TF305",
    name="serial-read",
    summary="several files read one after the other",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("RecordDataset", "TextLineDataset", ".interleave("), ("Dataset",)),
    find=find,
    example="several-record-files",
)
