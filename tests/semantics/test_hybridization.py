"""What keeps code from running in a graph."""

from __future__ import annotations

import ast
import textwrap

import pytest

from tests.semantics.helpers import module_of
from tffix.semantics.hybridization import Cause, Obstacle, block_obstacles, function_obstacles
from tffix.semantics.module import Module

HEAD = """
import logging
import random
import time
import numpy as np
import tensorflow as tf
from elsewhere import helper, log
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()
loss_fn = tf.keras.losses.MeanSquaredError()
train_loss = tf.keras.metrics.Mean()
scale = 2.0
history = []
"""
STEP = """
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True)) * scale
    {line}
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    return {value}
"""
LOOP = """
for x, y in tf.data.Dataset.from_tensors((tf.ones((4, 2)), tf.ones((4, 1)))):
    {call}
"""


def step(line: str = "pass", value: str = "loss", call: str = "train_step(x, y)") -> Module:
    body = STEP.format(line=textwrap.indent(line, " " * 4).strip(), value=value)
    return module_of(HEAD + body + LOOP.format(call=call))


def obstacles(module: Module) -> list[Obstacle]:
    return function_obstacles(module, next(f for f in module.nodes(ast.FunctionDef) if f.name == "train_step"))


def test_a_plain_step_has_none() -> None:
    assert obstacles(step()) == []


@pytest.mark.parametrize(
    "line",
    [
        "gradients = []\ngradients.append(loss)",
        "width = np.sqrt(2.0) * np.prod(x.shape[1:])",
        "loss += sum(model.losses)",
        "tf.print(loss)",
        "loss += tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables])",
        "if scale > 1.0:\n    loss *= 2.0",
        "for weight in model.trainable_variables:\n    loss += tf.nn.l2_loss(weight)",
        "with tf.name_scope('clip'):\n    loss = tf.identity(loss)",
        "optimizer.learning_rate.assign(0.1)",
    ],
)
def test_what_a_graph_can_do(line: str) -> None:
    assert obstacles(step(line)) == []


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("loss.numpy()", Cause.EAGER_ONLY),
        ("float(loss)", Cause.EAGER_ONLY),
        ("model.predict(x)", Cause.EAGER_ONLY),
        ("np.mean(loss)", Cause.NUMPY),
        ("print(loss)", Cause.SIDE_EFFECT),
        ("history.append(loss)", Cause.SIDE_EFFECT),
        ("log(loss)", Cause.SIDE_EFFECT),
        ("logging.info('step')", Cause.SIDE_EFFECT),
        ("model.steps = 1", Cause.SIDE_EFFECT),
        ("global scale", Cause.SIDE_EFFECT),
        ("tf.summary.scalar('loss', loss)", Cause.SIDE_EFFECT),
        ("np.random.rand(2)", Cause.STATE),
        ("random.random()", Cause.STATE),
        ("time.time()", Cause.STATE),
        ("next(batches)", Cause.STATE),
        ("noise = helper(3)", Cause.STATE),
        ("layer = tf.keras.layers.Dense(1)", Cause.VARIABLE),
        ("tf.Variable(0.0)", Cause.VARIABLE),
        ("train_step(x, y)", Cause.RECURSION),
        ("try:\n    pass\nexcept ValueError:\n    pass", Cause.CONTROL),
        ("if loss > 3.0:\n    return None", Cause.CONTROL),
        ("yield loss", Cause.CONTROL),
        ("text = f'{loss:.2f}'", Cause.TEXT),
        ("text = '%.2f' % loss", Cause.TEXT),
    ],
)
def test_what_a_graph_cannot_do(line: str, cause: Cause) -> None:
    assert (True, cause) in {(obstacle.certain, obstacle.cause) for obstacle in obstacles(step(line))}


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("loss = helper(loss)", Cause.UNKNOWN),
        ("noise = tf.random.normal((2, 2))", Cause.RANDOM),
        ("if loss > 3.0:\n    loss = loss / 2.0", Cause.CONTROL),
    ],
)
def test_what_only_a_person_can_tell(line: str, cause: Cause) -> None:
    assert {(obstacle.certain, obstacle.cause) for obstacle in obstacles(step(line))} == {(False, cause)}


@pytest.mark.parametrize("value", ["'done'", "model", "scale", "loss, tape"])
def test_results_that_are_no_tensors(value: str) -> None:
    assert [obstacle.cause for obstacle in obstacles(step(value=value)) if obstacle.certain] == [Cause.RESULT]


def test_a_number_that_varies_is_passed() -> None:
    module = step(call="for i in range(3):\n        train_step(x, i)")
    assert [obstacle.cause for obstacle in obstacles(module) if obstacle.certain] == [Cause.PYTHON_VALUE]


def test_a_global_that_is_bound_again() -> None:
    calls = "train_step(x, y)\nscale = 3.0\ntrain_step(x, y)\n"
    module = module_of(HEAD + STEP.format(line="pass", value="loss") + calls)
    assert [obstacle.reason for obstacle in obstacles(module) if obstacle.cause is Cause.STATE] == [
        "`scale` is bound again in line 24, and a graph keeps what it was at first"
    ]


def test_an_attribute_that_is_set_again() -> None:
    module = module_of(
        """
        import tensorflow as tf
        class Trainer:
            def __init__(self):
                self.beta = 1.0
            def train_step(self, x):
                return tf.reduce_sum(x) * self.beta
            def anneal(self):
                self.beta = 0.5
        """
    )
    assert [(o.cause, o.certain) for o in obstacles(module) if o.cause is Cause.STATE] == [(Cause.STATE, True)]


def test_what_called_functions_do_counts() -> None:
    module = step("loss = checked(loss)")
    text = module.text + "\ndef checked(loss):\n    print(loss)\n    return loss\n"
    assert [obstacle.cause for obstacle in obstacles(Module(text)) if obstacle.certain] == [Cause.SIDE_EFFECT]


def test_a_block_is_asked_in_the_same_way() -> None:
    module = module_of(f"{HEAD}for x in data:\n    loss = model(x)\n    print(loss)\n")
    (loop,) = module.nodes(ast.For)
    assert block_obstacles(module, loop.body[:1]) == []
    assert [obstacle.cause for obstacle in block_obstacles(module, loop.body)] == [Cause.SIDE_EFFECT]
