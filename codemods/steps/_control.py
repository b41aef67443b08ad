"""How the code of a step runs, and in which ways it is left."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tffix.semantics.graph import Via
from tffix.semantics.hybridization import Cause, Obstacle
from tffix.semantics.module import Module
from tffix.semantics.syntax import has_plain_decorators
from tffix.semantics.tapes import recording
from tffix.semantics.tree import DEF_TYPES, LOOP_TYPES, DefNode


def leaving(module: Module, statements: Sequence[ast.stmt]) -> Iterator[Obstacle]:
    """The ``return``, ``break`` and ``continue`` that lead out of ``statements``."""
    for statement in statements:
        for node in module.tree.inline_nodes(statement):
            if isinstance(node, ast.Return):
                yield Obstacle(node, Cause.CONTROL, "`return` leaves the loop in the middle of the step")
            elif isinstance(node, (ast.Break, ast.Continue)) and not _is_of_inner_loop(module, node, statements):
                word = "break" if isinstance(node, ast.Break) else "continue"
                reason = f"`{word}` leaves the step in the middle; decide before or behind the step"
                yield Obstacle(node, Cause.CONTROL, reason)


def _is_of_inner_loop(module: Module, node: ast.stmt, statements: Sequence[ast.stmt]) -> bool:
    for outer in module.ancestors(node):
        if isinstance(outer, LOOP_TYPES):
            return any(module.contains(statement, outer) for statement in statements)
    return False


def is_eager(module: Module, statement: ast.stmt) -> bool:
    """Whether ``statement`` runs eagerly, as far as the file shows, and is not recorded by a tape around it."""
    context = module.context(statement)
    if isinstance(module.tree.scope(statement), ast.ClassDef):
        return False
    if context.is_graph or context.via in (Via.KERAS_STEP, Via.KERAS_CALL) or recording(module, statement):
        return False
    functions = [outer for outer in module.ancestors(statement) if isinstance(outer, DEF_TYPES)]
    if any(module.function_context(function).is_graph or _is_traced(module, function) for function in functions):
        return False
    return all(has_plain_decorators(function) for function in functions)


def _is_traced(module: Module, function: DefNode) -> bool:
    """Whether the file passes ``function`` to ``tf.function``, or names it in a graph."""
    for reference in module.references(function):
        holder = module.parent(reference)
        is_passed = isinstance(holder, ast.Call) and holder.func is not reference
        if isinstance(holder, ast.Call) and is_passed and module.qualified(holder.func) == "tensorflow.function":
            return True
        if module.context(reference).is_graph:
            return True
    return False


_ADVICE = {
    Cause.EAGER_ONLY: "do it at the call, with what the step returns",
    Cause.TEXT: "write the text at the call, with what the step returns",
    Cause.NUMPY: "use the function of TensorFlow",
    Cause.SIDE_EFFECT: "do it at the call",
    Cause.STATE: "pass it as a tensor, or keep it in a tf.Variable",
    Cause.VARIABLE: "make a graph of the step for each of them: tf.function(step)",
    Cause.RECURSION: "write it as a loop",
    Cause.CONTROL: "decide it outside of the step",
    Cause.PYTHON_VALUE: "pass a tensor",
    Cause.RESULT: "return tensors, and do the rest at the call",
    Cause.RANDOM: "draw it at the call",
    Cause.UNKNOWN: "move the step into a function of its own under @tf.function",
}
"""What to do about an obstacle whose reason does not say so."""


def explained(module: Module, obstacle: Obstacle) -> str:
    """The reason that an obstacle gives, with its line and the advice."""
    line = getattr(obstacle.node, "lineno", None) or module.statement(obstacle.node).lineno
    what, _, advice = obstacle.reason.partition("; ")
    return f"{what} (line {line}); {advice or _ADVICE[obstacle.cause]}"
