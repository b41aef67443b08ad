"""What the functions of an input pipeline do."""

from __future__ import annotations

import pytest

from tffix.semantics.pipeline_work import State, draws, reads_files

from .helpers import module_of

HEAD = """import tensorflow as tf
import numpy as np
from tensorflow import keras
ds = tf.data.Dataset.range(9)
g = tf.random.Generator.from_seed(1)
flip = keras.layers.RandomFlip()
stack = keras.Sequential([keras.layers.Rescaling(2.0), flip, keras.layers.RandomRotation(0.1)])
def python(x):
    return np.random.rand()
def both(x):
    if tf.random.uniform(()) > 0.5:
        x = tf.image.flip_left_right(x)
    return x
def maybe(x, training):
    if training:
        x = tf.image.random_brightness(x, 0.1)
    return x
def early(x, training):
    if not training:
        return x
    return tf.image.random_brightness(x, 0.1)
def outer(x):
    def inner(x):
        return tf.image.random_hue(x, 0.1)
    return inner(x)
"""


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("lambda x: tf.image.random_hue(x, 0.1)", [(State.OPERATION, False)]),
        ("lambda x: tf.image.random_hue(x, 0.1, seed=3)", [(State.OPERATION, True)]),
        ("lambda x: tf.random.uniform((), seed=None)", [(State.OPERATION, False)]),
        ("lambda x: g.uniform(())", [(State.OWN, False)]),
        ("lambda x: tf.image.stateless_random_hue(x, 0.1, g.make_seeds(1)[:, 0])", [(State.OWN, False)]),
        ("lambda x: tf.image.stateless_random_hue(x, 0.1, (1, 2))", []),
        ("lambda x: flip(x)", [(State.OWN, False)]),
        ("lambda x: stack(x, training=True)", [(State.OWN, False)]),
        ("lambda x: stack(x, training=False)", []),
        ("lambda x: stack(x, training=training)", []),
        ("lambda x: tf.numpy_function(python, [x], tf.float32)", [(State.OWN, False)]),
        ("lambda x: np.random.rand() * x", []),
        ("both", [(State.OPERATION, False)]),
        ("outer", [(State.OPERATION, False)]),
        ("lambda x: maybe(x, True)", []),
        ("lambda x: early(x, True)", []),
        ("lambda x: tf.random.experimental.stateless_fold_in(x, 1)", []),
        ("unknown", []),
    ],
)
def test_draws(function: str, expected: list[tuple[State, bool]]) -> None:
    module = module_of(HEAD + f"ds.map({function})")
    assert [(draw.state, draw.seeded) for draw in draws(module, module.calls("map")[0])] == expected


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("lambda x: tf.io.decode_png(tf.io.read_file(x))", True),
        ("lambda x: tf.io.decode_raw(x, tf.uint8)", False),
        ("lambda x: tf.image.decode_jpeg(x) if flag else x", True),
        ("lambda x: tf.py_function(load, [x], tf.float32)", True),
        ("lambda x: x / 255", False),
    ],
)
def test_reads_files(function: str, expected: bool) -> None:
    module = module_of(HEAD + f"ds.map({function})")
    assert reads_files(module, module.calls("map")[0]) is expected
