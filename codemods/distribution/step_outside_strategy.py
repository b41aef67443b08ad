"""Training step that is called directly although its model belongs to a strategy.

## What it does
Finds training steps whose model is created in the scope of a `tf.distribute` strategy, in files that never call
`strategy.run`. In a loop over a dataset the fix

- distributes the dataset, before the outermost loop: `strategy.experimental_distribute_dataset(dataset)`;
- gives the step to the replicas: `strategy.run(train_step, args=(x, y))`;
- puts the losses of the replicas together where the result is used: `strategy.reduce(...)`, with `SUM` for losses
  that are divided by the number of replicas (those of Keras 3 are), with `MEAN` for others;
- scales a loss that each replica would average for itself, as [distributed-loss](distributed-loss.md) does;
- builds an optimizer that could not be built in a traced step, as
  [unbuilt-optimizer-in-strategy](unbuilt-optimizer-in-strategy.md) does (Keras 3).

## Why is this bad?
The scope only makes the variables; it does not distribute what is called. Measured with `MirroredStrategy` on two
logical devices, Keras 3 and tf_keras:

| call of the step | |
|---|---|
| outside the scope, plain SGD, or Keras 2 | no error: one device trains, the others idle |
| outside the scope, an optimizer with slots that is not built, Keras 3 | fails (1) |
| in the scope | fails (2) |
| by `strategy.run`, with a dataset that is not distributed | every replica gets the whole batch |
| by `strategy.run`, with a distributed dataset and a scaled loss | the curve of one device, up to rounding |

1. `RuntimeError: Need to be inside "with strategy.scope()" for <MirroredStrategy>`
2. `ValueError: DistributedVariable.handle is not available outside the replica context`

## When the fix is safe
Never: it is a change of what runs where. Each replica gets its part of the batch, and batch normalization and random
operations see that part only; the batch size and the learning rate may have been chosen for one device.

## When there is no fix
- The step is not called in an eager loop over a dataset, or is given more than its elements.
- The loop uses the batch itself, or the step does something in Python (`append`, `numpy()`, `global`).
- The step returns something else than its loss, and that is used.
- It is not known whether the loss is scaled, or there are several.
- The gradients are clipped: each replica would clip its own, before they are added up.
- The step itself reports a loss that is scaled: each replica would report a part of it.
- The optimizer is created outside the scope and keeps slots (Keras 3), or cannot be built in it.

## What is left alone
- Models and optimizers created outside every scope: see [outside-scope](outside-scope.md).
- Strategies of which anything is run, or whose creation is not seen; `OneDeviceStrategy`.
- Steps that are also passed on, and `compile` and `fit`, which distribute by themselves.

## References
- https://www.tensorflow.org/tutorials/distribute/custom_training
- https://www.tensorflow.org/tutorials/distribute/input

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21 on two logical CPU devices.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.semantics.distribution import Distribution
from tffix.semantics.module import Module

from ._direct import Direct, Distribute, direct_steps
from ._feeding import UndistributableError


def find(module: Module, _options: Options) -> Iterator[Match]:
    distribution = Distribution(module)
    if not distribution.is_followed():
        return
    for direct in direct_steps(module, distribution):
        message = _message(module, direct)
        try:
            edits, imports = Distribute(module, distribution, direct).edits()
        except UndistributableError as reason:
            yield Match(direct.call, message, reason=str(reason))
        else:
            yield Match(direct.call, message, fix=Fix(edits, imports, Applicability.UNSAFE))


def _message(module: Module, direct: Direct) -> str:
    step, strategy = module.segment(direct.call.func), module.segment(direct.scope)
    effect = "it trains on one device at best" if direct.place.is_outside else "that fails in the scope of the strategy"
    return f"`{step}` is called directly, not by `{strategy}.run`: {effect}"


CODEMOD = Codemod(
    code="TF403",
    name="step-outside-strategy",
    summary="training step called directly although its model belongs to a strategy",
    applicability=Applicability.UNSAFE,
    contract=Contract.TOLERANCE,
    words=(("Strategy",), (".scope",), ("GradientTape",), ("apply_gradients", ".apply")),
    find=find,
    example="step-in-a-loop-over-epochs",
)
