"""A Python list filled with tensors in a loop that runs in the graph.

## What it does
Finds lists that are filled by `append` in a loop which `tf.function` or `Dataset.map` turns into a loop of the graph:
over a dataset, over a tensor, over `tf.range` or a `range` of a tensor, or `while` with a tensor as its condition. A
list of which only the mean or the sum is wanted becomes a running total; one whose elements are used becomes a
`tf.TensorArray`. A list outside of the traced function, to which it appends, is reported.

## Why is this bad?
The body of such a loop is traced once, so the list gets one element, a symbolic tensor that belongs to the body.
Using it after the loop raises `InaccessibleTensorError: <tf.Tensor ...> is out of scope and cannot be used here`
(with `np.mean`: `NotImplementedError: Cannot convert a symbolic tf.Tensor to a numpy array`); `len(...)` silently is
1. A list outside of the function gets one symbolic tensor for each trace, however often the function runs.

## When the fix is safe
Safe: the list is used after the loop for nothing but its mean or sum (`tf.reduce_mean`, `np.mean`, `sum(x) / len(x)`,
`tf.add_n`...), and its elements are proven to be `float32` scalars, such as the result of a Keras loss object. The
total is added up in `float32`, as the elements are: it agrees with the mean of the list to about 1e-6 for ten
thousand elements, within 1e-5 for any count. An empty dataset gives `nan`, as `tf.reduce_mean([])` does. The mean of
batch means stays just that: a smaller last batch counts as much as the others.

Unsafe, because a person should look:
- the shape or dtype is not proven (tracing says so if they do not fit), or the mean is taken inside the loop;
- every `tf.TensorArray`: a returned list becomes a stacked tensor, `len` a tensor. `element_shape=()`, without which an
  empty loop fails, is given when the elements are proven scalars.

## When there is no fix
- The list is outside of the traced function, or is used in an inner function.
- Its elements are used one by one, and their dtype is not known; or the file names other floats than `float32` (a
  mixed-precision policy, `float64`).
- The list is used in a way that a `tf.TensorArray` cannot be: indexed, iterated, concatenated along another axis.

## What is left alone
A loop over Python values (`for i in range(4)`, over layers, over a list of tensors): it is unrolled while tracing, and
a list works there.

## References
- https://www.tensorflow.org/guide/function#accumulating_values_in_a_loop
- https://www.tensorflow.org/guide/function#executing_python_side_effects
- https://www.tensorflow.org/api_docs/python/tf/TensorArray

Measured with TensorFlow 2.21 and Keras 3.15.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Edit, ReplaceStatement
from tffix.rewriting.expressions import replacements
from tffix.semantics.autograph import is_converted, is_graph_loop
from tffix.semantics.element import Element, common
from tffix.semantics.elements import Elements
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.words import TRACED

from ._arrays import array_edits
from ._edits import redefinition
from ._lists import Append, GrownList, grown_lists, loops_between, without
from ._outside import appends_to_attributes, is_outside
from ._reductions import Operation, Reduction, reductions

_TOTALS = {"float32": "0.0", None: "0.0", "float64": "{tf}.constant(0.0, {tf}.float64)"}


def find(module: Module, _options: Options) -> Iterator[Match]:
    elements = Elements(module)
    broken = []
    for grown in grown_lists(module):
        values = [append.value for append in grown.appends]
        if not grown.uses or not all(_is_tensor(module, value, elements) for value in values):
            continue
        if is_outside(module, grown):
            yield _outside(grown.appends[0], grown.name)
        elif _is_broken(module, grown, elements):
            broken.append(grown)
    for append, name in appends_to_attributes(module):
        if _is_tensor(module, append.value, elements):
            yield _outside(append, name)
    for grown in broken:
        siblings = [other for other in broken if other.binding.scope is grown.binding.scope]
        yield _match(module, grown, elements, is_only=len(siblings) == 1)


# -- what is broken ------------------------------------------------------------------------------------------------


def _is_tensor(module: Module, value: ast.expr, elements: Elements) -> bool:
    return module.kind(value) is Kind.TENSOR or elements.is_single(value)


def _outside(append: Append, name: str) -> Match:
    return Match(
        append.statement,
        f"`{name}` gets one symbolic tensor for each trace, not one value for each call",
        reason="the list is outside of the traced function; return the tensor, and append it at the call",
    )


def _is_broken(module: Module, grown: GrownList, elements: Elements) -> bool:
    """Whether a loop of the graph fills the list and the list is used outside of that loop."""
    function = module.function(grown.definition)
    for append in grown.appends:
        if module.function(append.statement) is not function or not is_converted(module, append.statement):
            return False
    loops = [
        loop
        for append in grown.appends
        for loop in loops_between(module, append.statement, grown.definition)
        if is_graph_loop(module, loop, elements)
    ]
    return any(not module.contains(loop, use) for loop in loops for use in grown.uses)


# -- the fix ---------------------------------------------------------------------------------------------------------


def _match(module: Module, grown: GrownList, elements: Elements, *, is_only: bool) -> Match:
    first = grown.appends[0].statement
    message = f"`{grown.name}` is filled in a loop of the graph, which is traced once"
    if without(module, grown.definition, {grown.name}) is None:
        reason = f"the statement defines more than this list; let `{grown.name} = []` be a statement of its own"
        return Match(first, message, reason=reason)
    if any(module.function(use) is not module.function(grown.definition) for use in grown.uses):
        return Match(
            first,
            message,
            reason=f"`{grown.name}` is used in an inner function; pass that function the result of the loop",
        )
    if module.spell("tensorflow", first) is None:
        return Match(
            first,
            message,
            reason="tensorflow has no name here; import it, and write a tf.TensorArray or a running total",
        )
    element = common([elements.of(append.value) or Element(single=False) for append in grown.appends])
    found = reductions(module, grown.uses)
    if found is not None and _can_total(found, element, elements):
        edits = _total_edits(module, grown, found, element, is_only=is_only)
        if edits is not None:
            certain = element.scalar and element.dtype is not None and not element.assumed
            certain = certain and not _reads_inside(module, grown)
            applicability = Applicability.SAFE if certain else Applicability.UNSAFE
            return Match(first, f"{message}; add up its elements instead", Fix(edits, applicability=applicability))
    arrays = array_edits(module, grown, element)
    if isinstance(arrays, str):
        return Match(first, message, reason=arrays)
    fix = Fix(arrays, applicability=Applicability.UNSAFE)
    return Match(first, f"{message}; a tf.TensorArray keeps the elements", fix)


def _can_total(found: list[Reduction], element: Element, elements: Elements) -> bool:
    """Whether adding up gives what the reductions do; short floats and means of integers need the elements.

    What is not known can be taken for ``float32`` only where the file has no other floats.
    """
    if element.dtype is None:
        return elements.only_float32
    if element.dtype in _TOTALS:
        return True
    return element.dtype == "int32" and all(reduction.operation is Operation.SUM for reduction in found)


def _total_edits(
    module: Module, grown: GrownList, found: list[Reduction], element: Element, *, is_only: bool
) -> tuple[Edit, ...] | None:
    taken = any(name.endswith("_total") for name in grown.binding.scope.bindings)
    names = ("total", "count") if is_only and not taken else (f"{grown.name}_total", f"{grown.name}_count")
    if not all(module.is_free(name, grown.appends[0].statement) for name in names):
        names = (f"{grown.name}_total", f"{grown.name}_count")
        if not all(module.is_free(name, grown.appends[0].statement) for name in names):
            return None
    total, count = names
    counted = any(reduction.operation is Operation.MEAN for reduction in found)
    tf = module.spell("tensorflow", grown.appends[0].statement) or "tf"
    zero = "0" if element.dtype == "int32" else _TOTALS[element.dtype].format(tf=tf)
    start = [f"{total} = {zero}"] + [f"{count} = {zero}"] * counted
    edits: list[Edit] = [redefinition(module, grown, start)]
    for append in grown.appends:
        template = f"{total} += {{value}}" + (f"\n{count} += 1.0" if counted else "")
        edits.append(ReplaceStatement(append.statement, template, {"value": append.value}))
    results = {Operation.MEAN: f"{total} / {count}", Operation.SUM: total}
    replaced = replacements(module, {reduction.node: results[reduction.operation] for reduction in found})
    return None if replaced is None else (*edits, *replaced)


def _reads_inside(module: Module, grown: GrownList) -> bool:
    """Whether the list is used in a loop that fills it; there it had one element."""
    loops = [loop for append in grown.appends for loop in loops_between(module, append.statement, grown.definition)]
    return any(module.contains(loop, use) for loop in loops for use in grown.uses)


CODEMOD = Codemod(
    code="TF111",
    name="list-in-graph",
    summary="list filled with tensors in a loop of the graph",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=((".append",), TRACED),
    find=find,
    example="mean-of-losses-over-a-dataset",
)
