"""A training step under mixed_float16 that does not scale its loss.

## What it does
Finds training steps written by hand (`tape.gradient`, then `optimizer.apply_gradients`) of models that compute in
`mixed_float16`, and gives them loss scaling, in the form of the target's Keras:

| | Keras 3 | Keras 2 |
|---|---|---|
| where the optimizer is made | `LossScaleOptimizer(Adam())` | `LossScaleOptimizer(Adam())` |
| in the tape | `scaled_loss = optimizer.scale_loss(loss)` | `scaled_loss = optimizer.get_scaled_loss(loss)` |
| after the tape | `apply_gradients` unscales | `optimizer.get_unscaled_gradients(tape.gradient(scaled_loss, ...))` |

The two exclude each other, and half of either is worse than none: wrapped but not scaled, Keras 3 divides the gradients
by 32768. So all edits are made, or none.

Clipping must not act on scaled gradients. In Keras 2 it comes after the unscaling by itself. In Keras 3 it moves
into the optimizer that is wrapped: `tf.clip_by_global_norm` becomes `global_clipnorm=`, a `tf.clip_by_norm` of each
gradient `clipnorm=`, `tf.clip_by_value` of -c and c `clipvalue=`, which give the same numbers.

## Why is this bad?
The smallest positive float16 is 6e-8. Smaller gradients become zero, and the weights behind them learn slowly or not
at all. With 2048 outputs, whose gradients are about 1e-9, 90.6 % of the gradient of the last kernel is exactly zero and
the loss stays at 3.4e-7; with scaling it falls to 2.0e-8 as in float32 (within 1.3e-4). Where gradients are large
nothing changes.

`compile` and `fit` scale by themselves, and `mixed_bfloat16` has the range of float32 and needs no scaling: neither is
reported. Where a flag can also choose float32, scaling by powers of two changes nothing (the same curve to the last
digit).

## When the fix is safe
Never: apply it with `--unsafe-fixes` and read the diff. The first steps may be skipped while the scale of 32768 finds
its level, which shifts the curve, and a checkpoint of the bare optimizer does not fit the wrapped one. It needs all of
this: the optimizer is made by a Keras class in this file, before the tape, and has its name there; one tape is
paired with one optimizer; the loss is one name bound in the tape; in Keras 3 nothing but the optimizer reads the
gradients. Of several steps, as of a GAN, each has an optimizer of its own, and all of them are changed together.

## When there is no fix
- Several replicas in Keras 3: its `LossScaleOptimizer` looks only at the gradients of the first one, so an infinite
  gradient of another makes the weights infinite. Use `mixed_bfloat16` there.
- Several training steps with one optimizer, or one of several that cannot be changed.
- An optimizer that is made elsewhere, or by a class of the file's own, whose `apply_gradients` the wrapper passes by.
- Gradients that are also logged, or clipped by something that no argument of the optimizer does (Keras 3).
- Several losses, or a loss that is not bound in the tape.

## What is left alone
- Steps that scale already, also behind a flag, or by hand.
- `train_step` and `model.optimizer` of a compiled model, which Keras scales; `minimize`.
- Variables that belong to no layer, and a model that was built before the policy was set.

## References
- https://www.tensorflow.org/guide/mixed_precision#training_the_model_with_a_custom_training_loop
- https://keras.io/api/optimizers/loss_scale_optimizer/
- https://docs.nvidia.com/deeplearning/performance/mixed-precision-training/index.html

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Edit
from tffix.semantics.module import Module
from tffix.semantics.precision import Precision
from tffix.semantics.sources import sources
from tffix.semantics.steps import Step, steps

from ._clipping import UnscalableError
from ._scaling import is_wrapped, scaled
from ._steps import REPLICAS, SCALING, is_half, is_open, is_replicated

SEVERAL = "the file has several training steps; scale the loss of each with the LossScaleOptimizer of its own optimizer"


def find(module: Module, _options: Options) -> Iterator[Match]:
    precision = Precision(module)
    if not precision.settings or any(module.calls(name) for name in SCALING):
        return
    found = [step for step in steps(module) if is_open(module, step) and is_half(module, precision, step)]
    if all(is_wrapped(module, step) for step in found):
        return  # what is missing there is for loss-scale-half-done to say
    first: dict[ast.Call, Step] = {}
    for step in found:
        first.setdefault(step.gradient, step)
    groups = [(step, [other for other in found if other.gradient is step.gradient]) for step in first.values()]
    replicated = module.keras == 3 and is_replicated(module)
    fix, reasons = _fix(module, groups) if groups and not replicated else (None, [REPLICAS] * len(groups))
    if fix is not None:
        yield Match(groups[0][0].gradient, _message(module, [step for step, _ in groups]), fix=fix)
        return
    for (step, _), reason in zip(groups, reasons, strict=True):
        yield Match(step.gradient, _message(module, [step]), reason=reason)


def _message(module: Module, found: list[Step]) -> str:
    names = " and ".join(f"`{module.segment(step.optimizer)}`" for step in found)
    return (
        f"small gradients become zero in float16 under mixed_float16; scale the loss before `gradient`, with "
        f"{names} wrapped in LossScaleOptimizer"
    )


def _fix(module: Module, groups: list[tuple[Step, list[Step]]]) -> tuple[Fix | None, list[str]]:
    """The fix that scales all losses of the file, or none and a reason for each step."""
    made = [source for step, _ in groups for source in sources(module, step.optimizer)]
    if len(set(made)) < len(made):
        return None, [SEVERAL] * len(groups)
    edits: list[Edit] = []
    needed: list[str] = []
    reasons: list[str] = []
    for step, same in groups:
        try:
            own, imports = scaled(module, step, same, is_only=len(groups) == 1)
        except UnscalableError as error:
            reasons.append(str(error))
            continue
        edits += own
        needed += imports
        reasons.append(SEVERAL)
    fix = Fix(tuple(edits), tuple(dict.fromkeys(needed)), Applicability.UNSAFE)
    return (fix if set(reasons) == {SEVERAL} else None), reasons


CODEMOD = Codemod(
    code="TF502",
    name="loss-scaling",
    summary="training step under mixed_float16 that does not scale its loss",
    applicability=Applicability.UNSAFE,
    contract=Contract.REPAIR,
    words=(("mixed_float16",), ("GradientTape",), ("apply_gradients", ".apply")),
    find=find,
    example="step-in-a-function",
)
