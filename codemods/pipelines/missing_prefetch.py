"""An input pipeline that ends without `prefetch`.

## What it does
Finds datasets that are read batch after batch (by `fit`, `evaluate`, `predict`, a training loop, an iterator or a
distribution strategy) and whose pipeline prefetches nowhere, and adds `.prefetch(tf.data.AUTOTUNE)` behind the last
stage. The pipeline is followed through assignments, conditions, functions and attributes of the file. Where the last
stage depends on a condition, a statement `ds = ds.prefetch(tf.data.AUTOTUNE)` goes behind the condition.

## Why is this bad?
Without prefetch the next batch is made only when the step before it is done: the accelerator waits for the input.

How much that costs depends on how the dataset is read. Measured with a producer and a consumer of 20 ms each:

| read by | without | with prefetch |
|---|--:|--:|
| a loop inside a `tf.function` over a `map` | 1.75 s | 0.88 s (2.0x) |
| the same with `map(...).batch(...)` at the end | 0.91 s | 0.88 s |
| an eager loop, `fit`, `next(iterator)` | 0.88 s | 0.89 s (1.0x) |
| an eager loop over a `map`, with autotuning or the injected prefetch switched off | 1.7 s | 0.9 s (1.9x) |

So on a current TensorFlow there is no gain in the most common case: since about 2.9 `tf.data` appends a prefetch by
itself (`OptimizationOptions.inject_prefetch`). Written down it also helps in graph loops, under options, and on older
versions. The cost is the memory of the prefetched batches.

## When the fix is safe
Order, number and shape of the elements, seeds and iterator checkpoints stay the same; the loss curve is equal bit by
bit (Keras 3 and tf_keras). The fix is safe where something in the file reads the whole dataset and nothing makes it
into another one.

Unsafe, because a person should look:
- a function that other files may call returns the dataset: they may add stages (only where it returns batches);
- a loop in a graph over a dataset `from_generator`, or through a function that is not known to be stateless: only there
  nothing read ahead before. What depends on what the loop does (a `map` that reads a variable which the loop assigns)
  now sees older values;
- the file switches autotuning or the injected prefetch off.

## When there is no fix
Where the name `tf` means something other than tensorflow.

## What is left alone
- Pipelines that prefetch anywhere, on any path, and sources that do so themselves (`make_csv_dataset`,
  `image_dataset_from_directory` and its like, whose `class_names` would be lost as well).
- `prefetch_to_device` and `copy_to_device`, which must stay last.
- Datasets that are zipped, concatenated, sampled from or given further stages.
- The inner datasets of `flat_map` and `interleave`, and dataset builders.
- Datasets on which the file puts attributes of its own, which would be lost.
- Datasets that are only looked at: `list`, `next(iter(ds))`, `take(3)`, a loop that breaks or only prints.
- Datasets of unknown origin.

## References
- https://www.tensorflow.org/guide/data_performance#prefetching
- https://www.tensorflow.org/api_docs/python/tf/data/Dataset#prefetch
- https://www.tensorflow.org/api_docs/python/tf/data/experimental/OptimizationOptions

Measured with TensorFlow 2.21 and Keras 3.15 on a CPU. `tf.data.AUTOTUNE` needs TensorFlow 2.4 or later.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.rewriting.edits import AppendCall, Edit, Insert
from tffix.semantics.kinds_table import DATASET_METHODS, DATASET_UTILITIES, Kind
from tffix.semantics.module import Module
from tffix.semantics.names import keras_path
from tffix.semantics.pipeline_ends import End, ends
from tffix.semantics.pipeline_uses import CONSUMING, Sink, Use, consumed, uses
from tffix.semantics.pipelines import History, history
from tffix.semantics.syntax import method_name
from tffix.semantics.words import DATASETS

from ._autotune import autotuned, switched_off
from ._context import BATCHES, comes_from_generator, is_nested, only_looks, stands_in_the_way
from ._stateless import State, state_of

_WORK = ("map", "interleave", "flat_map", "filter", "unbatch", "group_by_window")
_WITH_FUNCTION = ("map", "interleave", "flat_map", "filter")
_AFTER_BATCH = frozenset(["map", "repeat", "take", "skip", "cache", "with_options", "enumerate"])
_PREFETCHING_SOURCES = frozenset(
    [
        "tensorflow.data.experimental.make_csv_dataset",
        "tensorflow.data.experimental.make_batched_features_dataset",
    ]
)


def find(module: Module, _options: Options) -> Iterator[Match]:
    if not any(module.calls(name) for name in (*BATCHES, *_WORK)):
        return
    found: dict[object, End] = {}
    for expression in [*consumed(module), *_returned(module)]:
        for end in ends(module, expression):
            # Behind a condition it is one place for a name, whichever reading of it led there.
            found.setdefault((end.after, module.segment(end.node)) if end.after else end.node, end)
    for end in sorted(found.values(), key=lambda end: module.span(end.node)):
        match = _match(module, end)
        if match is not None:
            yield match


def _returned(module: Module) -> Iterator[ast.expr]:
    """The datasets that functions of this file return, alone or in a tuple."""
    for statement in module.nodes(ast.Return):
        value = statement.value
        for element in value.elts if isinstance(value, ast.Tuple) else [value]:
            if element is not None and module.kind(element) is Kind.DATASET:
                yield element


def _match(module: Module, end: End) -> Match | None:
    past = history(module, end.node)
    if not _ends_bare(module, past) or _is_sample(module, end.node, past) or is_nested(module, end.node):
        return None
    taken = _uses(module, end)
    if any(stands_in_the_way(module, use) or _takes_attribute(use) for use in taken):
        return None
    consumers = [use for use in taken if use.sink in CONSUMING and not only_looks(module, use.node)]
    in_graph = any(use.sink is Sink.ITERATED and module.context(use.node).is_graph for use in consumers)
    batched = past.has(*BATCHES)
    if consumers:
        trained = any(use.sink is not Sink.ITERATED for use in consumers)
        worth = batched or (past.has(*_WORK) and (in_graph or trained))
    else:
        worth = batched and _is_finished(past) and any(use.sink is Sink.RETURNED for use in taken)
    if not worth:
        return None
    return _finding(module, end, past, taken, in_graph)


def _finding(module: Module, end: End, past: History, taken: list[Use], in_graph: bool) -> Match:
    certain = not any(use.sink is Sink.RETURNED for use in taken)
    reads_ahead = in_graph and (comes_from_generator(module, past) or _may_hold_state(module, past))
    is_safe = certain and not reads_ahead and not switched_off(module)

    def edit(autotune: str) -> Edit:
        if end.after is None:
            return AppendCall(end.node, "prefetch", autotune)
        name = module.segment(end.node)
        return Insert(end.after, f"{name} = {name}.prefetch({autotune})", where="after")

    at = end.after or end.node
    return autotuned(module, end.node, _message(end, in_graph), edit, at=at, is_safe=is_safe)


def _ends_bare(module: Module, past: History) -> bool:
    """Whether nothing on any path prefetches yet, be it by a transformation or as part of a source."""
    if past.has("prefetch", "prefetch_to_device"):
        return False
    for stage in past.stages:
        if method_name(stage) == "apply" and not _is_plain(module, stage):
            return False
    for source in past.sources:
        name = _source_name(module, source)
        if name in _PREFETCHING_SOURCES or keras_path(name) in DATASET_UTILITIES:
            return False
    return True


def _is_plain(module: Module, apply: ast.Call) -> bool:
    """Whether a transformation given to ``apply`` is known not to prefetch."""
    transformation = apply.args[0] if apply.args else None
    if isinstance(transformation, ast.Call):
        name = module.qualified(transformation.func) or ""
        return name.startswith("tensorflow.data.experimental.") and not name.endswith("_to_device")
    return transformation is not None and module.definition(transformation) is not None


def _is_finished(past: History) -> bool:
    """Whether only such stages stand behind the last ``batch`` as do not call for another batching."""
    for stage in past.stages:
        if method_name(stage) in BATCHES:
            return True
        if method_name(stage) not in _AFTER_BATCH:
            return False
    return False


def _is_sample(module: Module, node: ast.expr, past: History) -> bool:
    """A few elements to look at (``ds.take(3)``), or only one (``from_tensors``)."""
    made = {_source_name(module, source) for source in past.sources}
    if made == {"tensorflow.data.Dataset.from_tensors"} and not past.has("repeat"):
        return True
    if not isinstance(node, ast.Call) or method_name(node) != "take":
        return False
    return all(isinstance(argument, ast.Constant) for argument in node.args)


def _source_name(module: Module, source: ast.expr) -> str | None:
    return module.qualified(source.func) if isinstance(source, ast.Call) else None


def _uses(module: Module, end: End) -> list[Use]:
    """Where the dataset goes from its end on."""
    if end.after is None:
        return uses(module, end.node)
    bindings = module.bindings(end.node) if isinstance(end.node, ast.Name) else frozenset()
    readings = {name for binding in bindings for name in module.uses(binding)}
    behind = [name for name in readings if not module.contains(end.after, name) and name.lineno > end.after.lineno]
    return [use for name in sorted(behind, key=module.span) for use in uses(module, name)]


def _may_hold_state(module: Module, past: History) -> bool:
    """Whether a stage runs a function that is not known to be stateless: it may read what the loop changes."""
    functions = [stage.args[0] for stage in past.stages if method_name(stage) in _WITH_FUNCTION and stage.args]
    stateless = (State.NOTHING, State.TRIVIAL)
    return any(state_of(module, function, datasets=True) not in stateless for function in functions)


def _takes_attribute(use: Use) -> bool:
    """Whether the file reads or writes something of its own on the dataset (``ds.class_names``), which gets lost."""
    return isinstance(use.node, ast.Attribute) and use.node.attr not in ("element_spec", *DATASET_METHODS)


def _message(end: End, in_graph: bool) -> str:
    name = f"`{end.node.id}`" if isinstance(end.node, ast.Name) else "this input pipeline"
    if in_graph:
        return f"{name} ends without prefetch; the loop in a graph that reads it waits for every element"
    return f"{name} ends without prefetch; `.prefetch(tf.data.AUTOTUNE)` makes the next elements during each step"


CODEMOD = Codemod(
    code="TF301",
    name="missing-prefetch",
    summary="input pipeline that ends without prefetch",
    applicability=Applicability.SAFE,
    contract=Contract.EQUIVALENT,
    words=(("batch(", "batch (", "bucket_by_sequence_length", ".map"), DATASETS),
    find=find,
    example="built-over-several-statements",
)
