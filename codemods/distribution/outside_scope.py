"""Model, optimizer or metrics created outside the scope of the strategy they are trained under.

## What it does
Brings what must be created under a `tf.distribute` strategy into its scope: the model with the layers, `add`, `build`
and first call that create its variables; `compile`; optimizer objects that keep a variable for each weight (Keras 3);
metric objects (tf_keras).

Only objects that are proven to be trained under that very strategy are touched: the model is compiled or fitted
in its scope, or created in it and compiled outside, or `strategy.run` is given a function that takes the model's
`trainable_variables` or applies gradients. Or the strategy is created, asked for `num_replicas_in_sync` or given
data, and its scope never entered (or only for a loss), while one model is compiled and fitted.

Statements move to the start of a `with strategy.scope():` that follows, or to the end of one right before, with their
comments and with what needs their results, when all that stands between is known to be harmless (data pipelines,
losses, callbacks, numbers, `summary()`, the creation of the strategy). Else they are indented where they stand, under a
`with` of their own, which changes no order at all. Of a model that a function builds the call moves, not the function.

## Why is this bad?
A variable belongs to the strategy in whose scope it was created. Measured with `MirroredStrategy` on two logical
devices; with one it is the same:

| outside the scope | Keras 3 | tf_keras |
|---|---|---|
| the model, `compile` inside | fails (1); with SGD an `AssertionError` without a message | fails (3) |
| the model and the optimizer object, `compile` inside | no error: one device trains, the others idle | fails (3) |
| the model and `compile`, only `fit` inside | fails (2) | fails in `fit` |
| `compile` or the optimizer, the model inside | fails (2), in `evaluate` too; plain SGD works | works |
| metric objects | works | fails (4) |
| what `strategy.run` trains | fails (2); with SGD an `AssertionError` without a message | fails (5) |
| everything | no error: one device trains | the same |

1. `RuntimeError: Need to be inside "with strategy.scope()" for <MirroredStrategy>`
2. `RuntimeError: Mixing different tf.distribute.Strategy objects`
3. `ValueError: Variable (...) was not created in the distribution strategy scope of (...)`
4. `ValueError: Metric (...) was created inside a different distribution strategy scope than the model`
5. ``ValueError: `colocate_vars_with` must only be passed a variable created in this tf.distribute.Strategy.scope()``

It is often said that everything must be in the scope. It need not be: losses, learning rate schedules, datasets, layers
not called yet, and `fit` itself work on either side, and TensorFlow's guide long compiled outside, with SGD. There is
nothing to gain but the training itself: code that ran keeps its speed.

## When the fix is safe
Safe where the code certainly fails as it is, and the file also trains the model.

Unsafe, because a person should look:
- the strategy is never entered, or only to compile a model with an optimizer that is outside as well (Keras 3): the
  code ran, on one device; now each replica gets its part of the batch, and batch normalization its own statistics;
- the file only compiles, and trains elsewhere or never;
- the strategy can also be one without replicas (`tf.distribute.get_strategy()` where there is no TPU);
- `strategy.run` in a `tf.function` under Keras 3 with an optimizer that keeps slots and is not built: on two or more
  replicas that also needs `optimizer.build(model.trainable_variables)` in the scope, which
  [unbuilt-optimizer-in-strategy](unbuilt-optimizer-in-strategy.md) adds;
- a step that trains something that cannot be followed to its creation.

## When there is no fix
- The strategy does not certainly exist where the model is created, and something stands between that must not be passed
  (setting up devices or seeds, files, unknown functions, a first training).
- The model is created in another function than the scope is entered in, or in a branch together with other work.
- It is built from a model that is itself compiled or trained outside, or shares its optimizer with one.
- Several models are trained beside a strategy that is never entered.

## What is left alone
- Other models: a teacher that is only called, a baseline.
- `OneDeviceStrategy`, the default strategy and other classes; strategies handed to other code.
- Branches with and without scope; scopes that may be a null context, come with other contexts, or are entered by a
  helper or an exit stack.
- Functions that are called in the scope or enter it themselves.
- Models given as parameters, and optimizers of unknown make.

## References
- https://www.tensorflow.org/guide/distributed_training
- https://www.tensorflow.org/tutorials/distribute/keras
- https://www.tensorflow.org/tutorials/distribute/custom_training
- https://keras.io/guides/distributed_training_with_tensorflow/

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21 on two logical CPU devices.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.semantics.distribution import Distribution
from tffix.semantics.module import Module

from ._compiled import compiled_defects
from ._custom_loops import custom_loop_defects
from ._defects import Defect, View
from ._idle import idle_defects
from ._placement import Placement, UnplaceableError


def find(module: Module, _options: Options) -> Iterator[Match]:
    distribution = Distribution(module)
    if not distribution.is_followed():
        return
    view = View(module, distribution)
    for search in (compiled_defects, custom_loop_defects, idle_defects):
        for defect in search(view):
            yield _match(module, defect)


def _match(module: Module, defect: Defect) -> Match:
    node = min((module.statement(node) for node in defect.nodes), key=lambda statement: statement.lineno)
    if defect.blocked is not None:
        return Match(node, defect.message, reason=defect.blocked)
    try:
        edits = Placement(module, defect.receiver, defect.scopes, defect.companions).edits(defect.nodes)
    except UnplaceableError as reason:
        return Match(node, defect.message, reason=str(reason))
    applicability = Applicability.SAFE if defect.certain else Applicability.UNSAFE
    return Match(node, defect.message, fix=Fix(edits, applicability=applicability))


CODEMOD = Codemod(
    code="TF401",
    name="outside-scope",
    summary="model, optimizer or metrics created outside the scope of their strategy",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("Strategy",), (".compile", ".fit", ".run(", "train_on_batch", "experimental_run_v2")),
    find=find,
    example="model-created-before-the-scope-it-is-compiled-in",
)
