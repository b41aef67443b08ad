"""What takes the devices, and when; held against the runtime itself."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest

from tests.semantics.helpers import module_of
from tffix.semantics.runtime import Runtime, Stage
from tffix.verify.versions import tensorflow_is_installed

IMPORTS = "import tensorflow as tf\nfrom tensorflow import keras\n"

TAKING = [
    "tf.constant(1)",
    "tf.random.normal((1,))",
    "tf.random.Generator.from_seed(1)",
    "tf.Variable(1.0)",
    "tf.data.Dataset.range(3)",
    "tf.data.TFRecordDataset('/tmp/none')",
    "keras.metrics.Mean()",
    "keras.optimizers.SGD()",
    "keras.layers.Dropout(0.1)",
    "keras.layers.Dense(3)(keras.Input((3,)))",
    "tf.distribute.OneDeviceStrategy('/cpu:0')",
    "tf.distribute.MirroredStrategy(['CPU:0'])",
    "tf.config.list_logical_devices('GPU')",
    "tf.device('/cpu:0')",
    "tf.TensorArray(tf.float32, 2)",
    "tf.nn.softmax([1.0, 2.0])",
    "tf.print('x')",
]
LISTING = [
    "tf.config.list_physical_devices('GPU')",
    "tf.config.experimental.list_physical_devices('CPU')",
    "tf.config.get_visible_devices('GPU')",
]
HARMLESS = [
    "tf.random.set_seed(1)",
    "tf.data.Options()",
    "keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)",
    "keras.losses.MeanSquaredError()",
    "keras.Input((3,))",
    "keras.layers.Dense(3)",
    "keras.layers.ReLU()(keras.Input((3,)))",
    "keras.utils.set_random_seed(1)",
    "keras.mixed_precision.set_global_policy('float32')",
    "keras.backend.clear_session()",
    "keras.backend.set_floatx('float32')",
    "tf.function(lambda x: tf.square(x))",
    "tf.GradientTape()",
    "tf.TensorSpec((1,))",
    "tf.train.Checkpoint()",
    "tf.distribute.get_strategy()",
    "tf.config.set_soft_device_placement(True)",
    "tf.io.gfile.exists('/tmp')",
    "tf.random_normal_initializer(0.0, 0.02)",
]
MEASURE = """\
import json, sys
{imports}
from tensorflow.python.eager import context

found = []
for text in json.loads(sys.argv[1]):
    context._reset_context()
    eval(text)
    now = context._context
    taken = now is not None and now._context_handle is not None
    listed = now is not None and now._physical_devices is not None
    found.append([taken, listed])
print("found:" + json.dumps(found))
"""


def line_of(body: str, stage: Stage = Stage.TAKEN) -> int | None:
    """The line of the call that takes the devices before ``probe()``; 3 is the first behind the imports."""
    module = module_of(IMPORTS + body)
    found = Runtime(module, stage).start(module.calls("probe")[0])
    return None if found is None else found.call.lineno


@pytest.mark.parametrize("text", TAKING)
def test_taken(text: str) -> None:
    assert line_of(f"x = {text}\nprobe()\n") == 3
    assert line_of(f"x = {text}\nprobe()\n", Stage.LISTED) == 3


@pytest.mark.parametrize("text", LISTING)
def test_listed(text: str) -> None:
    assert line_of(f"x = {text}\nprobe()\n") is None
    assert line_of(f"x = {text}\nprobe()\n", Stage.LISTED) == 3


@pytest.mark.parametrize("text", HARMLESS)
def test_harmless(text: str) -> None:
    assert line_of(f"x = {text}\nprobe()\n", Stage.LISTED) is None


@pytest.mark.tensorflow
@pytest.mark.skipif(not tensorflow_is_installed(), reason="TensorFlow is not installed")
def test_the_lists_are_what_tensorflow_does() -> None:
    texts = [*TAKING, *LISTING, *HARMLESS]
    command = [sys.executable, "-c", MEASURE.format(imports=IMPORTS), json.dumps(texts)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    measured = json.loads(output.rpartition("found:")[2])
    said = [[text in TAKING, text in TAKING or text in LISTING] for text in texts]
    assert dict(zip(texts, measured, strict=True)) == dict(zip(texts, said, strict=True))


@pytest.mark.parametrize(
    ("body", "line"),
    [
        pytest.param("if a:\n    x = tf.ones(1)\nprobe()\n", None, id="one branch"),
        pytest.param("if a:\n    x = tf.ones(1)\nelse:\n    x = tf.zeros(1)\nprobe()\n", 4, id="both branches"),
        pytest.param("for a in b:\n    x = tf.ones(1)\nprobe()\n", None, id="loop"),
        pytest.param("for a in tf.data.Dataset.range(1):\n    probe()\n", None, id="head of a loop around it"),
        pytest.param("with tf.Graph().as_default():\n    x = tf.ones(1)\nprobe()\n", None, id="graph"),
        pytest.param("with open(a) as f:\n    x = tf.ones(1)\nprobe()\n", 4, id="with"),
        pytest.param("try:\n    x = tf.ones(1)\nexcept E:\n    pass\nprobe()\n", None, id="try"),
        pytest.param("x = tf.ones(1) if a else None\nprobe()\n", None, id="conditional expression"),
        pytest.param("x = a and tf.ones(1)\nprobe()\n", None, id="short circuit"),
        pytest.param("x = [tf.ones(1) for _ in a]\nprobe()\n", None, id="comprehension"),
        pytest.param("f = lambda: tf.ones(1)\nprobe()\n", None, id="lambda"),
        pytest.param("def f():\n    return tf.ones(1)\nprobe()\n", None, id="function that is not called"),
        pytest.param("def f():\n    return tf.ones(1)\nf()\nprobe()\n", 4, id="function that is called"),
        pytest.param("def f():\n    if a:\n        return\n    tf.ones(1)\nf()\nprobe()\n", None, id="early return"),
        pytest.param("def f():\n    yield tf.ones(1)\nf()\nprobe()\n", None, id="generator"),
        pytest.param("class A:\n    def __init__(self):\n        self.x = tf.ones(1)\nA()\nprobe()\n", 5, id="class"),
        pytest.param("def f():\n    f()\n    probe()\nf()\n", None, id="recursion"),
        pytest.param("def f():\n    probe()\nx = tf.ones(1)\nf()\n", 5, id="before the call"),
        pytest.param("def f():\n    probe()\nf()\nx = tf.ones(1)\n", None, id="after the call"),
        pytest.param("def f():\n    probe()\nf()\nx = tf.ones(1)\nf()\n", None, id="before one of two calls"),
        pytest.param("def f():\n    probe()\nrun(f)\nx = tf.ones(1)\n", None, id="passed on"),
        pytest.param("def f():\n    probe()\nx = tf.ones(1)\n", 5, id="called by another file"),
        pytest.param("class A:\n    def f(self):\n        probe()\nx = tf.ones(1)\n", None, id="method"),
        pytest.param("x = tf.ones(1)\nif a:\n    probe()\n", 3, id="outer block"),
    ],
)
def test_certain(body: str, line: int | None) -> None:
    assert line_of(body) == line


def test_the_block_of_the_start() -> None:
    module = module_of(IMPORTS + "x = tf.ones(1)\nif a:\n    y = tf.ones(1)\n    probe()\n")
    found = Runtime(module, Stage.TAKEN).start(module.calls("probe")[0])
    assert found is not None
    assert isinstance(found.before, ast.If)
    assert found.statement is module.root.body[2]


def test_random_layers_of_keras_2_make_no_variable() -> None:
    module = module_of(IMPORTS + "x = keras.layers.Dropout(0.1)\nprobe()\n", keras=2, keras_explicit=True)
    assert Runtime(module, Stage.TAKEN).start(module.calls("probe")[0]) is None
