"""Whole files are in ``corpus/manual-device``."""

from __future__ import annotations

from pathlib import Path

import pytest
from tffix.codemods.distribution._towers import towers

from tests.semantics.helpers import module_of
from tffix.testing import Case, cases, check_case

CORPUS = Path(__file__).parents[2] / "corpus"
LOOP = """\
import tensorflow as tf
def step(model, shards):
    for i, x in enumerate(shards):
        with tf.device({device}):
            with tf.GradientTape() as tape:
                loss = model(x)
            found.append(tape.gradient(loss, {weights}))
"""


@pytest.mark.parametrize("case", [c for c in cases(CORPUS) if c.codemod == "manual-device"], ids=str)
def test_case(case: Case) -> None:
    check_case(case)


@pytest.mark.parametrize(
    ("device", "weights", "count"),
    [
        ("f'/gpu:{i}'", "model.trainable_variables", 1),
        ("'/GPU:' + str(i)", "model.trainable_weights", 1),
        ("'/gpu:0'", "model.trainable_variables", 0),
        ("f'/cpu:{i}'", "model.trainable_variables", 0),
        ("unknown(i)", "model.trainable_variables", 0),
        ("f'/gpu:{i}'", "models[i].trainable_variables", 0),
        ("f'/gpu:{i}'", "x", 0),
    ],
)
def test_loops_over_devices(device: str, weights: str, count: int) -> None:
    assert len(list(towers(module_of(LOOP.format(device=device, weights=weights))))) == count
