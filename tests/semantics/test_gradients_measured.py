"""What is said of ways to a loss, held against the gradients that TensorFlow computes."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from tffix.semantics.gradient_paths import Paths
from tffix.semantics.module import Module
from tffix.verify.versions import tensorflow_is_installed

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.skipif(not tensorflow_is_installed(), reason="TensorFlow is not installed"),
]

HEADER = """\
import functools
import math
import numpy as np
import tensorflow as tf

v = tf.Variable([1.5, 2.5])
w = tf.Variable([0.5, -1.0])
held = {"v": v, "w": w}


def half(a, b=v):
    return b / 2


def put(into, a):
    into.append(a)


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.k = v

    def __call__(self, a):
        return tf.round(a * self.k) if a is None else self.k * a


net = Net()
"""
BROKEN = [
    "z = tf.round(v)",
    "z = tf.floor(v * 2.0) + w",
    "z = v // 1.0",
    "z = tf.stop_gradient(v)",
    "z = tf.constant(v) * 2.0",
    "z = tf.Variable(v * 2.0) * 2.0",
    "z = tf.cast(tf.cast(v, tf.int32), tf.float32)",
    "z = tf.cast(v > 2.0, tf.float32)",
    "z = tf.where(v > 2.0, 1.0, 0.0)",
    "z = tf.one_hot(tf.argmax(v), 2)",
    "z = tf.zeros_like(v) + tf.cast(tf.size(v), tf.float32)",
    "z = tf.reduce_mean(np.square(v))",
    "z = tf.convert_to_tensor(v.numpy())",
    "out = []\nout.append(float(v[0]))\nz = tf.reduce_sum(out)",
    "z = tf.numpy_function(np.square, [v], tf.float32)",
    "z = tf.keras.metrics.MeanSquaredError()(w, v)",
    "z = tf.constant(1.0) * math.sqrt(v[0])",
]
CARRIED = [
    "z = tf.cast(v, tf.float64)",
    "z = tf.constant(v * 1.0)",
    "z = v % 1.0",
    "z = tf.where(v > 2.0, v, tf.zeros_like(v))",
    "z = v + tf.stop_gradient(tf.round(v) - v)",
    "z = np.float32(2.0) * v",
    "z = half(1.0)",
    "z = (lambda a: a * 2.0)(v)",
    "out = []\nout.append(v)\nz = tf.add_n(out)",
    "out = [0.0, 0.0]\nout[0] = v[0]\nz = out[0] * 2.0",
    "a, *b = tf.round(v), v * 2.0\nz = b[0]",
    "z = (q := v * 2.0) + tf.round(q)",
    "z = tf.round(v)\nz -= v",
    "z = tf.round(v)\nfor z in [v * 2.0]:\n    pass",
    "z = sum(a * b for a, b in zip([v], [w]))",
    "z = tf.gather(indices=[0], params=v)",
    "z = held['v'] * 2.0",
    "out = np.empty(2, dtype=object)\nout[0] = v\nz = out[0]",
    "with tf.GradientTape() as inner:\n    inner_loss = tf.reduce_sum(v**3)\nz = inner.gradient(inner_loss, v)",
]
UNKNOWN = [
    "z = net(w)",
    "out = []\nput(out, v)\nz = tf.add_n(out)",
    "out = []\nadd = out.append\nadd(v)\nz = tf.add_n(out)",
    "out = [v, tf.round(v)]\nout.reverse()\nz = out[1]",
    "z = functools.partial(tf.multiply, v)(2.0)",
    "z = tf.map_fn(lambda a: a * v[0], w)",
    "z = tf.py_function(lambda a: a * 2.0, [v], tf.float32)",
    "z = tf.grad_pass_through(tf.round)(v)",
    "exec('z = v * 2.0')\nz = z if True else tf.round(v)",
    "out = [tf.round(v)]\nfor one in [out]:\n    one.append(v)\nz = tf.add_n(out)",
]


def measured(block: str) -> tuple[Paths, bool]:
    """The ways that are found, and whether TensorFlow computes a gradient."""
    source = (
        f"{HEADER}\nwith tf.GradientTape() as tape:\n{textwrap.indent(block, '    ')}\ngradient = tape.gradient(z, v)\n"
    )
    module = Module(source)
    found = next(tape for tape in module.tapes if tape.binding is not None and tape.binding.name == "tape")
    names: dict[str, Any] = {}
    exec(compile(source, "<program>", "exec"), names)
    return Paths(module, found, found.derivatives[-1]), names["gradient"] is not None


@pytest.mark.parametrize("block", BROKEN)
def test_a_way_that_is_broken_gives_no_gradient(block: str) -> None:
    paths, arrives = measured(block)
    assert paths.to_target().is_broken
    assert not arrives


@pytest.mark.parametrize("block", CARRIED)
def test_a_way_that_carries_gives_one(block: str) -> None:
    paths, arrives = measured(block)
    assert paths.to_target().carriers
    assert arrives


@pytest.mark.parametrize("block", UNKNOWN)
def test_what_is_unknown_is_not_taken_for_broken(block: str) -> None:
    paths, arrives = measured(block)
    assert paths.to_target().unknown
    assert arrives
