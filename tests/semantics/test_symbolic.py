"""Which expressions have no value while a graph is traced."""

from __future__ import annotations

import ast

import pytest

from tffix.semantics.module import Module
from tffix.semantics.symbolic import Symbolic

SETUP = """
import numpy as np
import tensorflow as tf

EAGER = tf.constant([1.0])
VARIABLE = tf.Variable([1.0])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
metric = tf.keras.metrics.Mean()
NUMBERS = [1.0, 2.0]


def eager_table():
    return EAGER


def _doubled(x):
    return x * 2


def _kept(x):
    return x


@tf.function
def traced(x):
    return x


class Scaler:
    def __init__(self):
        self.scale = tf.constant(2.0)
        self.weight = tf.Variable(2.0)

    @tf.function
    def run(self, tensor: tf.Tensor, other, flag=True):
        local = tf.abs(tensor)
        first, second = tf.exp(tensor), EAGER
        total = 0.0
        for item in tf.data.Dataset.range(3):
            total += 1.0
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(tensor))
        gradients = tape.gradient(loss, model.trainable_variables)
        _ = _kept(tensor)
        result = {expression}
        return result
"""


def is_symbolic(expression: str) -> bool:
    module = Module(SETUP.format(expression=expression))
    value = next(node.value for node in module.nodes(ast.Assign) if ast.unparse(node.targets[0]) == "result")
    return Symbolic(module)(value)


@pytest.mark.parametrize(
    "expression",
    [
        "tensor",
        "local",
        "first",
        "item",
        "loss",
        "gradients[0]",
        "tensor + 1",
        "EAGER * tensor",
        "-tensor",
        "tensor > 1",
        "tensor[0]",
        "tf.exp(EAGER)",
        "tf.convert_to_tensor(EAGER)",
        "VARIABLE",
        "self.weight",
        "model(EAGER)",
        "metric.result()",
        "traced(EAGER)",
        "_doubled(tensor)",
        "float(tensor)",
        "sum([tensor, local])",
        "sum(g for g in [tensor])",
        "tensor if flag else local",
        "VARIABLE.read_value()",
    ],
)
def test_has_no_value(expression: str) -> None:
    assert is_symbolic(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "EAGER",
        "second",
        "self.scale",
        "eager_table()",
        "other",
        "flag",
        "total",
        "NUMBERS",
        "tensor.shape",
        "tensor.shape[0]",
        "tensor is None",
        "not flag",
        "np.mean(NUMBERS)",
        "float(NUMBERS[0])",
        "EAGER if flag else tensor",
        "sum(NUMBERS)",
    ],
)
def test_may_have_a_value(expression: str) -> None:
    assert not is_symbolic(expression)


def test_a_call_can_stand_for_a_tensor() -> None:
    module = Module(SETUP.format(expression="np.mean(tensor)"))
    value = next(node.value for node in module.nodes(ast.Assign) if ast.unparse(node.targets[0]) == "result")
    assert not Symbolic(module)(value)
    assert Symbolic(module, lambda _: True)(value)
