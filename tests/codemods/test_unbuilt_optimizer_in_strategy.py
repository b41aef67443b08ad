"""Whole files are in ``corpus/unbuilt-optimizer-in-strategy``."""

from __future__ import annotations

from pathlib import Path

import pytest
from tffix.codemods.distribution._building import unbuilt_optimizers

from tests.semantics.helpers import module_of
from tffix.semantics.distribution import Distribution
from tffix.semantics.replicas import replica_runs
from tffix.testing import Case, cases, check_case

CORPUS = Path(__file__).parents[2] / "corpus"
FILE = """\
import tensorflow as tf
strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    other = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    optimizer = {optimizer}
def step(x):
    with tf.GradientTape() as tape:
        loss = model(x)
    gradients = tape.gradient(loss, model.trainable_variables)
    {update}
@tf.function
def run(x):
    strategy.run(step, args=(x,))
"""
ADAM = "tf.keras.optimizers.Adam()"
ZIP = "optimizer.apply_gradients(zip(gradients, model.trainable_variables))"


@pytest.mark.parametrize("case", [c for c in cases(CORPUS) if c.codemod == "unbuilt-optimizer-in-strategy"], ids=str)
def test_case(case: Case) -> None:
    check_case(case)


@pytest.mark.parametrize(
    ("optimizer", "update", "count"),
    [
        (ADAM, ZIP, 1),
        (ADAM, "optimizer.apply_gradients(list(zip(gradients, model.trainable_variables)))", 1),
        (ADAM, "pairs = zip(gradients, model.trainable_variables)\n    optimizer.apply_gradients(pairs)", 1),
        (ADAM, "optimizer.apply(gradients, model.trainable_variables)", 1),
        (ADAM, "optimizer.apply(gradients)", 0),
        (ADAM, "optimizer.apply_gradients(pairs)", 0),
        (ADAM, "optimizer.apply_gradients(zip(gradients, [v for v in model.trainable_variables]))", 0),
        ("tf.keras.optimizers.SGD(0.1)", ZIP, 0),
        ("tf.keras.optimizers.SGD(0.1, 0.9)", ZIP, 1),
        ("make_optimizer()", ZIP, 0),
    ],
)
def test_what_is_unbuilt(optimizer: str, update: str, count: int) -> None:
    module = module_of(FILE.format(optimizer=optimizer, update=update))
    distribution = Distribution(module)
    (run,) = replica_runs(module, distribution)
    assert len(list(unbuilt_optimizers(module, distribution, run))) == count


def test_the_variables_are_those_of_the_step() -> None:
    update = "optimizer.apply(gradients, model.trainable_variables + other.trainable_weights)"
    module = module_of(FILE.format(optimizer=ADAM, update=update))
    distribution = Distribution(module)
    (run,) = replica_runs(module, distribution)
    (unbuilt,) = unbuilt_optimizers(module, distribution, run)
    assert unbuilt.place()[1] == "model.trainable_variables + other.trainable_weights"
