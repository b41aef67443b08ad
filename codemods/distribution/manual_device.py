"""Training spread over GPUs by hand, with one `tf.device` for each.

## What it does
Reports the hand-written form of data parallelism: gradients of the same weights, taken under the `tf.device` of one
GPU after the other, and applied afterwards. Either a loop whose variable chooses the device, or several blocks with
written-out GPUs.

## Why is this bad?
It computes what `tf.distribute.MirroredStrategy` computes (measured: the same curve as a loop over two towers whose
gradients are averaged, 82.4 106.9 66.6 84.0), but

- the variables stand on one device, from which every tower reads them in every step;
- the gradients of all towers are copied to one device and averaged there, one by one;
- the number of devices and the split of the batch stand in the code. With soft placement, which is the default,
  `tf.device("/GPU:3")` runs on the CPU of a machine that has no such GPU, and says nothing.

`tf.device` itself is not wrong, and no gain could be measured on CPUs.

## When the fix is safe
Never: there is none.

## When there is no fix
Always: the scope, the distribution of the dataset, the scale of the loss, `strategy.run` and `strategy.reduce`
replace the loop together, in a form that the loop does not show:

    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        model, optimizer = ...
    for x, y in strategy.experimental_distribute_dataset(dataset):
        losses = strategy.run(train_step, args=(x, y))
        loss = strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)

[distributed-loss](distributed-loss.md) and [unbuilt-optimizer-in-strategy](unbuilt-optimizer-in-strategy.md) then
look after the loss and the optimizer.

## What is left alone
- Work that is pinned to the CPU, a single GPU that is chosen, parts of one model on several devices.
- One model for each device, a step that is applied on each device in turn, benchmarks, and all that takes no gradient.
- Files that use a strategy.

## References
- https://www.tensorflow.org/guide/gpu#using_multiple_gpus
- https://www.tensorflow.org/guide/distributed_training

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21 on two logical CPU devices.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.module import Module

from ._towers import Tower, towers

_REASON = (
    "no rewrite of the loop is certain; create the model and the optimizer in the scope of "
    "`tf.distribute.MirroredStrategy()`, distribute the dataset, average the loss over the global batch, and give the "
    "step to `strategy.run`"
)


def find(module: Module, _options: Options) -> Iterator[Match]:
    for tower in towers(module):
        yield Match(tower.device, _message(module, tower), reason=_REASON)


def _message(module: Module, tower: Tower) -> str:
    device = module.segment(tower.device)
    weights = module.segment(tower.weights)
    return (
        f"`{device}` spreads the batch over GPUs by hand, and the gradients of `{weights}` meet on one device: a "
        "MirroredStrategy keeps the variables on all of them and adds up the gradients between them"
    )


CODEMOD = Codemod(
    code="TF404",
    name="manual-device",
    summary="training spread over GPUs by hand, with one `tf.device` for each",
    applicability=Applicability.MANUAL,
    contract=Contract.NONE,
    words=((".device",), ("gpu", "GPU"), ("GradientTape",), ("apply_gradients", ".apply")),
    find=find,
    example="towers-in-a-loop",
)
