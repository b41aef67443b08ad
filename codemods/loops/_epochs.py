"""Eager loops over a dataset that do nothing but call steps, and the functions that run them in one graph."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.codemod import Applicability, Fix
from tffix.rewriting.bodies import with_comments
from tffix.rewriting.edits import AddDecorator, Edit, Insert, ReplaceStatement, escaped
from tffix.semantics.epochs import (
    definition_of,
    epoch_name,
    is_constant_global,
    is_defined,
    leaks,
    may_be_interrupted,
    passed_names,
)
from tffix.semantics.hybridization import Cause, block_obstacles, is_graph_safe, is_traced
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument_values, names_in

from ..steps._control import is_eager


@dataclass(frozen=True)
class Epoch:
    """A loop that can move into the graph: the steps that it calls, and the local names that its body reads."""

    loop: ast.For
    steps: tuple[ast.Name, ...]
    arguments: tuple[str, ...]


def epochs(module: Module) -> Iterator[Epoch]:
    """The loops of a file that fulfil every precondition, in source order."""
    for loop in module.nodes(ast.For):
        if not loop.orelse and module.kind(loop.iter) is Kind.DATASET and is_eager(module, loop):
            found = _epoch(module, loop)
            if found is not None:
                yield found


def _epoch(module: Module, loop: ast.For) -> Epoch | None:
    calls = _calls(module, loop)
    if calls is None:
        return None
    steps = tuple(call.func for call in calls if isinstance(call.func, ast.Name) and _is_step(module, call.func))
    if not steps or leaks(module, loop) or may_be_interrupted(module, loop) or block_obstacles(module, loop.body):
        return None
    read: list[ast.expr] = []
    for call in calls:
        read += [value for value in argument_values(call) if value not in calls]
        if call.func not in steps:
            read.append(call.func)
    arguments = passed_names(module, loop, read)
    return None if arguments is None else Epoch(loop, steps, arguments)


# -- preconditions ---------------------------------------------------------------------------------------------------


def _calls(module: Module, loop: ast.For) -> list[ast.Call] | None:
    """The calls of steps and metrics that the body consists of; ``None`` when there is anything else in it."""
    calls: list[ast.Call] = []
    for statement in loop.body:
        is_plain = isinstance(statement, ast.Expr) or (
            isinstance(statement, ast.Assign) and all(isinstance(t, (ast.Name, ast.Tuple)) for t in statement.targets)
        )
        if not is_plain or not isinstance(statement.value, ast.Call):  # type: ignore[attr-defined]
            return None
        waiting = [statement.value]  # type: ignore[attr-defined]
        while waiting:
            call = waiting.pop()
            if not _is_known(module, call):
                return None
            calls.append(call)
            inner = [value for value in argument_values(call) if isinstance(value, ast.Call)]
            waiting += [value for value in inner if _is_known(module, value) or module.kind(value) is not Kind.TENSOR]
    return calls


def _is_known(module: Module, call: ast.Call) -> bool:
    return _is_update(module, call) or (isinstance(call.func, ast.Name) and _is_step(module, call.func))


def _is_step(module: Module, name: ast.Name) -> bool:
    """Whether ``name`` is one ``tf.function`` of the module; what random numbers it draws does not matter here."""
    function = module.definition(name)
    if not isinstance(function, ast.FunctionDef) or not is_constant_global(module, name):
        return False
    return is_traced(module, function) and is_graph_safe(module, function, besides=(Cause.RANDOM,))


def _is_update(module: Module, call: ast.Call) -> bool:
    """Whether a metric of Keras is given values."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr == "update_state" and module.kind(call.func.value) is Kind.METRIC
    return module.kind(call.func) is Kind.METRIC


# -- the fix ---------------------------------------------------------------------------------------------------------


def epoch_fix(module: Module, epoch: Epoch, taken: set[str]) -> Fix | None:
    """The edits that move the loop into a function, or make one of the function that is nothing else.

    ``taken`` are the names of functions that other fixes make.  ``None`` when no name is left, or `tf` has none.
    """
    function = module.function(epoch.loop)
    if isinstance(function, ast.FunctionDef) and _is_whole(module, function, epoch):
        decorator = module.spell("tensorflow.function", function)
        return None if decorator is None else _unsafe(AddDecorator(function, decorator))
    places = [definition_of(module, step) for step in epoch.steps]
    anchor = max((place for place in places if place is not None), key=lambda place: place.lineno, default=None)
    decorator = None if anchor is None else module.spell("tensorflow.function", anchor)
    if anchor is None or None in places or decorator is None:
        return None
    read = {name.id for name in names_in(epoch.loop.target, *epoch.loop.body)} | set(epoch.arguments)
    base = epoch_name(epoch.steps[0].id)
    for name in (base, base.removesuffix("_epoch") + "_batches"):
        code = _function(module, epoch, name, decorator)
        exists = is_defined(module, name, code)
        if name in taken:
            # A second loop over the same step waits for the next round, in which the function is there to be called.
            return None
        if read & {"dataset", name} or not (exists or module.is_free(name, epoch.loop)):
            continue
        taken.add(name)
        call = f"{name}({', '.join(['{dataset}', *epoch.arguments])})"
        moved = ReplaceStatement(epoch.loop, call, {"dataset": epoch.loop.iter})
        return _unsafe(*([] if exists else [Insert(anchor, escaped(code), "after")]), moved)
    return None


def _unsafe(*edits: Edit) -> Fix:
    return Fix(edits, applicability=Applicability.UNSAFE)


def _is_whole(module: Module, function: ast.FunctionDef, epoch: Epoch) -> bool:
    """Whether a function of the module is nothing but the loop, over a dataset that it is given."""
    body = itertools.dropwhile(lambda s: isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant), function.body)
    if list(body) != [epoch.loop] or module.function(function) is not None or function.decorator_list:
        return False
    if not isinstance(module.parent(function), ast.Module) or not isinstance(epoch.loop.iter, ast.Name):
        return False
    given = {parameter.arg for parameter in (*function.args.posonlyargs, *function.args.args)}
    others = function.args.vararg or function.args.kwarg or function.args.kwonlyargs
    return not others and given == {epoch.loop.iter.id, *epoch.arguments}


def _function(module: Module, epoch: Epoch, name: str, decorator: str) -> str:
    """The text of the new function."""
    loop = epoch.loop
    lines = [f"@{decorator}", f"def {name}({', '.join(['dataset', *epoch.arguments])}):"]
    lines.append(f"    for {module.segment(loop.target)} in dataset:")
    for statement in loop.body:
        lines += with_comments(module, loop, statement, module.segment(statement))
    return "\n".join(lines)
