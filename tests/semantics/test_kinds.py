from __future__ import annotations

import pytest

from tffix.semantics.kinds_table import Kind

from .helpers import argument_of, module_of

HEAD = "import tensorflow as tf\nimport numpy as np\nfrom tensorflow import keras\n"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("probe(tf.reduce_mean(x))", Kind.TENSOR),
        ("probe(tf.reduce_mean(x).numpy())", Kind.ARRAY),
        ("probe(tf.reduce_mean(x) * 2 + y)", Kind.TENSOR),
        ("probe(tf.constant(1).shape)", Kind.SHAPE),
        ("probe(tf.constant([1]).shape[0])", Kind.NUMBER),
        ("probe(3.0)", Kind.NUMBER),
        ("probe(f'{x}')", Kind.STRING),
        ("probe(np.mean(x))", Kind.ARRAY),
        ("probe(float(x))", Kind.NUMBER),
        ("probe(x)", Kind.UNKNOWN),
        ("d = keras.layers.Dense(3)\nprobe(d)", Kind.LAYER),
        ("d = keras.layers.Dense(3)\nprobe(d(x))", Kind.TENSOR),
        ("i = keras.Input(3)\nd = keras.layers.Dense(3)(i)\nprobe(d)", Kind.KERAS_TENSOR),
        ("m = keras.Sequential([])\nprobe(m(x, training=True))", Kind.TENSOR),
        ("class M(keras.Model): pass\nm = M()\nprobe(m)", Kind.MODEL),
        ("class B(keras.Model): pass\nclass M(B): pass\nprobe(M())", Kind.MODEL),
        ("l = keras.losses.MeanSquaredError()\nprobe(l(a, b))", Kind.TENSOR),
        ("probe(keras.losses.mean_squared_error(a, b))", Kind.TENSOR),
        ("probe(keras.optimizers.Adam())", Kind.OPTIMIZER),
        ("m = keras.metrics.Mean()\nprobe(m.result())", Kind.TENSOR),
        ("with tf.GradientTape() as t: pass\nprobe(t)", Kind.TAPE),
        ("s = tf.distribute.MirroredStrategy()\nprobe(s)", Kind.STRATEGY),
        ("ds = tf.data.Dataset.range(3)\nds = ds.map(f).batch(2)\nprobe(ds)", Kind.DATASET),
        ("ds = tf.data.Dataset.range(3)\nif c:\n    ds = ds.repeat()\nprobe(ds)", Kind.DATASET),
        ("ds = tf.data.Dataset.range(3)\nif c:\n    ds = [1]\nprobe(ds)", Kind.UNKNOWN),
        ("for x, y in tf.data.Dataset.range(3): probe(y)", Kind.TENSOR),
        ("x = tf.ones(3)\nwhile c:\n    x = x / 2\n    probe(x)", Kind.TENSOR),
        ("x = tf.ones(3)\nwhile c:\n    probe(x)\n    x = tf.tanh(x) if d else x", Kind.TENSOR),
        ("x = tf.ones(3)\nwhile c:\n    x = x.numpy()\n    probe(x)", Kind.UNKNOWN),
        ("x = tf.ones(3)\nwhile c:\n    probe(x)\n    x = x.numpy()", Kind.UNKNOWN),
        ("x = tf.ones(3)\nwhile c:\n    probe(x)\n    x = f(x)", Kind.UNKNOWN),
        ("ds = tf.data.Dataset.range(3)\nfor f in fs:\n    ds = ds.map(f)\nprobe(ds)", Kind.DATASET),
        ("ds = tf.data.Dataset.range(3)\nfor f in fs:\n    ds = f(ds)\nprobe(ds)", Kind.UNKNOWN),
        ("for i, x in enumerate(tf.data.Dataset.range(3)): probe(i)", Kind.NUMBER),
        ("total = 0.0\nfor x in tf.data.Dataset.range(3):\n    total += x\nprobe(total)", Kind.TENSOR),
        ("def f(a): return tf.square(a)\nprobe(f(1))", Kind.TENSOR),
        ("def f(a): return a\nprobe(f(g()))", Kind.UNKNOWN),
        ("def f(a): return a\nprobe(f(1))", Kind.NUMBER),
        ("def f(): return 1\nprobe(f())", Kind.NUMBER),
        ("@tf.function\ndef f(a): return a * 2\nprobe(f(1))", Kind.TENSOR),
        ("with tf.GradientTape() as t:\n    loss = f(x)\ng = t.gradient(loss, v)\nprobe(loss)", Kind.TENSOR),
        ("a, b = tf.nn.moments(x, [0])\nprobe(b)", Kind.TENSOR),
        ("x = x + 1\nprobe(x)", Kind.UNKNOWN),
        ("probe('%d' % x)", Kind.STRING),
        ("def _f(z): probe(z)\n_f(tf.constant(1))", Kind.TENSOR),
        ("def _f(z): probe(z)\n_f(tf.constant(1))\n_f(2)", Kind.UNKNOWN),
        ("def f(z: tf.Tensor): probe(z)", Kind.TENSOR),
        ("tf.data.Dataset.range(3).map(lambda z: probe(z))", Kind.TENSOR),
    ],
)
def test_kind(source: str, kind: Kind) -> None:
    module = module_of(HEAD + source)
    assert module.kind(argument_of(module)) is kind


def test_attributes_of_self_are_followed() -> None:
    module = module_of(
        HEAD
        + """
class Trainer:
    def __init__(self, n):
        self.model = keras.Sequential([])
        self.n = n
    def step(self, x):
        probe(self.model)
        probe(self.n)
"""
    )
    assert module.kind(argument_of(module)) is Kind.MODEL
    assert module.kind(argument_of(module, index=1)) is Kind.UNKNOWN


def test_mutual_recursion_ends() -> None:
    lines = ["a = f(1)", "b = f(2)"] + ["a = a * b + a\nb = b * a - b"] * 60
    module = module_of("\n".join(lines) + "\nprobe(a)")
    assert module.kind(argument_of(module)) is Kind.UNKNOWN
