from __future__ import annotations

import pytest

from tffix.semantics.graph import Mode, Via

from .helpers import module_of

HEAD = "import functools\nimport tensorflow as tf\nfrom tensorflow import keras\n"


@pytest.mark.parametrize(
    ("source", "mode"),
    [
        ("probe(1)", Mode.EAGER),
        ("@tf.function\ndef f(x):\n    probe(x)", Mode.GRAPH),
        ("@tf.function(jit_compile=True)\ndef f(x):\n    probe(x)", Mode.GRAPH),
        ("@functools.partial(tf.function, autograph=False)\ndef f(x):\n    probe(x)", Mode.GRAPH),
        ("@mystery\ndef f(x):\n    probe(x)\nf(1)", Mode.UNKNOWN),
        ("def f(x):\n    probe(x)", Mode.UNKNOWN),
        ("def f(x):\n    probe(x)\nfor i in y: f(i)", Mode.EAGER),
        ("def _f(x):\n    probe(x)\n@tf.function\ndef g(x):\n    _f(x)", Mode.GRAPH),
        ("def f(x):\n    probe(x)\n@tf.function\ndef g(x):\n    f(x)", Mode.UNKNOWN),
        ("def _f(x):\n    probe(x)\n@tf.function\ndef g(x):\n    _f(x)\n_f(1)", Mode.UNKNOWN),
        ("def _f(x):\n    probe(x)\n_f = tf.function(_f)", Mode.GRAPH),
        ("def _f(x):\n    probe(x)\n_f = tf.function(_f) if fast else _f", Mode.UNKNOWN),
        ("@tf.function\ndef f(x):\n    def g(y):\n        probe(y)\n    return g(x)", Mode.GRAPH),
        (
            "@tf.function\ndef f(x):\n    def g(y):\n        probe(y)\n    return tf.py_function(g, [x], tf.int64)",
            Mode.EAGER,
        ),
        ("@tf.function\ndef f(x):\n    with tf.init_scope():\n        probe(x)", Mode.EAGER),
        ("tf.data.Dataset.range(3).map(lambda x: probe(x))", Mode.GRAPH),
        ("def f(x):\n    probe(x)\nds = tf.data.Dataset.range(3)\nds = ds.map(f)", Mode.GRAPH),
        ("def f(x):\n    probe(x)\nframe.map(f)", Mode.UNKNOWN),
        ("tf.map_fn(lambda x: probe(x), y)", Mode.EAGER),
        ("tf.vectorized_map(lambda x: probe(x), y)", Mode.GRAPH),
        ("class M(keras.Model):\n    def train_step(self, data):\n        probe(data)", Mode.GRAPH),
        ("class M(keras.Model):\n    def call(self, x):\n        probe(x)", Mode.UNKNOWN),
        ("class M:\n    def train_step(self, data):\n        probe(data)", Mode.UNKNOWN),
        (
            "class T:\n  @tf.function\n  def step(self, x):\n    self._loss(x)\n  def _loss(self, x):\n    probe(x)",
            Mode.GRAPH,
        ),
        ("@tf.function\ndef f(x):\n    probe(x)\ntf.config.run_functions_eagerly(True)", Mode.UNKNOWN),
        ("@tf.function\ndef f(x):\n    probe(x)\ntf.config.run_functions_eagerly(False)", Mode.GRAPH),
        (
            "s = tf.distribute.MirroredStrategy()\ndef _f(x): probe(x)\n@tf.function\ndef g(x): s.run(_f, args=(x,))",
            Mode.GRAPH,
        ),
        ("s = tf.distribute.MirroredStrategy()\ndef _f(x):\n    probe(x)\ns.run(_f)", Mode.EAGER),
        ("def f(x):\n    probe(x)\n    f(x)", Mode.UNKNOWN),
    ],
)
def test_mode(source: str, mode: Mode) -> None:
    module = module_of(HEAD + source)
    assert module.context(module.calls("probe")[0]).mode is mode


def test_the_reason_and_the_root_are_told() -> None:
    module = module_of(HEAD + "@tf.function(jit_compile=flag)\ndef f(x):\n    probe(x)")
    context = module.context(module.calls("probe")[0])
    assert context.via is Via.FUNCTION
    assert context.compiled
    assert context.root is module.root.body[-1]


def test_around_holds_the_callers_of_a_traced_function() -> None:
    module = module_of(
        HEAD
        + "@tf.function\ndef f(x):\n    probe(x)\n"
        + "def g(x):\n    f(x)\n"
        + "@tf.function(jit_compile=True)\ndef h(x):\n    g(x)\n"
    )
    contexts = module.graph.around(module.calls("probe")[0])
    assert [context.compiled for context in contexts] == [False, False, True]


def test_around_knows_a_traced_loss_that_is_given_to_compile() -> None:
    module = module_of(
        HEAD + "@tf.function\ndef f(y, p):\n    probe(y)\nm = keras.Sequential([])\nm.compile('sgd', loss=f)\n"
    )
    assert Via.KERAS_STEP in {context.via for context in module.graph.around(module.calls("probe")[0])}
