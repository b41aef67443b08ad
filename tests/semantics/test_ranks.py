"""Shapes, as far as the file proves them."""

from __future__ import annotations

import ast

import pytest

from tffix.semantics import shape_rules as rules
from tffix.semantics.module import Module
from tffix.semantics.ranks import Ranked, Ranks
from tffix.semantics.shape_rules import Shape

SPLIT = "from sklearn.model_selection import train_test_split\n"
IMPORTS = "import numpy as np\nimport tensorflow as tf\nfrom tensorflow import keras\n"


def ranked(source: str) -> Ranked | None:
    """What is known of the argument of the last call of ``look``."""
    module = Module(IMPORTS + source)
    return Ranks(module).of(module.calls("look")[-1].args[0])


def shape(source: str) -> Shape | None:
    found = ranked(source)
    return None if found is None else found.shape


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1.0", ()),
        ("[1, 2, 3]", (3,)),
        ("[[1, 2, 3], [4, 5, 6]]", (2, 3)),
        ("[]", None),
        ("[1, *more]", None),
        ("[1] if c else [2]", (1,)),
        ("[1] if c else [[2]]", None),
        ("np.array([1, 2, 3], dtype=np.float32)", (3,)),
        ("np.array([1, 2, 3], ndmin=2)", None),
        ("np.random.rand(5)", (5,)),
        ("np.random.rand(5, 1)", (5, 1)),
        ("np.random.randn(n, 1)", (None, 1)),
        ("np.random.randn(*sizes)", None),
        ("np.random.random((5, 2))", (5, 2)),
        ("np.random.random()", ()),
        ("np.random.normal(0, 1, 100)", (100,)),
        ("np.random.normal(size=(100, 1))", (100, 1)),
        ("np.random.uniform(-1, 1, size=[4])", (4,)),
        ("np.random.choice(4)", None),
        ("np.random.power(3.0, 5)", None),
        ("np.linspace(-1, 1, 100)", (100,)),
        ("np.linspace(-1, 1)", (None,)),
        ("np.linspace([0, 1], [1, 2], 100)", None),
        ("np.arange(10)", (None,)),
        ("np.zeros(3)", (3,)),
        ("np.zeros((n, 1))", (None, 1)),
        ("np.zeros(shape)", None),
        ("np.zeros(np.ones((2, 3)).shape)", (2, 3)),
        ("tf.zeros([4, 1])", (4, 1)),
        ("tf.random.normal([4, 1], seed=1)", (4, 1)),
        ("tf.random.normal(shape=(4,))", (4,)),
        ("tf.range(4)", (None,)),
        ("tf.constant([[1.0], [2.0]])", (2, 1)),
        ("tf.constant(1.0, tf.float32, [3])", None),
        ("tf.constant(1.0, shape=[3])", None),
        ("tf.cast(np.zeros(3), tf.float32)", (3,)),
        ("np.zeros(3).astype('float32')", (3,)),
        ("-np.sin(np.zeros(3)) ** 2", (3,)),
        ("np.zeros(3) + 2 * np.zeros((3, 1))", (3, 3)),
        ("np.zeros((5, 3)) @ np.zeros(3)", (5,)),
        ("tf.matmul(tf.zeros([5, 3]), tf.zeros([3, 1]))", (5, 1)),
        ("np.zeros((5, 3)).T", (3, 5)),
        ("np.zeros((5, 3))[0]", (3,)),
        ("np.zeros((5, 3))[:, 0]", (5,)),
        ("np.zeros((5, 3))[:, -1:]", (5, None)),
        ("np.zeros(5)[:, None]", (5, 1)),
        ("np.zeros(5)[:, np.newaxis]", (5, 1)),
        ("np.zeros(5)[..., tf.newaxis]", (5, 1)),
        ("np.zeros((5, 3, 2))[..., 0]", (5, 3)),
        ("np.zeros(5)[mask]", None),
        ("np.zeros(5)[0, 0]", None),
        ("np.zeros((5, 3)).reshape(-1, 1)", (None, 1)),
        ("np.zeros((5, 3)).reshape((15,))", (15,)),
        ("tf.reshape(unknown, [-1])", (None,)),
        ("tf.reshape(unknown, shape)", None),
        ("np.zeros((5, 3)).flatten()", (None,)),
        ("tf.expand_dims(np.zeros(5), -1)", (5, 1)),
        ("tf.expand_dims(np.zeros(5), axis=0)", (1, 5)),
        ("tf.squeeze(tf.zeros([5, 1]))", (5,)),
        ("tf.squeeze(tf.zeros([5, 1]), axis=1)", (5,)),
        ("np.sum(np.zeros((5, 3)))", ()),
        ("np.sum(np.zeros((5, 3)), axis=1)", (5,)),
        ("np.zeros((5, 3)).mean(1)", (5,)),
        ("tf.reduce_sum(tf.zeros([5, 3]), 1, keepdims=True)", (5, 1)),
        ("tf.reduce_sum(tf.zeros([5, 3]), 1, keepdims=False)", (5,)),
        ("tf.reduce_sum(tf.zeros([5, 3]), 1, keepdims=keep)", None),
        ("tf.reduce_sum(tf.zeros([5, 3]), axes)", None),
        ("tf.argmax(tf.zeros([5, 3]))", None),
        ("tf.argmax(tf.zeros([5, 3]), axis=1)", (5,)),
        ("unknown", None),
        ("unknown + 1", None),
        ("len", None),
    ],
)
def test_expressions(expression: str, expected: Shape | None) -> None:
    assert shape(f"look({expression})") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("y = np.zeros(3)\nlook(y)", (3,)),
        ("y = np.zeros(3)\ny = y.reshape(-1, 1)\nlook(y)", (None, 1)),
        ("y = np.zeros(3)\nif c:\n    y = y[:, None]\nlook(y)", None),
        ("y = np.zeros(3)\nif c:\n    y = np.ones(4)\nlook(y)", (None,)),
        ("y = np.zeros(3)\ndef f():\n    look(y)\ny = y[:, None]", None),
        ("y = np.zeros(3)\ny += z\nlook(y)", None),
        ("y = np.zeros(3)\ny.shape = 3, 1\nlook(y)", None),
        ("x, y = np.zeros((5, 2)), np.zeros(5)\nlook(y)", (5,)),
        ("def data():\n    return np.zeros((5, 2)), np.zeros(5)\nx, y = data()\nlook(y)", (5,)),
        ("def f(y):\n    look(y)\nif __name__ == '__main__':\n    f(np.zeros(3))", (3,)),
        ("def f(y):\n    look(y)\nif __name__ == '__main__':\n    f(np.zeros(3)); f(np.zeros((3, 1)))", None),
        ("def f(y):\n    look(y)", None),
        ("for y in np.zeros((5, 2)):\n    look(y)", (2,)),
        ("for x, y in zip(np.zeros((5, 2)), np.zeros(5)):\n    look(y)", ()),
        ("for i, y in enumerate(np.zeros((5, 2))):\n    look(y)", (2,)),
        ("for i, y in enumerate(np.zeros((5, 2))):\n    look(i)", ()),
        ("for y in unknown:\n    look(y)", None),
        ("(a, b), (x, y) = keras.datasets.boston_housing.load_data()\nlook(y)", (None,)),
        ("(a, b), (x, y) = keras.datasets.cifar10.load_data()\nlook(y)", (None, 1)),
        ("(a, b), (x, y) = keras.datasets.imdb.load_data()\nlook(y)", None),
        (f"{SPLIT}a, b, c, d = train_test_split(np.zeros((5, 2)), np.zeros(5))\nlook(d)", (None,)),
    ],
)
def test_names(source: str, expected: Shape | None) -> None:
    assert shape(source) == expected


@pytest.mark.parametrize(
    ("chain", "loop", "expected"),
    [
        ("", "for x, y in ds:", ()),
        (".batch(4)", "for x, y in ds:", (None,)),
        (".shuffle(9).batch(4, drop_remainder=True).prefetch(1)", "for x, y in ds:", (4,)),
        (".batch(4)", "for i, (x, y) in enumerate(ds):", (None,)),
        (".batch(4)", "for batch in ds:\n    x, y = batch", (None,)),
        (".batch(4).unbatch()", "for x, y in ds:", ()),
        (".map(f).batch(4)", "for x, y in ds:", None),
    ],
)
def test_batches(chain: str, loop: str, expected: Shape | None) -> None:
    source = f"ds = tf.data.Dataset.from_tensor_slices((np.zeros((9, 2)), np.zeros(9))){chain}\n{loop}\n    look(y)"
    assert shape(source) == expected


STEP = """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.out = keras.layers.Dense(1)

    def call(self, x):
        return self.out(x)

    def train_step(self, data):
        x, y = {data}
        look({looked})

net = Net()
net.fit({given})
"""


@pytest.mark.parametrize(
    ("given", "data", "looked", "expected"),
    [
        ("np.zeros((9, 2)), np.zeros(9)", "data", "y", (None,)),
        ("np.zeros((9, 2)), y=np.zeros((9, 1))", "data", "y", (None, 1)),
        ("np.zeros((9, 2)), np.zeros(9)", "data", "x", (None, 2)),
        ("np.zeros((9, 2)), np.zeros(9)", "data", "self(x)", (..., 1)),
        ("np.zeros((9, 2)), np.zeros(9)", "keras.utils.unpack_x_y_sample_weight(data)", "y", (None,)),
        ("tf.data.Dataset.from_tensor_slices((np.zeros((9, 2)), np.zeros(9))).batch(3)", "data", "y", (None,)),
        ("unknown, unknown", "data", "y", None),
        ("unknown", "data", "y", None),
    ],
)
def test_what_fit_passes_to_a_step(given: str, data: str, looked: str, expected: Shape | None) -> None:
    source = STEP.format(given=given, data=data, looked=looked)
    assert shape(source) == expected
    both = source.replace("net.fit(", "net.fit(other, np.zeros((9, 1, 1)))\nnet.fit(")
    assert looked != "y" or shape(both) is None
    overridden = source + "class Other(Net):\n    def call(self, x):\n        return x\n"
    assert looked != "self(x)" or shape(overridden) is None


CLASS = """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.out = keras.layers.Dense(1)

    def call(self, x):
        return {value}
"""


@pytest.mark.parametrize(
    ("model", "width"),
    [
        ("keras.layers.Dense(1)", 1),
        ("keras.layers.Dense(units=3)", 3),
        ("keras.layers.Dense(unknown())", None),
        ("keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(1)])", 1),
        ("keras.Sequential([keras.layers.Dense(1), keras.layers.Flatten()])", None),
        ("keras.Sequential([keras.Sequential([keras.layers.Dense(1)])])", 1),
        ("keras.Sequential(layers)", None),
        ("keras.models.load_model('m')", None),
        ("tf.function(keras.layers.Dense(1))", None),
        ("keras.layers.Dense(1) if c else keras.layers.Dense(2)", None),
        ("Net()", 1),
    ],
)
def test_outputs(model: str, width: int | None) -> None:
    source = CLASS.format(value="self.out(x)") + f"\nmodel = {model}\nlook(model(x))"
    found = ranked(source)
    assert (None if found is None else found.shape) == (None if width is None else (..., width))
    assert found is None or found.output
    assert shape(source.replace("look(model(x))", "look(2 * tf.sigmoid(model(x)))")) == shape(source)
    assert shape(source.replace("look(model(x))", "look(model(x)[:, 0])")) is None


@pytest.mark.parametrize("value", ["tf.squeeze(self.out(x), -1)", "self.out(x)[:, 0]", "x", "self.help(x)"])
def test_what_is_done_with_the_last_layer_is_not_overlooked(value: str) -> None:
    assert shape(CLASS.format(value=value) + "\nlook(Net()(x))") is None


def test_layers_added_later() -> None:
    added = "model = keras.Sequential()\nmodel.add(keras.layers.Dense(8))\nmodel.add(keras.layers.Dense(1))\n"
    assert shape(f"{added}look(model(x))") == (..., 1)
    assert shape(f"{added}look(model.predict(x))") == (..., 1)
    assert shape(f"{added}model.pop()\nlook(model(x))") is None


def test_rules_do_not_guess() -> None:
    assert rules.broadcast((..., 1), (5,)) is None
    assert rules.broadcast((..., 1), ()) == (..., 1)
    assert rules.broadcast((None,), (5,)) == (5,)
    assert rules.reduced((..., 1), 0, keep=False) is None
    assert rules.expanded((3,), 5) is None
    assert rules.squeezed((None, 1), None) == (None,)
    assert rules.one_of([(..., 1), (3, 1)]) is None
    assert rules.integer(ast.parse("-3", mode="eval").body) == -3
    assert rules.integer(ast.parse("True", mode="eval").body) is None
