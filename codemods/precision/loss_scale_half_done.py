"""Loss scaling of which one half is missing: training stands still, or the loss is lost.

## What it does
Finds training steps written by hand in which the optimizer and the loss do not agree about loss scaling, and completes
what is there:

- the optimizer is a `LossScaleOptimizer`, made by hand, and the loss is never scaled;
- Keras 3: `compile` has wrapped the optimizer by itself, as it does under `mixed_float16`, and a `train_step` of the
  author's (or a loop over `model.optimizer`) does not scale the loss;
- Keras 2: the loss is scaled, and the gradients are never unscaled;
- an optimizer that is wrapped twice.

Clipping in such a step would act on scaled gradients; in Keras 3 it moves into the optimizer with the same edits.

## Why is this bad?
The `LossScaleOptimizer` of Keras 3 divides all gradients by its scale, 32768 at first, whatever the policy. If the loss
was not multiplied by it, SGD learns 32768 times slower: over 20 steps the loss goes from 3.4524 to 3.4521 where it
should reach 0.0504. Adam hides it, since it divides by the size of the gradients itself: 1.149 where 1.022 is right;
with gradients near its epsilon it stands still as well. Nothing is reported.

`compile` makes the same of every custom `train_step` that was written for Keras 2, where the wrapper's
`apply_gradients` did not unscale. Wrapped twice, Keras 3 unscales twice (3.4521 again) and Keras 2 raises `TypeError`.
In Keras 2 an unscaled loss means that small gradients become zero (TensorFlow warns once), and scaled gradients that
are never unscaled diverge: 990650, then nan.

## When the fix is safe
Never: apply it with `--unsafe-fixes` and read the diff; training changes from standing still to learning. Under
float32, where the wrapper is not needed, scaling by powers of two gives the same numbers as the bare optimizer.

## When there is no fix
- Several replicas in Keras 3: its `LossScaleOptimizer` looks only at the gradients of the first one. Use
  `mixed_bfloat16`.
- Gradients that are also logged, or clipped by something that no argument of the optimizer does (Keras 3).
- Several losses, or a loss that is not bound in the tape.
- A wrapper around a wrapper that has settings of its own.

## What is left alone
- Files in which the loss is scaled somewhere else than in the step itself, also by hand.
- A `compile` of the class's own, one with `auto_scale_loss=False`, and `mixed_bfloat16`, for which Keras wraps nothing.
- Optimizers that are not wrapped: that is what [loss-scaling](loss-scaling.md) is about.

## References
- https://www.tensorflow.org/guide/mixed_precision#training_the_model_with_a_custom_training_loop
- https://keras.io/api/optimizers/loss_scale_optimizer/
- https://keras.io/guides/custom_train_step_in_tensorflow/

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Edit, Remove, Replace
from tffix.semantics.module import Module
from tffix.semantics.precision import Precision
from tffix.semantics.sources import sources
from tffix.semantics.steps import Step, steps
from tffix.semantics.syntax import argument, single_target

from ._clipping import UnscalableError
from ._compiled import compiled_optimizers, is_compiled
from ._scaling import completed, is_wrapped, is_wrapper, scaled, unscale
from ._steps import REPLICAS, SCALING, is_half, is_open, is_replicated


def find(module: Module, _options: Options) -> Iterator[Match]:
    yield from _twice(module)
    elsewhere, inside = _scaled_functions(module)
    if elsewhere:
        return
    found = {step.gradient: step for step in steps(module, unscaling=True)}
    if module.keras == 2:
        yield from (_never_unscaled(module, step) for step in found.values() if _is_never_unscaled(module, step))
    whole = Precision(module)
    by_hand, by_compile = [], []
    for step in found.values():
        if module.function(step.gradient) in inside or _multiplies(module, step):
            continue
        if is_wrapped(module, step):
            by_hand.append(step)
        elif module.keras == 3 and is_compiled(module, whole, step):
            by_compile.append(step)
    if by_hand and not inside and _is_for_loss_scaling(module, whole, [*found.values()]):
        by_hand = []
    replicated = bool(by_hand or by_compile) and module.keras == 3 and is_replicated(module)
    for step in [*by_hand, *by_compile]:
        yield _unscaled(module, step, found, replicated=replicated, by_hand=step in by_hand)


def _scaled_functions(module: Module) -> tuple[bool, Set[ast.AST | None]]:
    """Whether a loss is scaled where no gradient is taken, and all functions in which one is scaled."""
    taken = {module.function(tape.statement) for tape in module.tapes}
    named = module.attributes(*SCALING)
    scaling: set[ast.AST | None] = {module.function(attribute) for attribute in named}
    is_called = all(getattr(module.parent(attribute), "func", None) is attribute for attribute in named)
    by_text = any(constant.value in SCALING for constant in module.nodes(ast.Constant))
    return not is_called or by_text or not scaling <= taken, scaling


def _is_for_loss_scaling(module: Module, precision: Precision, found: list[Step]) -> bool:
    """Whether some optimizers of the file are bare: then all steps get their scaling in one fix, that of TF502."""
    bare = [step for step in found if not is_wrapped(module, step) and is_open(module, step)]
    return any(is_half(module, precision, step) for step in bare)


def _multiplies(module: Module, step: Step) -> bool:
    """Whether the loss, or what is made of the gradients, is scaled by hand with the scale of the optimizer."""
    written = module.segment(step.optimizer)
    names = ("dynamic_scale", "loss_scale", "initial_scale", "inner_optimizer")
    if any(module.segment(attribute.value) == written for attribute in module.attributes(*names)):
        return True
    wrappers = [one for one in sources(module, step.optimizer) if isinstance(one, ast.Call) and is_wrapper(module, one)]
    given = [argument(wrapper, "initial_scale", 1) for wrapper in wrappers]
    scales = {module.segment(scale) for scale in given if scale is not None}
    products = [one for one in module.nodes(ast.BinOp) if isinstance(one.op, ast.Mult)]
    return any(module.segment(side) in scales for one in products for side in (one.left, one.right))


# -- the loss is not scaled ------------------------------------------------------------------------------------------


def _unscaled(module: Module, step: Step, found: dict[ast.Call, Step], *, replicated: bool, by_hand: bool) -> Match:
    message = _message(module, step, by_hand=by_hand)
    if replicated:
        return Match(step.gradient, message, reason=REPLICAS)
    same = [other for other in steps(module) if other.gradient is step.gradient] or [step]
    try:
        is_only = sum(module.function(other) is module.function(step.gradient) for other in found) == 1
        if by_hand:
            edits, imports = scaled(module, step, same, is_only=is_only)
        else:
            edits, imports = completed(module, step, same, compiled_optimizers(module) or [], is_only=is_only), ()
    except UnscalableError as error:
        return Match(step.gradient, message, reason=str(error))
    return Match(step.gradient, message, fix=Fix(edits, imports, Applicability.UNSAFE))


def _message(module: Module, step: Step, *, by_hand: bool) -> str:
    name = module.segment(step.optimizer)
    if module.keras == 2:
        return f"`{name}` is a LossScaleOptimizer, but the loss is never scaled; scale it, and unscale the gradients"
    wrapper = f"`{name}` is a LossScaleOptimizer"
    if not by_hand:
        wrapper = f"`compile` makes `{name}` a LossScaleOptimizer under mixed_float16"
    return f"{wrapper}: it divides the gradients by 32768, but the loss is not scaled; scale it before `gradient`"


def _is_never_unscaled(module: Module, step: Step) -> bool:
    """Keras 2: whether the loss is scaled right before its gradients, which go to the optimizer as they are."""
    if step.unscaling is not None or module.calls("get_unscaled_gradients") or not is_wrapped(module, step):
        return False
    loss = argument(step.gradient, "target", 0)
    values = [] if loss is None else sources(module, loss)
    return bool(values) and all(_is_scaling(module, step, value) for value in values)


def _is_scaling(module: Module, step: Step, value: ast.expr) -> bool:
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    is_same = module.segment(value.func.value) == module.segment(step.optimizer)
    return value.func.attr == "get_scaled_loss" and is_same


def _never_unscaled(module: Module, step: Step) -> Match:
    name = module.segment(step.optimizer)
    message = f"the loss is scaled, but the gradients reach `{name}` as they are: training diverges; unscale them"
    edit = unscale(module, step.gradient, name)
    return Match(step.gradient, message, fix=Fix((edit,), (), Applicability.UNSAFE))


# -- wrapped twice ---------------------------------------------------------------------------------------------------


def _twice(module: Module) -> Iterator[Match]:
    for call in module.calls("LossScaleOptimizer"):
        inner = argument(call, "inner_optimizer", 0) if is_wrapper(module, call) else None
        found = [] if inner is None else sources(module, inner)
        if (
            inner is None
            or not found
            or not all(isinstance(one, ast.Call) and is_wrapper(module, one) for one in found)
        ):
            continue
        message = "the optimizer is wrapped in LossScaleOptimizer twice"
        message += ", so that its gradients are divided twice" if module.keras == 3 else ", which raises TypeError"
        if len(call.args) + len(call.keywords) > 1:
            yield Match(call, message, reason="the outer wrapper has settings of its own; keep one of the two")
            continue
        yield Match(call, message, fix=Fix((_unwrap(module, call, inner),), (), Applicability.UNSAFE))


def _unwrap(module: Module, call: ast.Call, inner: ast.expr) -> Edit:
    target = single_target(module.parent(call))
    if target is not None and module.segment(target) == module.segment(inner):
        return Remove(module.statement(call))
    return Replace(call, "{optimizer}", {"optimizer": inner})


CODEMOD = Codemod(
    code="TF505",
    name="loss-scale-half-done",
    summary="loss scaling of which one half is missing",
    applicability=Applicability.UNSAFE,
    contract=Contract.REPAIR,
    words=(("LossScaleOptimizer", "mixed_float16"), ("LossScaleOptimizer", "apply_gradients", ".apply")),
    find=find,
    example="wrapped-but-not-scaled",
)
