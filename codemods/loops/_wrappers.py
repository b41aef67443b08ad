"""Python wrappers around a dataset: what a loop runs over, and what it would run over without the wrapper."""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass, field

from tffix.rewriting.edits import Parts
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, has_starred
from tffix.semantics.tree import FUNCTION_TYPES, LOOP_TYPES

_BARS = {
    "tqdm.tqdm": "iterable",
    "tqdm.auto.tqdm": "iterable",
    "tqdm.autonotebook.tqdm": "iterable",
    "tqdm.notebook.tqdm": "iterable",
    "tqdm.std.tqdm": "iterable",
    "tqdm.tqdm_notebook": "iterable",
    "tqdm.notebook.tqdm_notebook": "iterable",
    "tqdm.rich.tqdm": "iterable",
    "rich.progress.track": "sequence",
    "alive_progress.alive_it": "it",
}
"""Progress bars, with the name of the argument that they go through."""
_COLLECTIONS = frozenset("builtins." + name for name in ["list", "tuple"])
_CONSUMERS = _COLLECTIONS | {"builtins.set", "builtins.sum", "builtins.sorted", "builtins.frozenset"}
_ENDLESS = {
    "itertools.chain": "use `dataset.concatenate(...)`",
    "itertools.cycle": "use `dataset.repeat()`",
}
_FEW = 10
"""So many copies of a loop's body are taken to be meant."""


class Effect(enum.Enum):
    """What a wrapper does to a loop of a graph."""

    ENDLESS = "endless"
    UNROLLED = "unrolled"
    RAISES = "raises"


@dataclass(frozen=True)
class Wrapper:
    """``node``, which hides ``dataset`` from AutoGraph.

    ``template`` with ``parts`` is what to write in its place; with none, ``advice`` says what to do.  ``same`` is true
    when that gives the same elements, so that only what did not work is changed.
    """

    node: ast.expr
    name: str
    dataset: ast.expr
    effect: Effect
    template: str = ""
    parts: Parts = field(default_factory=dict)
    advice: str = ""
    same: bool = True


def is_dataset(module: Module, node: ast.expr) -> bool:
    """Whether AutoGraph makes a loop of the graph of one over ``node``: a dataset, or several with their numbers."""
    if module.kind(node) is Kind.DATASET:
        return True
    if not isinstance(node, ast.Call) or not node.args or has_starred(node.args):
        return False
    name = module.qualified(node.func)
    if name == "builtins.zip":
        return all(is_dataset(module, value) for value in node.args)
    return name in ("builtins.enumerate", "builtins.iter") and is_dataset(module, node.args[0])


def consumed(module: Module, call: ast.Call) -> ast.expr | None:
    """The dataset that a call like ``list(dataset)`` takes all elements of."""
    if module.qualified(call.func) in _CONSUMERS and call.args:
        values = call.args[0]
        if isinstance(values, ast.GeneratorExp):
            values = values.generators[0].iter
        return values if is_dataset(module, values) else None
    return None


def wrapper(module: Module, iterable: ast.expr) -> Wrapper | None:
    """The outermost wrapper of a dataset in what a loop runs over."""
    if isinstance(iterable, (ast.GeneratorExp, ast.ListComp, ast.SetComp)):
        dataset = iterable.generators[0].iter
        if not is_dataset(module, dataset):
            return None
        name = "a generator expression" if isinstance(iterable, ast.GeneratorExp) else "a comprehension"
        advice = f"compute it in the loop, or with `{_text(module, dataset)}.map(...)`"
        return Wrapper(iterable, name, dataset, Effect.ENDLESS, advice=advice)
    if not isinstance(iterable, ast.Call):
        return None
    name = module.qualified(iterable.func) or ""
    if name in ("builtins.enumerate", "builtins.zip", "builtins.iter"):
        inner = iterable.args if name == "builtins.zip" else iterable.args[:1]
        found = [one for one in (wrapper(module, value) for value in inner) if one is not None]
        if found and all(is_dataset(module, v) or wrapper(module, v) is not None for v in inner):
            return found[0]
        return _zipped(module, iterable) if name == "builtins.zip" else None
    return _dropped(module, iterable, name) or _unrolled(module, iterable, name) or _generator(module, iterable)


def _text(module: Module, node: ast.expr) -> str:
    return module.segment(node) if isinstance(node, (ast.Name, ast.Attribute)) else "dataset"


def _dropped(module: Module, call: ast.Call, name: str) -> Wrapper | None:
    """A wrapper that can be left away."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "as_numpy_iterator":
        dataset = call.func.value
        if module.kind(dataset) is not Kind.DATASET:
            return None
        return Wrapper(call, "as_numpy_iterator", dataset, Effect.RAISES, "{dataset}", {"dataset": dataset})
    if name in _BARS:
        inner = argument(call, _BARS[name], 0)
    elif name in _COLLECTIONS:
        inner = argument(call, "iterable", 0)
    else:
        inner = None
    if inner is None:
        if name in _ENDLESS and any(is_dataset(module, value) for value in call.args):
            return Wrapper(call, name, call.args[0], Effect.ENDLESS, advice=_ENDLESS[name])
        return None
    if not _goes_through(module, inner):
        return None
    return Wrapper(call, name.rpartition(".")[2], inner, Effect.ENDLESS, "{dataset}", {"dataset": inner})


def _goes_through(module: Module, inner: ast.expr) -> bool:
    if module.kind(inner) is Kind.DISTRIBUTED_DATASET or is_dataset(module, inner):
        return True
    found = wrapper(module, inner)
    return found is not None and found.effect is Effect.ENDLESS and bool(found.template)


def _unrolled(module: Module, call: ast.Call, name: str) -> Wrapper | None:
    if name != "itertools.islice" or len(call.args) != 2 or call.keywords:
        return None
    dataset, count = call.args
    if module.kind(dataset) is not Kind.DATASET or not _is_many(module, count):
        return None
    parts = {"dataset": dataset, "count": count}
    return Wrapper(call, name, dataset, Effect.UNROLLED, "{dataset}.take({count})", parts, same=False)


def _zipped(module: Module, call: ast.Call) -> Wrapper | None:
    """``zip(range(n), dataset)``, and ``zip(itertools.count(), dataset)``."""
    if len(call.args) != 2 or call.keywords or module.kind(call.args[1]) is not Kind.DATASET:
        return None
    numbers, dataset = call.args
    if not isinstance(numbers, ast.Call) or numbers.keywords:
        return None
    name = module.qualified(numbers.func)
    parts = {"dataset": dataset}
    if name == "itertools.count" and not numbers.args:
        return Wrapper(call, "zip", dataset, Effect.ENDLESS, "enumerate({dataset})", parts)
    if name != "builtins.range" or len(numbers.args) != 1 or not _is_many(module, numbers.args[0]):
        return None
    parts["count"] = numbers.args[0]
    return Wrapper(call, "zip", dataset, Effect.UNROLLED, "enumerate({dataset}.take({count}))", parts, same=False)


def _is_many(module: Module, count: ast.expr) -> bool:
    """Whether a count is a Python number, and no small one."""
    value = module.value(count)
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int) and value.value > _FEW
    return module.kind(count) is Kind.NUMBER


# -- generators of the file ------------------------------------------------------------------------------------------


def _generator(module: Module, call: ast.Call) -> Wrapper | None:
    """A generator function of the file that yields as long as a dataset has elements, or for ever."""
    function = module.definition(call.func)
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return None
    for node in module.tree.inline_nodes(*function.body):
        if isinstance(node, ast.For):
            iterated = _given(module, call, node.iter)
            is_endless = iterated is not None and (is_dataset(module, iterated) or _is_drawn_from(module, iterated))
        elif isinstance(node, ast.While):
            is_endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        else:
            continue
        # In a block of its own it may not be reached.
        if is_endless and module.parent(node) is function and _yields(module, node) and not leaves(module, node):
            dataset = _given(module, call, node.iter) if isinstance(node, ast.For) else None
            advice = (
                "write its loop here, or make it a function of `dataset.map`"
                if isinstance(node, ast.For)
                else "make a dataset of it with `tf.data.Dataset.from_generator`"
            )
            return Wrapper(call, module.segment(call.func), dataset or call, Effect.ENDLESS, advice=advice)
    return None


def _given(module: Module, call: ast.Call, iterable: ast.expr) -> ast.expr | None:
    """What a generator runs over in this ``call``: the argument, where that is a parameter."""
    binding = module.binding(iterable)
    if binding is None or not isinstance(binding.node, ast.arg):
        return iterable
    return module.parameters.passed(call, binding.node)


def _is_drawn_from(module: Module, iterable: ast.expr) -> bool:
    found = wrapper(module, iterable) if isinstance(iterable, ast.Call) else None
    return found is not None and found.effect is Effect.ENDLESS


def _yields(module: Module, loop: ast.stmt) -> bool:
    return any(isinstance(node, ast.Yield) for node in module.tree.inline_nodes(loop))


# -- loops -----------------------------------------------------------------------------------------------------------


def leaves(module: Module, loop: ast.For | ast.While, but: ast.AST | None = None) -> bool:
    """Whether ``loop`` may be left before its end; what is inside of ``but`` does not count."""
    for node in module.tree.inline_nodes(loop):
        if but is not None and module.contains(but, node):
            continue
        if isinstance(node, (ast.Return, ast.Raise)):
            return True
        if isinstance(node, ast.Break) and _loop_of(module, node) is loop:
            return True
    return False


def _loop_of(module: Module, node: ast.AST) -> ast.AST | None:
    inner = node
    for outer in module.ancestors(node):
        if isinstance(outer, FUNCTION_TYPES):
            return None
        if isinstance(outer, LOOP_TYPES) and inner not in outer.orelse:
            return outer
        inner = outer
    return None
