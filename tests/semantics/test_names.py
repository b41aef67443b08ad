from __future__ import annotations

import pytest

from .helpers import argument_of, module_of

AUTOTUNE = "tensorflow.data.AUTOTUNE"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import tensorflow as tf\nprobe(tf.data.AUTOTUNE)", AUTOTUNE),
        ("import tensorflow\nprobe(tensorflow.data.AUTOTUNE)", AUTOTUNE),
        ("import tensorflow as t\nprobe(t.data.experimental.AUTOTUNE)", AUTOTUNE),
        ("from tensorflow import data as d\nprobe(d.AUTOTUNE)", AUTOTUNE),
        ("from tensorflow.data import AUTOTUNE as A\nprobe(A)", AUTOTUNE),
        ("import tensorflow as tf\nA = tf.data.AUTOTUNE\nprobe(A)", AUTOTUNE),
        ("import tensorflow.compat.v2 as tf\nprobe(tf.data.AUTOTUNE)", AUTOTUNE),
        ("import tensorflow.keras.layers\nprobe(tensorflow.keras.layers.Dense)", "tensorflow.keras.layers.Dense"),
        ("from tensorflow import keras\nL = keras.layers\nprobe(L.Dense)", "tensorflow.keras.layers.Dense"),
        ("from tensorflow.keras.layers import *\nprobe(Dense)", "tensorflow.keras.layers.Dense"),
        ("try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None\nprobe(tf.print)", "tensorflow.print"),
        ("def f():\n    import tensorflow as tf\n    probe(tf.print)", "tensorflow.print"),
        ("probe(print)", "builtins.print"),
        ("import tensorflow as tf\nprobe(tf.optimizers.Adam)", "tensorflow.keras.optimizers.Adam"),
        ("from tensorflow import losses\nprobe(losses.Huber)", "tensorflow.keras.losses.Huber"),
        ("import tensorflow as tf\nprobe(tf.losses.mean_squared_error)", "tensorflow.losses.mean_squared_error"),
    ],
)
def test_resolves(source: str, expected: str) -> None:
    module = module_of(source)
    assert module.qualified(argument_of(module)) == expected


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("from mylib import tf\nprobe(tf.print)", id="another-module-named-tf"),
        pytest.param("import tensorflow as tf\nprint = log\nprobe(print)", id="rebound-builtin"),
        pytest.param("import tensorflow as tf\ntf = other\nprobe(tf.print)", id="rebound-alias"),
        pytest.param("import tensorflow as tf\ndef f(tf):\n    probe(tf.print)", id="parameter-of-that-name"),
        pytest.param(
            "if old:\n    import tensorflow.compat.v1 as tf\nelse:\n    import tensorflow as tf\nprobe(tf.print)",
            id="one-of-two-generations",
        ),
        pytest.param("from tensorflow.keras import *\nfrom numpy import *\nprobe(Dense)", id="two-star-imports"),
        pytest.param("import tensorflow as tf\nx = x.y\nprobe(x.y)", id="defined-by-itself"),
    ],
)
def test_unknown_is_an_answer(source: str) -> None:
    module = module_of(source)
    name = module.qualified(argument_of(module))
    assert name is None or not name.startswith("tensorflow")
    assert name != "builtins.print"


def test_class_scope_is_not_seen_by_its_methods() -> None:
    module = module_of("import tensorflow as tf\nclass A:\n    tf = 1\n    def f(self):\n        probe(tf.print)")
    assert module.qualified(argument_of(module)) == "tensorflow.print"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import tensorflow as tf\nprobe(1)", "tf.data.AUTOTUNE"),
        ("import tensorflow.compat.v2 as tf\nprobe(1)", "tf.data.AUTOTUNE"),
        ("from tensorflow import data\nprobe(1)", "data.AUTOTUNE"),
        ("import tensorflow as tf\nAUTO = tf.data.experimental.AUTOTUNE\nprobe(1)", "AUTO"),
        ("import tensorflow\nprobe(1)", "tensorflow.data.AUTOTUNE"),
        ("from tensorflow import keras\nprobe(1)", None),
        ("import tensorflow as tf\ndef f(tf):\n    probe(1)", None),
        ("probe(1)\nimport tensorflow as tf", None),
        ("def f():\n    probe(1)\nimport tensorflow as tf", "tf.data.AUTOTUNE"),
        ("def g():\n    import tensorflow as tf\ndef f():\n    probe(1)", None),
    ],
)
def test_spelling(source: str, expected: str | None) -> None:
    module = module_of(source)
    assert module.spell(AUTOTUNE, argument_of(module)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import tensorflow as tf", False),
        ("import tensorflow.compat.v1 as tf", True),
        ("from tensorflow.compat import v1 as tf", True),
        ("import tensorflow as tf\nimport tensorflow.compat.v1 as tf1", False),
        ("import tensorflow as tf\ntf.compat.v1.disable_v2_behavior()", True),
        ("import tensorflow as tf\ntf.compat.v1.logging.set_verbosity(3)", False),
        ("import tensorflow as tf\nwith tf.Session() as s: pass", True),
        ("import tensorflow.compat.v2 as tf", False),
    ],
)
def test_tensorflow1(source: str, expected: bool) -> None:
    assert module_of(source).is_tensorflow1 is expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import tensorflow as tf", 3),
        ("import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\nimport tensorflow as tf", 2),
        ("import os\nos.environ.setdefault('TF_USE_LEGACY_KERAS', 'True')", 2),
        ("import os\nos.environ['TF_USE_LEGACY_KERAS'] = '0'", 3),
        ("import tf_keras", 2),
        ("from tf_keras import layers", 2),
    ],
)
def test_generation_read_from_the_source(source: str, expected: int) -> None:
    assert module_of(source, keras=3).keras == expected
    assert module_of(source, keras=3, keras_explicit=True).keras == 3
