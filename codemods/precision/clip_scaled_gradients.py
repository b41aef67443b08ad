"""Gradients that are clipped while they are still scaled.

## What it does
Finds training steps with loss scaling in which the clipping comes before the gradients are unscaled, and gives it the
place where it acts on the gradients themselves:

- Keras 3, where `apply_gradients` unscales: `tf.clip_by_global_norm` becomes `global_clipnorm=` of the optimizer inside
  of the `LossScaleOptimizer`, a `tf.clip_by_norm` of each gradient `clipnorm=`, `tf.clip_by_value` of -c and c
  `clipvalue=`, which give the same numbers;
- Keras 3: `LossScaleOptimizer(..., global_clipnorm=1.0)`, which raises `ValueError`: the argument moves to the
  optimizer inside;
- Keras 2: `get_unscaled_gradients` moves to where the gradients are taken, before the clipping.

## Why is this bad?
Scaled gradients are 32768 times as large, so that nearly every step is clipped, to a norm that is 32768 times too
small after the unscaling. Training stands still: in 20 steps the loss goes from 3.4524 to 3.4523 where clipping of the
gradients themselves, to the same norm, gives 0.7359. It happens in both generations of Keras, and nothing is reported.

## When the fix is safe
Where the wrapper was given the clipping: that raised. Else never: apply it with `--unsafe-fixes` and read the diff;
training changes from standing still to learning.

## When there is no fix
- A bound that is computed in the step, or limits of `tf.clip_by_value` that are not -c and c: no argument of the
  optimizer does the same.
- A bound whose name means something else, or nothing yet, where the optimizer is made.
- An optimizer that is given to `compile` by name, clips already or may (`**options`), or serves a step that does not
  clip.
- Gradients, or their norm, that are read by something else as well, where they would be scaled.

## What is left alone
- Clipping after `get_unscaled_gradients`, and clipping by the inner optimizer.
- Clipping in steps that do not scale their loss; a step whose optimizer is wrapped and does not scale is reported by
  [loss-scale-half-done](loss-scale-half-done.md).
- Gradients that are divided by the scale by hand, and bounds that are multiplied with it.
- A wrapper that is given the clipping where its `ValueError` is caught.
- An optimizer that is made elsewhere (Keras 3): `scale_loss` of one that is not wrapped does nothing.

## References
- https://keras.io/api/optimizers/loss_scale_optimizer/
- https://www.tensorflow.org/guide/mixed_precision#training_the_model_with_a_custom_training_loop
- https://docs.nvidia.com/deeplearning/performance/mixed-precision-training/index.html

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Edit, Remove, RemoveArgument, Replace, SetKeyword
from tffix.semantics.failures import is_expected_to_fail
from tffix.semantics.module import Module
from tffix.semantics.precision import Precision
from tffix.semantics.sources import sources
from tffix.semantics.steps import CLIP_KEYWORDS, Clip, Step, steps
from tffix.semantics.syntax import argument, argument_values, single_target

from ._clipping import UnscalableError, moved_clips
from ._compiled import compiled_optimizers, is_compiled
from ._scaling import inner_optimizers, is_wrapped, is_wrapper, unscale


def find(module: Module, _options: Options) -> Iterator[Match]:
    if module.keras == 3:
        yield from _by_wrapper(module)
    scale = "scale_loss" if module.keras == 3 else "get_scaled_loss"
    if not module.calls(scale):
        return
    for step in steps(module, unscaling=True):
        clips = step.clips if module.keras == 3 and step.unscaling is None else step.scaled_clips
        is_plain = not any(_is_adapted(clip) for clip in clips)
        if clips and is_plain and _is_scaled(module, step, scale) and _unscales(module, step):
            yield _match(module, step, clips[-1].expression)


def _is_scaled(module: Module, step: Step, method: str) -> bool:
    """Whether the gradients are certainly those of a loss that the step's own optimizer has scaled."""
    loss = argument(step.gradient, "target", 0)
    found = [] if loss is None else sources(module, loss)
    return bool(found) and all(
        isinstance(one, ast.Call)
        and isinstance(one.func, ast.Attribute)
        and one.func.attr == method
        and module.segment(one.func.value) == module.segment(step.optimizer)
        for one in found
    )


def _is_adapted(clip: Clip) -> bool:
    """Whether a bound is made for scaled gradients: it is multiplied with something that is called a scale."""
    bound = [clip.bound] if clip.bound is not None else _bounds(clip.expression)
    nodes = [node for one in bound for node in ast.walk(one)]
    return any("scale" in getattr(node, "attr", getattr(node, "id", "")).lower() for node in nodes)


def _bounds(clipping: ast.expr) -> list[ast.expr]:
    """All arguments but the first of the calls in a clipping."""
    calls = [node for node in ast.walk(clipping) if isinstance(node, ast.Call)]
    return [argument for call in calls for argument in argument_values(call)[1:]]


def _unscales(module: Module, step: Step) -> bool:
    """Whether the optimizer certainly scales and unscales: ``scale_loss`` of a bare one returns the loss as it is."""
    return module.keras == 2 or is_wrapped(module, step) or is_compiled(module, Precision(module), step)


def _match(module: Module, step: Step, clipping: ast.expr) -> Match:
    where = "in the optimizer that is wrapped" if module.keras == 3 else "after `get_unscaled_gradients`"
    message = f"the clipping acts on gradients that are still scaled, so that training stands still; clip {where}"
    try:
        edits = _moved(module, step) if module.keras == 3 else _unscaled_first(module, step)
    except UnscalableError as error:
        return Match(clipping, message, reason=str(error))
    return Match(clipping, message, fix=Fix(edits, (), Applicability.UNSAFE))


def _moved(module: Module, step: Step) -> tuple[Edit, ...]:
    """Keras 3: the clipping goes into the optimizer inside of the wrapper, or the one that ``compile`` wraps."""
    same = [other for other in steps(module) if other.gradient is step.gradient]
    found = sources(module, step.optimizer)
    wrapped = [one for one in found if isinstance(one, ast.Call) and is_wrapper(module, one)]
    is_compiled = isinstance(step.optimizer, ast.Attribute) and step.optimizer.attr == "optimizer" and not wrapped
    optimizers = (compiled_optimizers(module) or []) if is_compiled else inner_optimizers(module, wrapped)
    return tuple(moved_clips(module, same, optimizers))


def _unscaled_first(module: Module, step: Step) -> tuple[Edit, ...]:
    """Keras 2: what unscaled the gradients after the clipping gives way to what does so before it."""
    later = step.unscaling
    if later is None or any(len(module.uses_of_target(link)) > 1 for link in _targets(module, step)):
        raise UnscalableError("the gradients are read elsewhere as well; unscale them where they are taken")
    if _divides(module, step):
        raise UnscalableError("the scale is read by hand as well; unscale first, and leave that out")
    first = unscale(module, step.gradient, module.segment(step.optimizer))
    target = single_target(module.parent(later))
    if target is not None and module.segment(target) == module.segment(later.args[0]):
        return (first, Remove(module.statement(later)))
    return (first, Replace(later, "{gradients}", {"gradients": later.args[0]}))


def _divides(module: Module, step: Step) -> bool:
    """Whether something, such as the norm that clipping returns, may be divided by the scale of the optimizer."""
    written = module.segment(step.optimizer)
    return any(module.segment(one.value) == written for one in module.attributes("loss_scale", "_loss_scale"))


def _targets(module: Module, step: Step) -> list[ast.AST]:
    """The names that the gradients are given on their way."""
    return [binding.node for link in step.links for binding in module.origins(link)]


# -- the arguments of the wrapper ------------------------------------------------------------------------------------


def _by_wrapper(module: Module) -> Iterator[Match]:
    """``LossScaleOptimizer(optimizer, clipnorm=...)``, which Keras 3 refuses."""
    for call in module.calls("LossScaleOptimizer"):
        given = [one for one in call.keywords if one.arg in CLIP_KEYWORDS]
        if not given or not is_wrapper(module, call) or is_expected_to_fail(module, call, "ValueError"):
            continue
        keyword = given[0]
        message = f"LossScaleOptimizer raises ValueError for `{keyword.arg}`; give it to the optimizer inside"
        inner = argument(call, "inner_optimizer", 0)
        if not isinstance(inner, ast.Call) or inner_optimizers(module, [call]) != [inner] or len(given) > 1:
            reason = "the optimizer is not made in the same expression; give the argument to it where it is made"
            yield Match(call, message, reason=reason)
            continue
        if any(one.arg in CLIP_KEYWORDS or one.arg is None for one in inner.keywords):
            reason = "the optimizer inside may clip already, and takes one such argument only; keep one of the two"
            yield Match(call, message, reason=reason)
            continue
        given_there = SetKeyword(inner, keyword.arg or "", module.segment(keyword.value))
        yield Match(call, message, fix=Fix((given_there, RemoveArgument(call, keyword.value))))


CODEMOD = Codemod(
    code="TF503",
    name="clip-scaled-gradients",
    summary="gradients clipped while they are still scaled",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("LossScaleOptimizer", "scale_loss", "get_scaled_loss"), ("clip",)),
    find=find,
    example="global-norm-moves-into-the-optimizer",
)
