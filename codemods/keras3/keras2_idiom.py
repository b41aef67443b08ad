"""Code that Keras 2 understood and Keras 3 does not, and that no other name repairs.

## What it does
- **Functions of TensorFlow on the inputs of a functional model** (`tf.concat([a, b], -1)` with Keras inputs): replaces
  them by those of `keras.ops`.
- **`self.w = tf.Variable(...)` in a layer or model**: replaces it by `keras.Variable`.
- **`predict_classes`**: replaces it by `predict`, and takes the class by what the model ends with.

## Why is this bad?
- A function of TensorFlow raises `ValueError: A KerasTensor cannot be used as input to a TensorFlow function`. Keras 2
  made a layer of it. Operators (`x * 2`, `x[:, 0]`) still work.
- Keras 3 does not know the variables of TensorFlow that a layer keeps: `layer.weights` is empty, `fit` leaves the value
  as it was, and `save` drops it. Nothing says so.
- `predict_classes` was removed in TensorFlow 2.6.

## When the fix is safe
Never: the dtype of a result, and what else reads a variable, is for a person to look at. The functions that are
replaced gave the same elements, bit for bit, in `keras.ops` as in TensorFlow, and take the same arguments.

## When there is no fix
- Functions of TensorFlow for which `keras.ops` has none with the same arguments: the computation belongs into `call`
  of a layer. A `Lambda` layer works too, but cannot be saved safely.
- `model.add_loss(tf.reduce_sum(x))` over an input, which Keras 3 does not take: a layer has to add it.
- A variable with arguments that `keras.Variable` does not take (`shape`, `constraint`): `self.add_weight`.
- `predict_classes` of a model of which it is not known what it ends with.

## What is left alone
- `call` of layers and models, and lambdas: they get tensors.
- Variables with `trainable=False`, integers, those that the file assigns or takes gradients of by name, and classes
  that say themselves what they train.
- `tf.Module`; classifiers of other libraries.
- `train_step` and `compute_loss` of Keras 2: `compute_loss(self, x, y, y_pred, sample_weight)` is called without
  `training` where it does not take it. Functions of `tf.keras.backend` that still exist.

## References
- https://keras.io/guides/migrating_to_keras_3/
- https://keras.io/api/ops/

Measured with TensorFlow 2.21 and Keras 3.15.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.module import Module

from ._inputs import operations
from ._predictions import predictions
from ._variables import variables


def find(module: Module, _options: Options) -> Iterator[Match]:
    yield from operations(module)
    yield from variables(module)
    yield from predictions(module)


CODEMOD = Codemod(
    code="TF903",
    name="keras2-idiom",
    summary="code that Keras 2 understood and Keras 3 does not",
    applicability=Applicability.UNSAFE,
    contract=Contract.REPAIR,
    words=(("keras",), (".Input", ".Variable", ".predict_classes")),
    find=find,
    example="operations-on-keras-inputs",
    targets=(3,),
)
