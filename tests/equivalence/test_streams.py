"""Another random stream is told from another computation."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix.codemod import Contract
from tffix.verify.judge import judge
from tffix.verify.runs import Options, Version
from tffix.verify.scratch import Source
from tffix.verify.verdict import Promise, Status
from tffix.verify.versions import tensorflow_is_installed

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.equivalence,
    pytest.mark.slow,
    pytest.mark.skipif(not tensorflow_is_installed(), reason="TensorFlow is not installed"),
]

# Without a seed of its own, tf.random.normal draws other numbers in a graph than eagerly.
SCRIPT = """
import tensorflow as tf

tf.random.set_seed(1)
x = tf.random.stateless_normal((64, 8), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
model = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)


DECORATOR
def step(x, y):
    noisy = x + 0.1 * tf.random.normal(tf.shape(x))
    with tf.GradientTape() as tape:
        loss = FACTOR * tf.reduce_mean(tf.square(model(noisy) - y))
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))


for _ in range(20):
    step(x, y)
"""


def text(*, decorator: str = "", factor: float = 1.0) -> bytes:
    return SCRIPT.replace("DECORATOR", decorator).replace("FACTOR", str(factor)).encode()


@pytest.mark.parametrize(
    ("factor", "expected"),
    [(1.0, ": another random stream: over 5 seeds"), (0.9, ": another computation: over 5 seeds")],
)
def test_curves_that_part_at_the_first_step(tmp_path: Path, factor: float, expected: str) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(text())
    source = Source(path, tmp_path)
    after = Version("after", source, text(decorator="@tf.function", factor=factor))
    verdict = judge(Version("before", source), after, Promise.of(Contract.TOLERANCE), Options(device="cpu"))
    assert verdict.status is Status.DIFFERENT
    assert expected in verdict.summary
