"""A Python iterator around a dataset in a function that is traced.

## What it does
Finds loops in a `tf.function` that run over a dataset through something of Python: a progress bar (`tqdm`), a
generator, `list(dataset)`, `as_numpy_iterator()`, or `while True: ... next(iterator)`. What can be left away is left
away, so that the loop runs over the dataset itself.

## Why is this bad?
AutoGraph makes a loop of the graph of `for x in dataset`, also with `enumerate`, `zip` of datasets, `map` and `iter`.
What it does not know it leaves to Python, and Python runs the loop **while the function is traced**. A dataset that is
being traced has no elements yet and never says that it is at its end (`StopIteration`): the loop adds one copy of its
body after the other to the graph, until the memory is full. Measured for a dataset of six elements: no end after
thousands of rounds, 4 GB. `except StopIteration` does not help.

| in a `tf.function` | what happens |
|---|---|
| `tqdm(dataset)`, `enumerate(tqdm(dataset))`, `zip(itertools.count(), dataset)` | never ends |
| `while True: x = next(iterator)`, with and without `except StopIteration` | never ends |
| a generator function or expression over the dataset, `list`, `sum`, `[... for x in dataset]` | never ends |
| `dataset.as_numpy_iterator()` | `RuntimeError`: only in eager mode |
| `zip(range(n), dataset)`, `itertools.islice(dataset, n)`, `while i < n: next(iterator)` | `n` copies of the body |
| the same, when there are fewer than `n` elements | `OutOfRangeError` |

## When the fix is safe
The code never worked, and the loop over the dataset is what was meant: `for x in tqdm(dataset)` becomes
`for x in dataset`. The bar is lost, with its text and its length: a graph has no place for it. To see progress, put
the bar around the epochs, or leave the epoch function eager and the step in the `tf.function`. An import of `tqdm` that
is not used any more stays. Safe is the fix where the body is certain to work as a loop of the graph.

It is unsafe
- where the body has something in it that a graph cannot do, or does not do in every round (`print`, `list.append`),
  where something is read behind the loop that only the loop gives a value, or where a number starts as the integer `0`
  and a float is added: then tracing says what is wrong, or another rule reports it;
- for `while True: x = next(iterator)` with no thought of the end;
- for `zip(range(n), dataset)` and `islice`, which become `dataset.take(n)`: the numbers become tensors.

## When there is no fix
- The loop is left by `break` or `return`: then it does end, with one copy of the body for each round.
- The object that `tqdm` makes is used otherwise too (`bar.set_postfix(...)`).
- Generators, comprehensions and `while` loops that are written in other ways. The reason says what to write.

## What is left alone
- Functions that are not certain to be traced, and what is not certain to be a dataset.
- `enumerate(dataset)`, `zip(a, b)`, `map(f, dataset)`, `iter(dataset)`: those work.
- Python loops of at most ten rounds, and `for _ in range(n): next(iterator)`: unrolling may be meant.

## References
- https://www.tensorflow.org/guide/function#loops
- https://www.tensorflow.org/guide/function#using_python_iterators_and_generators
- https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md
- https://github.com/tensorflow/tensorflow/issues/33724

Measured with TensorFlow 2.21, tqdm 4.70.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Edit, Remove, Replace
from tffix.semantics.autograph import is_converted
from tffix.semantics.module import Module
from tffix.semantics.syntax import single_target
from tffix.semantics.words import DATASETS

from ._body import is_graph_body
from ._iterators import Draining, as_for, draining, split
from ._wrappers import Effect, Wrapper, consumed, is_dataset, leaves, wrapper

_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp
_ENDLESS = "which never ends while the function is traced"
_UNROLLED = "which copies the body of the loop into the graph for each round"
_EFFECTS = {
    Effect.ENDLESS: _ENDLESS,
    Effect.UNROLLED: _UNROLLED,
    Effect.RAISES: "which raises a RuntimeError in a graph",
}


def find(module: Module, _options: Options) -> Iterator[Match]:
    heads = set()
    for loop in module.nodes(ast.For):
        if is_converted(module, loop):
            named, iterable = _iterable(module, loop)
            found = wrapper(module, iterable)
            if found is not None:
                heads.add(found.node)
                yield _wrapped(module, loop, named, found)
    for test in module.nodes(ast.While):
        drained = draining(module, test) if is_converted(module, test) else None
        if drained is not None:
            yield _drained(module, drained)
    yield from _consumed(module, heads)


def _iterable(module: Module, loop: ast.For) -> tuple[ast.Name | None, ast.expr]:
    """What ``loop`` runs over, and the name that it has before."""
    if isinstance(loop.iter, ast.Name):
        value = module.value(loop.iter)
        if isinstance(value, ast.Call):
            return loop.iter, value
    return None, loop.iter


# -- for -------------------------------------------------------------------------------------------------------------


def _wrapped(module: Module, loop: ast.For, named: ast.Name | None, found: Wrapper) -> Match:
    has_name = isinstance(found.dataset, (ast.Name, ast.Attribute))
    text = f"`{module.segment(found.dataset)}`" if has_name else "a dataset"
    what = found.name if found.name.startswith("a ") else f"`{found.name}`"
    inside = f"{text} goes through {what}" if found.dataset is not found.node else f"the loop goes through {what}"
    message = f"{inside}, {_EFFECTS[found.effect]}"
    if not found.template:
        return Match(found.node, message, reason=f"it cannot just be left away; {found.advice}")
    if found.effect is Effect.ENDLESS and leaves(module, loop):
        message = f"{inside}, {_UNROLLED}"
        reason = (
            "the loop is left in the middle, and so does end; loop over the dataset itself, `take(n)` elements of it"
        )
        return Match(found.node, message, reason=reason)
    edits: tuple[Edit, ...] = (Replace(found.node, found.template, found.parts),)
    if named is not None:
        kept = _through_name(module, loop, named, found)
        if kept is None:
            reason = f"`{named.id}` is used for more than the loop; loop over the dataset itself"
            return Match(found.node, message, reason=reason)
        edits = kept
    is_safe = found.same and not loop.orelse and is_graph_body(module, loop, loop.target, loop.body)
    return Match(found.node, message, Fix(edits, applicability=Applicability.SAFE if is_safe else Applicability.UNSAFE))


def _through_name(module: Module, loop: ast.For, named: ast.Name, found: Wrapper) -> tuple[Edit, ...] | None:
    """The edits for ``bar = tqdm(dataset)`` before the loop, when the name is for nothing else."""
    binding = module.binding(named)
    if binding is None or module.uses(binding) != [named] or binding.value is not found.node:
        return None
    statement, block = module.statement(binding.node), module.block(loop)
    if single_target(statement) is not binding.node or block[block.index(loop) - 1] is not statement:
        return None
    return Replace(named, found.template, found.parts), Remove(statement)


# -- while -----------------------------------------------------------------------------------------------------------


def _drained(module: Module, found: Draining) -> Match:
    text = module.segment(found.dataset)
    if not found.is_endless:
        message = f"the loop draws from `{found.iterator.id}`, and is copied into the graph for each round"
        reason = f"the number of rounds is one of Python; write `for ... in {text}.take(n)`, a loop of the graph"
        return Match(found.loop, message, reason=reason)
    message = f"the loop draws from `{found.iterator.id}`, {_ENDLESS}"
    parts = split(found)
    edits = None if parts is None else as_for(module, found, *parts)
    if parts is None or edits is None:
        return Match(found.loop, message, reason=f"the fix knows only plain forms of it; write `for ... in {text}:`")
    is_safe = found.has_end and is_graph_body(module, found.loop, *parts)
    return Match(found.loop, message, Fix(edits, applicability=Applicability.SAFE if is_safe else Applicability.UNSAFE))


# -- what takes all elements at once ---------------------------------------------------------------------------------


def _consumed(module: Module, heads: set[ast.expr]) -> Iterator[Match]:
    """Comprehensions and calls that take all elements of a dataset in a graph."""
    advice = "a graph cannot collect elements in Python; use `dataset.reduce`, or a loop that fills a tf.TensorArray"
    comprehensions: list[_Comprehension] = [*module.nodes(ast.ListComp), *module.nodes(ast.SetComp)]
    comprehensions += module.nodes(ast.DictComp)
    for node in comprehensions:
        if node not in heads and is_converted(module, node) and is_dataset(module, node.generators[0].iter):
            yield Match(node, f"a comprehension takes all of a dataset, {_ENDLESS}", reason=advice)
    for name in ("list", "tuple", "set", "frozenset", "sum", "sorted"):
        for call in module.calls(name):
            if call not in heads and is_converted(module, call) and consumed(module, call) is not None:
                yield Match(call, f"`{name}` takes all of a dataset, {_ENDLESS}", reason=advice)
    for call in module.calls("as_numpy_iterator"):
        found = wrapper(module, call) if call not in heads and is_converted(module, call) else None
        if found is not None:
            message = f"`{found.name}` is called in a graph, {_EFFECTS[Effect.RAISES]}"
            yield Match(call, message, reason="a graph has no values; loop over the dataset itself")


CODEMOD = Codemod(
    code="TF109",
    name="generator-in-graph",
    summary="Python iterator around a dataset in a tf.function",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(
        (".function", "@function", "import function"),
        ("for ", "while ", "as_numpy_iterator", "list(", "tuple(", "sum("),
        DATASETS,
    ),
    find=find,
    example="tqdm-around-the-dataset",
)
