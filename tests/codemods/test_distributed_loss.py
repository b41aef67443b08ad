"""The parts of distributed-loss; whole files are in ``corpus/distributed-loss``."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tffix.codemods.distribution._terms import Form, Losses

from tests.semantics.helpers import argument_of, module_of
from tffix.testing import Case, cases, check_case

CORPUS = Path(__file__).parents[2] / "corpus"
HEAD = """\
import tensorflow as tf
strategy = tf.distribute.MirroredStrategy()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
mean = tf.keras.losses.MeanSquaredError()
none = tf.keras.losses.MeanSquaredError(reduction="none")
total = tf.keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.SUM)
"""


@pytest.mark.parametrize("case", [c for c in cases(CORPUS) if c.codemod == "distributed-loss"], ids=str)
def test_case(case: Case) -> None:
    check_case(case)


def forms(body: str, keras: int = 3) -> list[Form]:
    module = module_of(f"{HEAD}{body}\nprobe(loss)\n", keras=keras, keras_explicit=True)
    loss = argument_of(module)
    assert isinstance(loss, ast.expr)
    return [term.form for term in Losses(module).terms(loss).terms]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("loss = tf.reduce_mean(none(y, model(x)))", [Form.MEAN]),
        ("loss = tf.math.reduce_mean(tf.square(y - model(x)))", [Form.MEAN]),
        ("loss = 0.5 * tf.reduce_mean(none(y, model(x))) / 3", [Form.MEAN]),
        ("loss = -1e-2 * tf.reduce_mean(none(y, model(x)))", [Form.MEAN]),
        ("loss = tf.reduce_mean(none(y, model(x)))\nloss += tf.add_n(model.losses)", [Form.REGULARIZER, Form.MEAN]),
        ("def f(l):\n    return tf.reduce_mean(l)\nloss = f(none(y, model(x)))", [Form.MEAN]),
        ("def f():\n    return tf.reduce_mean(none(y, model(x))), 1\nloss, _ = f()", [Form.MEAN]),
        ("loss = tf.reduce_sum(none(y, model(x))) / tf.cast(tf.shape(x)[0], tf.float32)", [Form.MEAN]),
        ("loss = tf.reduce_sum(none(y, model(x))) / x.shape[0]", [Form.MEAN]),
        ("n = 8\nall = n * strategy.num_replicas_in_sync\nloss = tf.reduce_sum(none(y, model(x))) / n", [Form.MEAN]),
        (
            "n = 8\nall = n * strategy.num_replicas_in_sync\nloss = tf.reduce_sum(none(y, model(x))) / all",
            [Form.SCALED],
        ),
        ("n = 8\nloss = tf.reduce_sum(none(y, model(x))) / n", [Form.OTHER]),
        ("loss = tf.reduce_mean(none(y, model(x)), axis=0)", [Form.OTHER]),
        ("loss = tf.reduce_mean(mean(y, model(x)))", [Form.OTHER]),
        ("loss = tf.reduce_mean(unknown(y, model(x)))", [Form.OTHER]),
        ("loss = mean(y, model(x))", [Form.SCALED]),
        ("loss = total(y, model(x))", [Form.OTHER]),
        ("loss = tf.nn.compute_average_loss(none(y, model(x)))", [Form.SCALED]),
        ("loss = tf.reduce_mean(none(y, model(x))) / strategy.num_replicas_in_sync", [Form.SCALED]),
        ("n = 8 * strategy.num_replicas_in_sync\nloss = tf.reduce_sum(none(y, model(x))) * (1.0 / n)", [Form.SCALED]),
        ("loss = tf.reduce_mean(none(y, model(x))) / batch", [Form.OTHER]),
        ("loss = tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables])", [Form.REGULARIZER]),
        ("loss = optimizer.scale_loss(tf.reduce_mean(none(y, model(x))))", [Form.MEAN]),
        ("loss = model(x)", [Form.OTHER]),
    ],
)
def test_terms(body: str, expected: list[Form]) -> None:
    assert sorted(forms(body), key=str) == sorted(expected, key=str)


def test_keras_2_reduces_by_itself() -> None:
    assert forms("loss = mean(y, model(x))", keras=2) == [Form.OBJECT]
