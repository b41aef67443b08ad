"""A training step that is written inline in an eager loop.

## What it does
Finds tapes, gradients and `apply_gradients` written out in a loop, and extracts them into a function under
`@tf.function`. What changes from round to round (the batch) is passed as arguments; models, optimizers and losses are
taken from around it; what is read behind the step is returned. Where a GAN trains two networks in a row, both steps
become one function, or two where noise is drawn between them.

What is only printed or logged in the middle of the step moves behind its call. The updates of metrics that follow the
step become part of it.

## Why is this bad?
It is the commonest way to write a training loop: half of all steps in public code that run eagerly. Python starts each
operation by itself, which takes 2 to 40 times as long as the same step in a graph: 42 times for one layer of 16 units,
32 times for two of 64, 6 times for three of 512, 2.2 times for four of 1024 with batches of 512 (CPU). That is the step
alone. Runs that also read their batches gained 11 to 15 times with the two small models, 4 and 2 times with the larger
ones (`docs/speedups.md`).

The losses stay what they were, up to rounding: bit for bit with SGD, Adam and AdamW, within 1e-6 with RMSprop.

## When the fix is safe
Never: apply it with `--unsafe-fixes` and read the diff. A debugger does not stop in the step any more, and not all
that the step calls need be known.

The function is defined once: before the outermost loop; before the function around it, where the step reads nothing
local; as a method, where it reads `self` only. It is called `train_step`, or `_train_step` as a method (`train_step`
is a hook of Keras models), with a number where that name is taken.

Look at what is drawn from a hidden state in the step (`tf.random.normal`, and the `Dropout` of Keras 2): under the
same seed a graph draws other numbers. Batches of different shapes are traced anew for each shape.

## When there is no fix
The reason names the line and what stands there. Besides all that keeps a function from being a graph (the page of
`eager-training-step` lists it):
- `break`, `continue` or `return` in the middle of the step.
- A Python number that varies (the number of the step, an annealed weight): the graph would be traced for each value.
- A model or optimizer that is made anew within the loop, as for each fold of a cross-validation.
- NumPy arrays that the step computes with: their float64 does not mix with float32 in a graph. Make them tensors first.
- Something else than tensors that is read behind the step, as the tape itself, or a name bound in one branch only.
- A function around the loop that is itself called in a loop with models of its own: each call would trace anew.

## What is left alone
- Steps outside of loops, and in loops of ten rounds or fewer: demonstrations.
- Loops in a graph, and those that an outer tape records.
- Files that call `tf.config.run_functions_eagerly`.

## References
- https://www.tensorflow.org/guide/function
- https://www.tensorflow.org/guide/keras/writing_a_training_loop_from_scratch
- https://www.tensorflow.org/tutorials/customization/custom_training_walkthrough

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.module import Module

from ._control import explained, is_eager
from ._extraction import extraction, place
from ._names import interface
from ._region import region
from ._sites import Site, sites

MESSAGE = "the training step in this loop runs eagerly, operation by operation; as a @tf.function it is one graph"


def find(module: Module, _options: Options) -> Iterator[Match]:
    taken: set[str] = set()
    if module.graph.runs_eagerly:
        return
    for site in sites(module):
        if not site.is_repeated or not is_eager(module, site.statements[0]):
            continue
        yield _match(module, site, taken)


def _match(module: Module, site: Site, taken: set[str]) -> Match:
    node = site.tape.call
    code = region(module, site)
    names = interface(code, site.loops[-1])
    certain = [obstacle for obstacle in (*code.obstacles(), *names.obstacles) if obstacle.certain]
    if certain:
        return Match(node, MESSAGE, reason=explained(module, certain[0]))
    where = place(module, site, names)
    fix = where if isinstance(where, str) else extraction(module, site, code, names, where, taken)
    return Match(node, MESSAGE, reason=fix) if isinstance(fix, str) else Match(node, MESSAGE, fix=fix)


CODEMOD = Codemod(
    code="TF113",
    name="inline-training-step",
    summary="training step written inline in an eager loop",
    applicability=Applicability.UNSAFE,
    contract=Contract.TOLERANCE,
    words=(("GradientTape",), ("apply_gradients", ".apply", ".minimize")),
    find=find,
    example="batches-of-a-dataset",
)
