"""A gradient tape that is asked for several derivatives without being persistent.

## What it does
Finds a `tf.GradientTape` on which `gradient`, `jacobian` or `batch_jacobian` is called again, further down or in a
loop or comprehension, makes it `persistent=True`, and adds `del tape` behind its last use.

## Why is this bad?
A tape lets go of what it recorded once it has been used. The second call raises
`RuntimeError: A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)`, in a
`tf.function` while it is traced.

A persistent tape keeps what it recorded until nothing refers to it, which costs memory: twelve 1500 x 1500 layers
need 313 MB at the peak instead of 206 MB. Hence the `del`, as in the TensorFlow guide; at the end of a
function, where the name goes away by itself, it would change nothing and is left out.

Two other repairs are cheaper, where they apply, but are for the author to choose:

- Gradients of one loss with respect to several variables need one call: `dw, db = tape.gradient(loss, [w, b])`.
- Losses of several networks, as of a GAN, can have a tape each:
  `with tf.GradientTape() as generator_tape, tf.GradientTape() as discriminator_tape:`. The losses are the same.

`tape.gradient([a, b], v)` is neither of them: it is the gradient of the sum of `a` and `b`.

## When the fix is safe
Always: a run that reaches the second call fails without it, and one that does not computes the same.

## When there is no fix
- What is differentiated is computed behind the block of the tape, which does not record it: the gradient would be
  `None` instead of an error. So it is with a derivative of a derivative, which needs a second tape around the first.

## What is left alone
- Calls in branches that exclude each other, or each under a condition of its own.
- Tapes that are stored, passed on or captured by a function, or whose name may hold another tape.
- Failures that the code expects: a `try` that catches `RuntimeError`, `pytest.raises`.
- Loops with a `break` or `return`, which may never come to the second turn, and loops that AutoGraph may make part of a
  graph (`for i in tf.range(n)`), whose body is traced once.
- Tapes that are recorded anew (`reset`) or interrupted (`stop_recording`).

## References
- https://www.tensorflow.org/guide/autodiff
- https://www.tensorflow.org/api_docs/python/tf/GradientTape

Measured with TensorFlow 2.21 and Keras 3.15.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Edit, Insert, Replace, SetKeyword
from tffix.semantics.failures import is_expected_to_fail
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import argument
from tffix.semantics.tapes import Tape

from ._order import follows, repeated_by

UNRECORDED = (
    "`{}` is computed behind the block of the tape, which does not record it, so the gradient would be None; compute "
    "it inside (a derivative of a derivative needs a second tape around the first)"
)


def find(module: Module, _options: Options) -> Iterator[Match]:
    for tape in module.tapes:
        if tape.persistent is False and tape.is_private(module) and not tape.calls("reset", "stop_recording"):
            failing = _failing(module, tape)
            if failing is not None:
                yield _match(module, tape, *failing)


def _failing(module: Module, tape: Tape) -> tuple[ast.Call, str] | None:
    """The first call that certainly finds the tape used up, and how it comes to be the second."""
    calls = tape.derivatives
    for number, call in enumerate(calls):
        if is_expected_to_fail(module, call, "RuntimeError"):
            continue
        if any(follows(module, earlier, call) for earlier in calls[:number]):
            return call, "called again"
        if repeated_by(module, call, tape.call) is not None:
            return call, "called again and again"
    return None


def _match(module: Module, tape: Tape, call: ast.Call, how: str) -> Match:
    message = (
        f"`{module.segment(call.func)}` is {how}, which raises RuntimeError; "
        "a tape that is used more than once must be persistent"
    )
    for derivative in tape.derivatives:
        target = argument(derivative, "target", 0)
        if target is not None and _is_unrecorded(module, tape, target):
            return Match(call, message, reason=UNRECORDED.format(module.segment(target)))
    return Match(call, message, fix=Fix(_edits(module, tape)))


def _is_unrecorded(module: Module, tape: Tape, target: ast.expr) -> bool:
    """Whether ``target`` is visibly computed behind the block of the tape, so that its derivative is ``None``."""
    end = module.span(tape.statement)[1]
    if not isinstance(target, ast.Name):
        return module.span(target)[0] >= end and _computes(module, target)
    bound = module.bindings(target)
    return bool(bound) and all(
        binding.kind is BindingKind.ASSIGN
        and not binding.path
        and module.span(binding.node)[0] >= end
        and binding.value is not None
        and _computes(module, binding.value)
        for binding in bound
    )


def _computes(module: Module, value: ast.expr) -> bool:
    return isinstance(value, ast.BinOp) or (isinstance(value, ast.Call) and module.kind(value) is Kind.TENSOR)


def _edits(module: Module, tape: Tape) -> tuple[Edit, ...]:
    given = argument(tape.call, "persistent", 0)
    persistent: Edit = SetKeyword(tape.call, "persistent", "True")
    if given is not None and given in tape.call.args:
        persistent = Replace(given, "True")
    last = _last_use(module, tape)
    return (persistent,) if last is None else (persistent, Insert(last, f"del {tape.name}", "after"))


def _last_use(module: Module, tape: Tape) -> ast.stmt | None:
    """The statement beside that of the tape behind which the tape can be let go of.

    ``None`` where the name is also used elsewhere, or goes away by itself: the function ends there.
    """
    binding = tape.binding
    if binding is None or binding.scope.remote.get(binding.name):
        return None
    if any(other.kind is BindingKind.DELETE for other in binding.scope.all(binding.name)):
        return None
    block = module.block(tape.statement)
    start = block.index(tape.statement)
    places = [_place(module, block, use) for use in module.uses(binding)]
    if not places or min(places) < start:
        return None
    last = block[max(places)]
    is_body = isinstance(module.parent(last), (ast.FunctionDef, ast.AsyncFunctionDef))
    is_end = is_body and all(isinstance(statement, ast.Return) for statement in block[max(places) + 1 :])
    return None if is_end or isinstance(last, ast.Return) else last


def _place(module: Module, block: list[ast.stmt], use: ast.Name) -> int:
    """The index in ``block`` of the statement that holds ``use``; -1 where none does."""
    return next((index for index, statement in enumerate(block) if module.contains(statement, use)), -1)


CODEMOD = Codemod(
    code="TF204",
    name="tape-used-twice",
    summary="several derivatives of a tape that is not persistent",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("GradientTape",), ("gradient", "jacobian")),
    find=find,
    example="two-losses-in-a-loop",
)
