"""Which functions of a file can run in a graph as they stand."""

from __future__ import annotations

import ast

import pytest

from tffix.semantics.hybridization import is_graph_safe
from tffix.semantics.module import Module

SETUP = """
import tensorflow as tf

model = tf.keras.Sequential()
loss_fn = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.SGD()
scale = 2.0
"""
BODY = """
    with tf.GradientTape() as tape:
        loss = scale * loss_fn(y, model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.variables), model.variables))
"""


def is_safe(lines: str, decorator: str = "", after: str = "") -> bool:
    module = Module(f"{SETUP}\n{decorator}\ndef step(x, y):{BODY}{lines}\n    return loss\n{after}\n")
    return is_graph_safe(module, module.nodes(ast.FunctionDef)[0])


def test_straight_line_code_of_tensorflow_is_safe() -> None:
    assert is_safe("    loss = tf.identity(loss)")


@pytest.mark.parametrize(
    "line",
    [
        "    print(loss)",
        "    if x:\n        loss = 0",
        "    loss.numpy()",
        "    model.steps = 1",
        "    log(loss)",
        "    history.append(loss)",
        "    global scale",
        "    text = f'{loss}'",
    ],
)
def test_what_an_eager_step_must_not_do(line: str) -> None:
    assert not is_safe(line)


@pytest.mark.parametrize("after", ["scale = 3.0", "for scale in (1, 2):\n    pass", "model.trainable = False"])
def test_what_an_eager_step_reads_must_not_change(after: str) -> None:
    assert not is_safe("", after=after)
    assert is_safe("", "@tf.function", after)


def test_a_traced_step_may_branch_but_not_call_the_unknown() -> None:
    assert is_safe("    if x is None:\n        print(loss)", "@tf.function")
    assert not is_safe("    log(loss)", "@tf.function")
