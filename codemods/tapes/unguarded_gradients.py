"""A training step in which nothing stops a loss or gradients that are not finite.

This codemod is off by default: `--extend-select TF208` (or `extend-select` in the configuration) switches it on.

## What it does
Finds training steps written by hand (`tape.gradient`, then `optimizer.apply_gradients`) that neither clip nor check
anything, and gives them one of two guards:

- `guard = "check"` (the default) passes the loss through `tf.debugging.check_numerics` inside the tape. The first loss
  that is NaN or infinite stops the run with an `InvalidArgumentError`, and the weights keep their last good values.
- `guard = "clip"` gives the optimizer `global_clipnorm=`, with the value of the option `clipnorm`.

```toml
[tool.tffix.unguarded-gradients]
guard = "clip"
clipnorm = 5.0
```

## Why is this bad?
One step with a gradient that is not finite makes all weights NaN, and the run goes on for hours.

The two guards do different things. Clipping keeps a large gradient from becoming a large step, but is no cure for NaN:
one infinite gradient makes `tf.clip_by_global_norm` return NaN for all. The check finds NaN, and limits nothing.

A check costs 0-2 % of a step, clipping 6 % (a dense network of 256-512-512-10, batches of 256). The check stands inside
the tape with its result bound to the loss: in a `tf.function`, a check whose result nobody uses raises too, but the
weights may already be infinite by then.

## When the fix is safe
Never: apply it with `--unsafe-fixes`. The check turns a run that survives a NaN into one that stops; a run whose loss
stays finite is the same to the last bit. Clipping changes training.

## When there is no fix
- Check: a step under `jit_compile=True`, or for a TPU. XLA drops `check_numerics` without a word, so that there would
  be no guard. Keras 3 compiles an overridden `train_step` that way on a GPU (`jit_compile="auto"`), and not on a CPU.
- Check: a loss without a name, several losses, or one that is not computed in the tape.
- Clip: an optimizer that is made elsewhere, or by no Keras class, and `CentralStorageStrategy`.

## What is left alone
- Steps that clip, also by an argument of the optimizer, or that check the loss or gradients themselves.
- Files that look for NaN themselves (`tf.math.is_nan`, `np.isfinite`, `TerminateOnNaN`, `enable_check_numerics`).
- Mixed precision: `LossScaleOptimizer` expects infinite gradients, and skips those steps.

## References
- https://www.tensorflow.org/api_docs/python/tf/debugging/check_numerics
- https://keras.io/api/optimizers/

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Option, Options
from tffix.semantics.module import Module
from tffix.semantics.steps import Step, steps

from ._guards import UnguardableError, checked, clipped, clips, optimizers

_CHECKS = ("check_numerics", "assert_all_finite", "clip_by_global_norm", "clip_by_norm", "clip_by_value")
"""Calls that guard the function they stand in."""
_TESTS = ("is_nan", "is_inf", "is_finite", "isnan", "isinf", "isfinite", "TerminateOnNaN", "enable_check_numerics")
"""Calls that guard the whole file."""
_SCALING = ("LossScaleOptimizer", "scale_loss", "get_scaled_loss")


def find(module: Module, options: Options) -> Iterator[Match]:
    if any(module.calls(name) for name in (*_TESTS, *_SCALING)) or b"mixed_float16" in module.data:
        return
    seen: set[ast.Call] = set()
    for step in steps(module):
        if step.gradient not in seen and _is_unguarded(module, step):
            seen.add(step.gradient)
            yield _match(module, step, options)


def _is_unguarded(module: Module, step: Step) -> bool:
    if step.clips or any(clips(call) for call in optimizers(module, step)):
        return False
    around = {module.function(step.gradient), module.function(step.apply)}
    return not any(module.function(call) in around for name in _CHECKS for call in module.calls(name))


def _match(module: Module, step: Step, options: Options) -> Match:
    name = module.segment(step.optimizer)
    clip = options["guard"] == "clip"
    message = f"nothing limits the gradients that reach `{name}`"
    if not clip:
        message = f"nothing stops a loss that is not finite from reaching the weights through `{name}`"
    try:
        fix = clipped(module, step, str(options["clipnorm"])) if clip else checked(module, step)
        return Match(step.gradient, message, fix=fix)
    except UnguardableError as error:
        return Match(step.gradient, message, reason=str(error))


CODEMOD = Codemod(
    code="TF208",
    name="unguarded-gradients",
    summary="training step without a check or clipping (off by default)",
    applicability=Applicability.UNSAFE,
    contract=Contract.EQUIVALENT,
    words=(("GradientTape",), ("apply_gradients", ".apply")),
    find=find,
    example="loss-is-checked",
    options={
        "guard": Option(
            default="check",
            help="what a step gets: check (of the loss) or clip (of the gradients)",
            choices=("check", "clip"),
        ),
        "clipnorm": Option(default=1.0, help="the largest global norm of the gradients under guard = clip"),
    },
    default=False,
)
