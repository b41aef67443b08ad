"""Which of two expressions certainly runs after the other, told from the statements around them."""

from __future__ import annotations

import ast
from itertools import pairwise

from tffix.semantics.graph import Mode
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.tree import COMPREHENSION_TYPES, FUNCTION_TYPES, LOOP_TYPES

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)
_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)
_SYMBOLIC = (Kind.TENSOR, Kind.VARIABLE, Kind.DATASET, Kind.DISTRIBUTED_DATASET)
_PYTHON = (Kind.LIST, Kind.TUPLE, Kind.DICT, Kind.NUMBER, Kind.STRING, Kind.BOOL)
_VARIABLES = ("trainable_variables", "trainable_weights", "variables", "weights", "layers")


def follows(module: Module, first: ast.AST, second: ast.AST) -> bool:
    """Whether ``second``, which stands behind ``first`` in the same function, runs after it in some run for certain.

    False where the two exclude each other, and where each has a condition of its own, so that they may.
    """
    path = _path(module, first)
    meeting = next(node for node in [*_path(module, second), module.root] if node in path or node is module.root)
    above, below = _below(module, first, meeting), _below(module, second, meeting)
    if not above or not below or _exclude(meeting, above[-1], below[-1]):
        return False
    if not _is_conditional(above):
        return True
    if _is_conditional(below):
        return False
    return not any(isinstance(node, _LEAVING) for node in module.tree.inline_nodes(above[-1]))


def repeated_by(module: Module, node: ast.AST, outside: ast.AST) -> ast.AST | None:
    """The loop or comprehension, with ``outside`` not in it, that certainly runs ``node`` again each time it goes
    round.

    ``None`` where a condition decides about ``node``, or where the loop may be left before it goes round again.
    """
    child: ast.AST = node
    below: list[ast.AST] = [node]
    for outer in module.ancestors(node):
        if isinstance(outer, (*FUNCTION_TYPES, ast.GeneratorExp)) or module.contains(outer, outside):
            return None
        if isinstance(outer, LOOP_TYPES) and _runs_again(module, outer, child):
            left = any(isinstance(inner, _LEAVING) for part in outer.body for inner in module.tree.inline_nodes(part))
            return None if left or _is_conditional(below) else outer
        if isinstance(outer, _COMPREHENSIONS) and _is_element(outer, node, module):
            return None if any(part.ifs for part in outer.generators) else outer
        child = outer
        below.append(outer)
    return None


def _path(module: Module, node: ast.AST) -> list[ast.AST]:
    return [node, *module.ancestors(node)]


def _below(module: Module, node: ast.AST, top: ast.AST) -> list[ast.AST]:
    """``node`` and what is around it, up to the child of ``top``."""
    path = _path(module, node)
    return path[: path.index(top)]


def _is_conditional(path: list[ast.AST]) -> bool:
    """Whether a condition among the nodes of ``path``, from the inside out, decides if the first of them runs."""
    return any(_decides(outer, child) for child, outer in pairwise(path))


def _decides(outer: ast.AST, child: ast.AST) -> bool:
    if isinstance(outer, (ast.If, ast.IfExp, ast.While)):
        return child is not outer.test
    if isinstance(outer, (ast.For, ast.AsyncFor)):
        return child is not outer.iter
    if isinstance(outer, ast.BoolOp):
        return child is not outer.values[0]
    if isinstance(outer, COMPREHENSION_TYPES):
        return child is not outer.generators[0]
    if isinstance(outer, ast.comprehension):
        return child is not outer.iter
    if isinstance(outer, ast.Try):
        return bool(outer.handlers) and not any(child is statement for statement in outer.finalbody)
    return isinstance(outer, (ast.ExceptHandler, ast.match_case)) or type(outer).__name__ == "TryStar"


def _exclude(meeting: ast.AST, first: ast.AST, second: ast.AST) -> bool:
    """Whether at most one of two children of ``meeting`` runs."""
    if isinstance(meeting, (ast.If, ast.IfExp)):
        return first is not meeting.test and _branch(meeting, first) != _branch(meeting, second)
    if isinstance(meeting, ast.Match):
        return isinstance(first, ast.match_case) and first is not second
    if isinstance(meeting, ast.Try):
        return isinstance(second, ast.ExceptHandler) or (
            isinstance(first, ast.ExceptHandler) and _branch(meeting, second) == "orelse"
        )
    return False


def _branch(owner: ast.AST, child: ast.AST) -> str:
    for name in ("body", "orelse", "finalbody", "handlers"):
        block = getattr(owner, name, None)
        if child is block or (isinstance(block, list) and any(child is item for item in block)):
            return name
    return ""


def _runs_again(module: Module, loop: ast.For | ast.AsyncFor | ast.While, child: ast.AST) -> bool:
    """Whether ``child`` is run for every turn of ``loop``, of which there can be several."""
    is_body = any(child is statement for statement in loop.body)
    if isinstance(loop, ast.While):
        return (is_body or child is loop.test) and not _is_traced_once(module, loop.test)
    return is_body and not _is_single(module, loop.iter) and not _is_traced_once(module, loop.iter)


def _is_traced_once(module: Module, control: ast.expr) -> bool:
    """Whether AutoGraph may make the loop over or while ``control`` one of the graph, whose body it runs but once."""
    mode = module.context(control).mode
    if mode is Mode.GRAPH:
        return not _is_python(module, control)
    return mode is Mode.UNKNOWN and module.kind(control) in _SYMBOLIC


def _is_python(module: Module, value: ast.expr) -> bool:
    """Whether ``value`` certainly is of Python: AutoGraph leaves a loop that it controls alone."""
    if isinstance(value, ast.Call) and (module.qualified(value.func) or "").startswith("builtins."):
        return all(_is_python(module, argument) for argument in value.args)
    if isinstance(value, ast.Attribute) and value.attr in _VARIABLES:
        return True
    return isinstance(value, ast.Constant) or module.kind(value) in _PYTHON


def _is_element(comprehension: ast.ListComp | ast.SetComp | ast.DictComp, node: ast.AST, module: Module) -> bool:
    first = comprehension.generators[0].iter
    several = any(not _is_single(module, part.iter) for part in comprehension.generators)
    return several and not module.contains(first, node)


def _is_single(module: Module, iterable: ast.expr) -> bool:
    """Whether ``iterable`` visibly has one element at most."""
    iterable = module.value(iterable)
    if isinstance(iterable, (ast.Tuple, ast.List, ast.Set)):
        return len(iterable.elts) < 2 and not any(isinstance(element, ast.Starred) for element in iterable.elts)
    if isinstance(iterable, ast.Call) and module.qualified(iterable.func) == "builtins.range":
        last = module.value(iterable.args[-1]) if len(iterable.args) == 1 else None
        return isinstance(last, ast.Constant) and last.value in (0, 1)
    return False
