"""Code that Keras 2 understood and Keras 3 does not, and that no other name repairs.

## What it does
- **Functions of TensorFlow on the inputs of a functional model** (`tf.concat([a, b], -1)` with Keras inputs): replaces
  them by those of `keras.ops`.
- **`self.w = tf.Variable(...)` in a layer or model**: replaces it by `keras.Variable`.
- **`predict_classes`**: replaces it by `predict`, and takes the class by what the model ends with.
- **Functions of the backend** (`K.sum(x)`) that the imported backend of Keras 3 has not: replaces them by those of
  `keras.ops`. `K.get_value` and `K.set_value` of the learning rate become `float(...)` and an assignment.
- **`self.compiled_metrics.update_state(y, y_pred)`** in a `train_step` of Keras 2: updates each of `self.metrics`, and
  the one named `loss` with the loss.

## Why is this bad?
- A function of TensorFlow raises `ValueError: A KerasTensor cannot be used as input to a TensorFlow function`. Keras 2
  made a layer of it. Operators (`x * 2`, `x[:, 0]`) still work.
- Keras 3 does not know the variables of TensorFlow that a layer keeps: `layer.weights` is empty, `fit` leaves the value
  as it was, and `save` drops it. Nothing says so.
- `predict_classes` was removed in TensorFlow 2.6.
- `keras.backend` of Keras 3 has ten of the functions that it had, without `sum`, `mean` or `flatten`:
  `AttributeError`. `tf.keras.backend` has all but fifteen (`function`, `learning_phase`, `placeholder`, ...), but its
  `set_value` fails on the variables of Keras, and the rest on Keras inputs.
- `compiled_metrics` of Keras 3 gives every `Mean` among the metrics the predictions. So the `loss` that the step
  reports, and that callbacks stop and save by, is the mean of the predictions: 0.40 where the loss was 2.97. The model
  trains as before.

## When the fix is safe
Never: the dtype of a result, and what else reads a variable, is for a person to look at. The functions that are
replaced gave the same elements, bit for bit, in `keras.ops` as in TensorFlow, and take the same arguments. Of the
backend functions that holds for float32: `mean` of integers was an integer, `argmax` an int64.

## When there is no fix
- Functions of TensorFlow for which `keras.ops` has none with the same arguments: the computation belongs into `call`
  of a layer. A `Lambda` layer works too, but cannot be saved safely.
- `model.add_loss(tf.reduce_sum(x))` over an input, which Keras 3 does not take: a layer has to add it.
- A variable with arguments that `keras.Variable` does not take (`shape`, `constraint`): `self.add_weight`.
- `predict_classes` of a model of which it is not known what it ends with.
- Backend functions that no function of `keras.ops` equals (`K.binary_crossentropy` in the last bits, `K.sqrt`, which
  clips below zero, `K.batch_dot`, `K.switch`) or that are gone everywhere (`K.function`, `K.learning_phase`).
- `compiled_metrics` with weights, or in a step that computes its loss otherwise.

## What is left alone
- `call` of layers and models, and lambdas: they get tensors.
- Variables with `trainable=False`, integers, those that the file assigns or takes gradients of by name, and classes
  that say themselves what they train.
- `tf.Module`; classifiers of other libraries.
- `train_step` and `compute_loss` of Keras 2: `compute_loss(self, x, y, y_pred, sample_weight)` is called without
  `training` where it does not take it; steps that return their own loss, or whose class has metrics of its own.
- Functions of `tf.keras.backend` that still work, and what `try`, `hasattr` or the version guards.

## References
- https://keras.io/guides/migrating_to_keras_3/
- https://keras.io/api/ops/

Measured with TensorFlow 2.21 and Keras 3.15.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.module import Module

from ._backend import backend_functions
from ._inputs import operations
from ._predictions import predictions
from ._steps import steps
from ._variables import variables


def find(module: Module, _options: Options) -> Iterator[Match]:
    yield from operations(module)
    yield from variables(module)
    yield from predictions(module)
    yield from backend_functions(module)
    yield from steps(module)


CODEMOD = Codemod(
    code="TF903",
    name="keras2-idiom",
    summary="code that Keras 2 understood and Keras 3 does not",
    applicability=Applicability.UNSAFE,
    contract=Contract.REPAIR,
    words=(
        ("keras",),
        (".Input", ".Variable", ".predict_classes", ".backend", "import backend", "backend as", ".compiled_metrics"),
    ),
    find=find,
    example="operations-on-keras-inputs",
    targets=(3,),
)
