"""Whole files are in ``corpus/step-outside-strategy``."""

from __future__ import annotations

from pathlib import Path

import pytest
from tffix.codemods.distribution._direct import direct_steps

from tests.semantics.helpers import module_of
from tffix.semantics.distribution import Distribution
from tffix.testing import Case, cases, check_case

CORPUS = Path(__file__).parents[2] / "corpus"
FILE = """\
import tensorflow as tf
strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    optimizer = tf.keras.optimizers.SGD(0.1)
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
"""


@pytest.mark.parametrize("case", [c for c in cases(CORPUS) if c.codemod == "step-outside-strategy"], ids=str)
def test_case(case: Case) -> None:
    check_case(case)


@pytest.mark.parametrize(
    ("use", "count"),
    [
        ("for x in dataset:\n    step(x)", 1),
        ("with strategy.scope():\n    step(1)", 1),
        ("f = tf.function(step)\nf(1)", 1),
        ("with unknown():\n    step(1)", 0),
        ("strategy.run(step, args=(1,))", 0),
        ("strategy.experimental_run_v2(other)\nstep(1)", 0),
        ("train(step)", 0),
        ("", 0),
    ],
)
def test_direct_calls(use: str, count: int) -> None:
    module = module_of(FILE + use + "\n")
    assert len(list(direct_steps(module, Distribution(module)))) == count
