"""A gradient tape whose block holds more than what is differentiated.

## What it does
Finds `with tf.GradientTape() as tape:` blocks that end with `tape.gradient` itself, with what is done with the
gradients (`optimizer.apply_gradients`), or with metrics, prints and logs, and moves those statements out of the block.
Their order stays as it is.

## Why is this bad?
It is mostly a matter of style: a reader sees at a glance what is differentiated. Neither training nor memory suffers as
is often said. The first `gradient` of a plain tape ends the recording, so nothing behind it is recorded, wherever it
stands: the losses of a narrow and of a wide tape are the same to the last bit, a step takes 21.0 ms in both (21.4 ms
with metrics in front of `gradient`), and the graph of a `tf.function` has the same 351 nodes.

A persistent tape goes on recording. There TensorFlow warns that calling `gradient` in the block "is significantly less
efficient than calling it outside the context (it causes the gradient ops to be recorded on the tape, leading to
increased CPU and memory usage)". An eager step of three layers took 4 to 6 % longer that way, and no more memory.

## When the fix is safe
Always; it is made only where all of this is seen:

- The statement has one tape, alone, and is in no block of another tape.
- The tape is used by its name, in this function, for nothing but derivatives.
- What is differentiated has a name, and gets its value in front of the first statement that is moved.
- Where there are several derivatives, all are among the moved statements, so none of them is differentiated again.

## When there is no fix
Never: only what can be moved is reported.

## What is left alone
- Nested tapes, tapes that `watch` something (gradient penalties, second derivatives, saliency), functions called
  inside the block of another tape, and `stop_recording`.
- `tape.gradient` under a condition or in a loop in the block, and blocks with a `return`, `break` or `continue`.
- `tape.gradient(loss_fn(y, model(x)), ...)`: what it differentiates is computed in the call.
- Statements that compute something in front of the gradient, such as an accuracy with a name.

## References
- https://www.tensorflow.org/guide/autodiff
- https://www.tensorflow.org/api_docs/python/tf/GradientTape

Measured with TensorFlow 2.21 and Keras 3.15.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Dedent
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument
from tffix.semantics.tapes import Tape, recording
from tffix.semantics.tree import COMPREHENSION_TYPES, DEF_TYPES

from ._reports import reports

_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom, ast.Await)
_OTHER_METHODS = ("watch", "stop_recording", "reset")


def find(module: Module, _options: Options) -> Iterator[Match]:
    for tape in module.tapes:
        if _is_open(module, tape):
            moved = _moved(module, tape)
            if moved:
                yield Match(moved[0], _message(module, tape, moved), fix=Fix((Dedent(moved),)))


def _is_open(module: Module, tape: Tape) -> bool:
    """Whether the tape is seen whole, and no other tape records what is done in its block."""
    if len(tape.statement.items) > 1 or tape.persistent is None or not tape.derivatives:
        return False
    if not tape.is_private(module) or tape.calls(*_OTHER_METHODS) or recording(module, tape.statement):
        return False
    blocks = [node for node in ast.walk(tape.statement) if isinstance(node, ast.With) and node is not tape.statement]
    if blocks and any(other.statement is block for other in module.tapes for block in blocks):
        return False
    function = module.function(tape.statement)
    if not isinstance(function, DEF_TYPES):
        return True
    return not any(recording(module, reference) for reference in module.references(function))


def _moved(module: Module, tape: Tape) -> tuple[ast.stmt, ...]:
    """The last statements of the block, as far as they need not be recorded; none where that is not certain."""
    body = tape.statement.body
    inside = [call for call in tape.derivatives if module.contains(tape.statement, call)]
    start = len(body)
    if inside:
        first = module.statement(inside[0])
        if not isinstance(first, _SIMPLE) or first not in body or not _is_certain(module, inside[0]):
            return ()
        start = body.index(first)
        # A plain tape of several derivatives is broken, and will be made persistent.
        is_used_again = tape.persistent or len(tape.derivatives) > 1
        if is_used_again and (len(inside) < len(tape.derivatives) or not _are_plain(module, body[start:], inside)):
            return ()
    while start > 0 and reports(module, body[start - 1]):
        start -= 1
    moved = tuple(body[start:])
    if start == 0 or any(isinstance(node, _LEAVING) for node in module.tree.inline_nodes(*moved)):
        return ()
    targets = [argument(call, "target", 0) for call in inside]
    return moved if all(_is_made_before(module, target, moved) for target in targets) else ()


def _is_certain(module: Module, call: ast.Call) -> bool:
    """Whether ``call`` runs exactly once with its statement."""
    for outer in module.ancestors(call):
        if isinstance(outer, ast.stmt):
            return True
        if isinstance(outer, (ast.IfExp, ast.BoolOp, ast.Lambda)):
            return False
        if isinstance(outer, COMPREHENSION_TYPES):
            return module.contains(outer.generators[0].iter, call)
    return False


def _are_plain(module: Module, statements: list[ast.stmt], derivatives: list[ast.Call]) -> bool:
    """Whether the statements up to the last of several derivatives do nothing else, but report."""
    last = max(index for index, one in enumerate(statements) for call in derivatives if module.contains(one, call))
    return all(
        reports(module, one)
        or (isinstance(one, _SIMPLE) and any(one.value is call and _is_certain(module, call) for call in derivatives))
        for one in statements[: last + 1]
    )


def _is_made_before(module: Module, target: ast.expr | None, moved: tuple[ast.stmt, ...]) -> bool:
    """Whether ``target`` is a name, or several, none of which gets its value in the moved statements."""
    names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    for name in names:
        bound = module.bindings(name) if isinstance(name, ast.Name) else frozenset()
        if not bound or any(module.contains(one, binding.node) for binding in bound for one in moved):
            return False
    return True


def _message(module: Module, tape: Tape, moved: tuple[ast.stmt, ...]) -> str:
    calls = [node for node in module.tree.inline_nodes(*moved) if isinstance(node, ast.Call)]
    named = next((call for call in calls if call in tape.derivatives), calls[0])
    return (
        f"`{module.segment(named.func)}` is called while `{tape.name}` is open; "
        "the block of a tape should hold what is differentiated, and no more"
    )


CODEMOD = Codemod(
    code="TF205",
    name="wide-tape",
    summary="optimizer, metrics, logs or the gradient itself in the block of a tape",
    applicability=Applicability.SAFE,
    contract=Contract.EQUIVALENT,
    words=(("GradientTape",), ("gradient", "jacobian")),
    find=find,
    example="whole-step-in-the-block",
)
