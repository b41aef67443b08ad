"""An eager loop over a dataset around a step that is a graph.

Off by default: in most programs it gains nothing. Switch it on with `--extend-select TF108`, and measure.

## What it does
Finds loops over a `tf.data.Dataset` in eager code that do nothing but call a `@tf.function` for each batch, and update
metrics. The loop moves into a function of its own under `@tf.function`; a function that is nothing but such a loop gets
the decorator.

## Why is this bad?
Mostly it is not. What makes a training loop slow is the **step** that runs eagerly: as a graph it runs 2 to 40 times
as fast (`eager-training-step`, `inline-training-step`). What is left of Python then is one call for each batch, 0.1 to
0.3 ms. Only where a step takes no longer than that there is something to gain. Measured, the epoch as one graph against
the loop over a `tf.function` (medians of five pairs in each of four settings: SGD and Adam, with and without
`prefetch`; Keras 3, two busy CPU cores, so that single pairs lie between a third and three times of it):

| model | speed of the epoch, against 1.0 for the loop |
|---|---|
| one layer of 8 inputs, batches of 32 | 1.6 to 2.6 |
| two layers of 64, batches of 32 | 0.5 to 1.2 |
| three layers of 256, batches of 128 | 0.7 to 1.4 |
| two layers of 1024, batches of 256 | 0.8 to 1.3 |
| a small convolutional network, batches of 64 | 0.6 to 1.0 |

In runs of their own (`docs/speedups.md`): 2.1 for the one layer, 0.9 for the convolutional network.

An eager loop over a dataset reads ahead by itself; a loop in a graph does so only with `prefetch` (`missing-prefetch`).

What it costs besides: no progress bar, log line, early stop or Ctrl-C between two batches.

## When the fix is safe
Never: apply it with `--unsafe-fixes`, measure, and read the diff. The weights stay the same bit for bit, the order of
the batches too, also with `shuffle` under a seed. The function is traced once for all datasets with the same
`element_spec`.

It is offered when all of this holds:
- The loop runs over the dataset itself, not over `tqdm`, `enumerate` or a generator.
- Its body is calls of `tf.function`s defined once, at the top of the file, and updates of Keras metrics. No `print`,
  logger, callback, `break`, NumPy, list or counter. All that the steps call is known.
- Nothing that it binds is read behind it or carried from one round to the next.
- The steps are given the batch, globals bound once, models, optimizers, losses, metrics or tensors; no Python numbers.
- No errors are handled around it.
- The target is Keras 3. The `Dropout` of Keras 2 would draw the same numbers in each epoch.

Loops that collect losses are left to `list-of-losses`. A step that is made a `tf.function` by
`eager-training-step` or `inline-training-step` in the same run is found in the next round.

## When there is no fix
A function of the file draws random numbers from a hidden state (`tf.random.normal`, `tf.nn.dropout`), as GANs do:
under a fixed seed they start anew whenever the outermost graph is called, so that every epoch would draw the same
numbers. Draw them from a `tf.random.Generator` first.

## What is left alone
Steps that are methods, distributed datasets, and loops with anything else in them.

## References
- https://www.tensorflow.org/guide/function
- https://www.tensorflow.org/guide/data_performance
- https://www.tensorflow.org/api_docs/python/tf/random/set_seed

Measured with TensorFlow 2.21 and Keras 3.15.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.module import Module
from tffix.semantics.randomness import draws_random_numbers
from tffix.semantics.words import DATASETS

from ._epochs import epoch_fix, epochs

RANDOM = (
    "functions of this file draw random numbers from a hidden state, which would start anew in every epoch under a "
    "fixed seed; draw them from a tf.random.Generator"
)


def find(module: Module, _options: Options) -> Iterator[Match]:
    if module.graph.runs_eagerly:
        return
    taken: set[str] = set()
    for epoch in epochs(module):
        message = f"the loop calls `{epoch.steps[0].id}` from Python for each batch; an epoch can be one graph"
        if draws_random_numbers(module):
            yield Match(epoch.loop, message, reason=RANDOM)
            continue
        fix = epoch_fix(module, epoch, taken)
        if fix is not None:
            yield Match(epoch.loop, message, fix)


CODEMOD = Codemod(
    code="TF108",
    name="eager-dataset-loop",
    summary="eager loop over a dataset around a graph (off by default)",
    applicability=Applicability.UNSAFE,
    contract=Contract.TOLERANCE,
    words=((".function", "@function", "import function"), ("for ",), DATASETS),
    find=find,
    example="epoch-of-training-and-validation",
    targets=(3,),
    default=False,
)
