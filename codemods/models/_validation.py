"""Steps that validate, too: the gradient is taken, or applied, only under some condition."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tffix.semantics.module import Module
from tffix.semantics.steps import Step
from tffix.semantics.syntax import names_in
from tffix.semantics.tapes import Tape
from tffix.semantics.tree import LOOP_TYPES

from ._modes import is_mode

_TESTED = (ast.If, ast.IfExp, ast.While)
_EXITS = (ast.Return, ast.Continue, ast.Break)


def also_validates(module: Module, tape: Tape, calls: Iterable[ast.Call], steps: Iterable[Step]) -> bool:
    """Whether what ``tape`` records also runs where nothing is trained: ``if train: gradients = tape.gradient(...)``.

    A condition on what the step computes is none of that kind (``if tf.math.is_finite(loss)``), nor is one that the
    optimizer alone stands under, unless it says that it is about the mode: gradients are gathered over some steps.
    A function that returns gradients validates where they are dropped.
    """
    called, several = list(calls), list(steps)
    derivatives = [call for call in tape.derivatives if module.function(call) is module.function(tape.statement)]
    if derivatives and all(any(_conditions(module, tape, one, called)) for one in derivatives):
        return True
    tests = [test for step in several for test in _conditions(module, tape, step.apply, called)]
    return any(map(_says_mode, tests)) or _is_dropped(module, tape, several)


def _is_dropped(module: Module, tape: Tape, steps: list[Step]) -> bool:
    """Whether some call of the function that returns the gradients does not hand them to an optimizer."""
    function = module.function(tape.statement)
    if not isinstance(function, ast.FunctionDef) or any(module.function(step.apply) is function for step in steps):
        return False
    bindings = [module.binding(link) for step in steps for link in step.links if isinstance(link, ast.Name)]
    applied = [binding.value for binding in bindings if binding is not None]
    applied += [link for step in steps for link in step.links]
    return any(call not in applied for call in module.definitions.calls_of(function)[0])


def _conditions(module: Module, tape: Tape, node: ast.Call, called: list[ast.Call]) -> Iterator[ast.expr]:
    """The conditions that ``node`` stands under, or comes after, and ``called`` does not."""
    if module.function(node) is not module.function(tape.statement):
        return
    exits = (one for kind in _EXITS for one in module.nodes(kind) if _is_between(module, tape, one, node))
    for inner in (node, *exits):
        for outer in module.ancestors(inner):
            is_shared = outer is tape.statement or module.contains(outer, tape.statement)
            if is_shared or any(module.contains(outer, call) for call in called):
                break
            test = outer.test if isinstance(outer, _TESTED) else outer.subject if isinstance(outer, ast.Match) else None
            if test is not None and not _is_of_step(module, tape, test):
                yield test


def _is_between(module: Module, tape: Tape, leaving: ast.AST, node: ast.Call) -> bool:
    """Whether ``leaving`` can leave the step before it comes to ``node``."""
    end = module.span(tape.statement)[1]
    if not end <= module.span(leaving)[0] < module.span(node)[0]:
        return False
    if module.function(leaving) is not module.function(node):
        return False
    loop = next((outer for outer in module.ancestors(leaving) if isinstance(outer, LOOP_TYPES)), None)
    return isinstance(leaving, ast.Return) or (loop is not None and module.contains(loop, tape.statement))


def _is_of_step(module: Module, tape: Tape, test: ast.expr) -> bool:
    """Whether a condition is about something that the step has computed."""
    start, function = module.span(tape.statement)[0], module.function(tape.statement)
    return any(
        bindings and all(module.span(b.node)[0] >= start and module.function(b.node) is function for b in bindings)
        for bindings in map(module.bindings, names_in(test))
    )


def _says_mode(test: ast.expr) -> bool:
    """Whether a condition is about the mode: ``if train``, ``if phase == "train"``, ``if not validation``."""
    words = [node.id for node in ast.walk(test) if isinstance(node, ast.Name)]
    words += [node.attr for node in ast.walk(test) if isinstance(node, ast.Attribute)]
    words += [node.value for node in ast.walk(test) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return any(is_mode(word) or "valid" in word for word in words)
