"""Optimizer without variables under `strategy.run` in a `tf.function`.

## What it does
Builds, in the scope of the strategy, the optimizers that a traced training step uses under `strategy.run`:
`optimizer.build(model.trainable_variables)`, right behind the creation of the optimizer and of the model.

## Why is this bad?
An optimizer of Keras 3 creates its variables with the first gradients. In a `tf.function` that happens while the step
is traced, once for each replica, and fails although everything stands in the scope. Measured with two replicas:

| optimizer | step | |
|---|---|---|
| Adam, RMSprop, SGD with momentum | in a `tf.function` | fails (1) |
| the same, built in the scope | in a `tf.function` | trains as on one device |
| the same | eager | works |
| plain SGD, of a model that knows its input | in a `tf.function` | works |
| any, of a model that gets its variables from its first call | in a `tf.function` | fails (1) |
| built outside the scope | | fails (2) |

1. `InvalidArgumentError: You must feed a value for placeholder tensor 'cond/else/_1/cond/Placeholder' with dtype int32`
2. `RuntimeError: Need to be inside "with strategy.scope()" for <MirroredStrategy>`

With one replica `build` changes nothing; nor does it in Keras 2, which is never touched.

## When the fix is safe
Safe where the step is certainly traced and fails on several replicas: the optimizer keeps a variable for each weight
and is built nowhere, and the model has its variables when it is created.

Unsafe where the strategy can also be one without replicas, and where the file sets `trainable`: variables that start
to train after `build` are unknown to the optimizer.

## When there is no fix
- The model gets its variables from its first call: it must be built first, with a shape that the file does not say.
- The optimizer and the model are created in different functions or branches.

## What is left alone
- Eager steps, `compile` and `fit`, `OneDeviceStrategy`, strategies whose creation is not seen.
- Optimizers and models whose creation is not seen; an optimizer created outside the scope, which
  [outside-scope](outside-scope.md) moves into it first.

## References
- https://keras.io/api/optimizers/
- https://www.tensorflow.org/tutorials/distribute/custom_training

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21 on two logical CPU devices.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Insert
from tffix.semantics.distribution import Distribution
from tffix.semantics.module import Module
from tffix.semantics.replicas import replica_runs

from ._building import UnbuildableError, Unbuilt, unbuilt_optimizers


def find(module: Module, _options: Options) -> Iterator[Match]:
    distribution = Distribution(module)
    seen: set[ast.AST] = set()
    for run in replica_runs(module, distribution):
        for unbuilt in unbuilt_optimizers(module, distribution, run):
            if unbuilt.optimizer.node not in seen:
                seen.add(unbuilt.optimizer.node)
                yield _match(module, unbuilt)


def _match(module: Module, unbuilt: Unbuilt) -> Match:
    node = module.statement(unbuilt.optimizer.node)
    name = module.segment(unbuilt.optimizer.node)
    traced = module.segment(unbuilt.run.call.func)
    message = (
        f"`{name}` creates its variables while `{traced}` is traced, which fails with several replicas; build it "
        "in the scope"
    )
    try:
        anchor, built = unbuilt.place()
    except UnbuildableError as reason:
        return Match(node, message, reason=str(reason))
    applicability = Applicability.SAFE if unbuilt.is_certain() else Applicability.UNSAFE
    return Match(
        node, message, fix=Fix((Insert(anchor, f"{name}.build({built})", "after"),), applicability=applicability)
    )


CODEMOD = Codemod(
    code="TF405",
    name="unbuilt-optimizer-in-strategy",
    summary="optimizer that first creates its variables under `strategy.run` in a `tf.function`",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("Strategy",), (".run(", "experimental_run_v2"), ("GradientTape",), (".function",)),
    find=find,
    example="adam-in-a-traced-step",
    targets=(3,),
)
