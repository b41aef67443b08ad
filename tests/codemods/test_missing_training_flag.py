"""The preconditions of missing-training-flag, one by one; whole files are in ``corpus``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix.config.settings import Generation, Settings
from tffix.engine import check_file, fix_file
from tffix.results import Finding
from tffix.testing import case_folders, check_case, read_case

CORPUS = Path(__file__).parents[2] / "corpus"
FOLDERS = [folder for folder in case_folders(CORPUS) if folder.parent.name == "missing-training-flag"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_case(folder: Path) -> None:
    check_case(read_case(folder))


def step(
    *,
    layers: str = "keras.layers.Dense(8), keras.layers.Dropout(0.5)",
    model: str = "keras.Sequential([{layers}])",
    tape: str = "tf.GradientTape()",
    call: str = "model(x)",
    variables: str = "model.trainable_variables",
    extra: str = "",
) -> str:
    """A training step with one part exchanged."""
    return f"""
import tensorflow as tf
from tensorflow import keras

{extra}
model = {model.format(layers=layers)}
optimizer = keras.optimizers.Adam()
loss_fn = keras.losses.MeanSquaredError()

def train_step(x, y):
    with {tape} as tape:
        loss = loss_fn(y, {call})
    grads = tape.gradient(loss, {variables})
    optimizer.apply_gradients(zip(grads, {variables}))
"""


def found(source: str, keras: Generation = 3) -> list[Finding]:
    settings = Settings(codes=frozenset(["TF206"]), unsafe_fixes=True, keras=keras, keras_explicit=True)
    result = check_file(source.encode(), "train.py", settings)
    assert result.error is None
    return list(result.findings)


def applicability(source: str, keras: Generation = 3) -> str | None:
    """Of the only finding's fix; ``None`` where there is no finding."""
    findings = found(source, keras)
    assert len(findings) <= 1, findings
    return findings[0].applicability if findings else None


@pytest.mark.parametrize("keras", [2, 3])
def test_visible_model(keras: Generation) -> None:
    assert applicability(step(), keras) == "safe"


@pytest.mark.parametrize(
    ("layer", "has_modes"),
    [
        ("Dropout(0.5)", True),
        ("Dropout(rate)", True),
        ("Dropout(0)", False),
        ("Dropout(rate=0.0)", False),
        ("BatchNormalization()", True),
        ("BatchNormalization(trainable=False)", False),
        ("GaussianNoise(0.1)", True),
        ("SpatialDropout1D(0.1)", True),
        ("LSTM(8)", False),
        ("LSTM(8, dropout=0.1)", True),
        ("LSTM(8, dropout=0.0)", False),
        ("GRU(8, recurrent_dropout=0.1)", True),
        ("Bidirectional(keras.layers.LSTM(8, dropout=0.1))", True),
        ("RNN(keras.layers.GRUCell(8, dropout=0.1))", True),
        ("LayerNormalization()", False),
        ("Conv2D(8, 3)", False),
        ("RandomFlip()", False),
    ],
)
def test_layers(layer: str, has_modes: bool) -> None:
    source = step(layers=f"keras.layers.Dense(8), keras.layers.{layer}  # Dropout\n")
    assert applicability(source) == ("safe" if has_modes else None)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"call": "model(x, training=None)"}, None),
        ({"call": "model(x, **{})"}, None),
        ({"call": "model(*x)"}, None),
        ({"call": "model(x, True)"}, None),
        ({"call": "model.call(x)"}, None),
        ({"call": "model(x) + model(y, training=True)"}, None),
        ({"call": "tf.stop_gradient(model(x))"}, None),
        ({"call": "other(x) + model(x)"}, "unsafe"),
        ({"call": "model(x)", "extra": "teacher = keras.models.load_model('t')"}, "safe"),
        ({"call": "model(x) - teacher(x)", "extra": "teacher = keras.models.load_model('t')"}, None),
        ({"variables": "model.layers[-1].trainable_variables"}, None),
        ({"variables": "[x]"}, None),
        ({"tape": "tf.GradientTape(watch_accessed_variables=False)"}, None),
        ({"layers": "keras.layers.Dropout(0.5), make_head()"}, "unsafe"),
        ({"layers": "keras.layers.Dropout(0.5), keras.applications.VGG16()"}, "unsafe"),
        ({"extra": "import hub\n", "layers": "keras.layers.Dropout(0.5), hub.KerasLayer('u')"}, "unsafe"),
        ({"model": "keras.models.load_model('m')  # Dropout"}, None),
        ({"model": "tf.function(keras.Sequential([{layers}]))"}, None),
        ({"model": "keras.Sequential([{layers}]) if big else keras.Sequential([keras.layers.Dense(1)])"}, "safe"),
        ({"model": "keras.Sequential([{layers}]) if big else load()"}, None),
        ({"extra": "def freeze(layer):\n    layer.trainable = False\n"}, "unsafe"),
        ({"extra": "keras.backend.set_learning_phase(1)"}, None),
        ({"extra": "from net import head", "layers": "keras.layers.Dropout(0.5), head"}, "unsafe"),
        ({"extra": "from net import UNITS", "layers": "keras.layers.Dropout(0.5), keras.layers.Dense(UNITS)"}, "safe"),
        ({"extra": "Dense = tf.keras.layers.Dense", "layers": "keras.layers.Dropout(0.5), Dense(8)"}, "safe"),
        ({"extra": "def wrap(net):\n    net.call = tf.function(net.call)\n"}, "unsafe"),
        ({"model": "keras.Model(base.input, keras.layers.Dropout(0.5)(base.output))"}, "unsafe"),
    ],
)
def test_preconditions(changes: dict[str, str], expected: str | None) -> None:
    assert applicability(step(**changes)) == expected


def net(call: str, *, base: str = "keras.Model", other: str = "") -> str:
    return f"""
class Net({base}):
    def __init__(self):
        super().__init__()
        self.drop = keras.layers.Dropout(0.5)

    {call}
        return self.drop(x)
{other}
"""


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        (net("def call(self, x):"), "safe"),
        (net("def call(self, x, training=None):"), "safe"),
        (net("def call(self, x, **kwargs):"), "safe"),
        (net("def call(self, x, training=True):"), None),
        (net("def call(self, x, is_training=True):"), None),
        (net("def call(self, *x):"), None),
        (net("def call(self, x):", base="keras.layers.Layer"), "safe"),
        (net("def call(self, x):", base="tf.Module"), None),
        (net("def call(self, x):", base="Unknown"), None),
        (net("def call(self, x):", other="    def __call__(self, x):\n        return self.call(x)\n"), None),
        ("@register\n" + net("def call(self, x):").lstrip(), None),
    ],
)
def test_classes(extra: str, expected: str | None) -> None:
    assert applicability(step(extra=extra, model="Net()")) == expected


def test_self_may_be_an_instance_of_a_subclass() -> None:
    train_step = """
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(y=y, y_pred=self(x))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
"""
    source = step(extra=net("def call(self, x):", other=train_step), call="model(x, training=True)")
    assert applicability(source) == "safe"
    other = "class Other(Net):\n    def call(self, x, training=True):\n        return x\n"
    assert applicability(source + other) is None


def test_decorated_call_has_a_reason() -> None:
    (finding,) = found(step(extra=net("@tf.function\n    def call(self, x):"), model="Net()"))
    assert "is decorated" in (finding.reason or "")


def test_models_of_one_builder_are_two_models() -> None:
    builder = "def build():\n    return keras.Sequential([keras.layers.Dropout(0.5)])\n\ntarget = build()"
    assert applicability(step(extra=builder, model="build()")) == "safe"
    assert applicability(step(extra=builder, model="build()", call="model(x) - target(x)")) is None
    pair = "def build():\n    m = keras.Sequential([keras.layers.Dropout(0.5)])\n    return m, 1\n\ntarget, _ = build()"
    source = step(extra=pair, model="None", call="model(x) - target(x)").replace("model = None", "model, _ = build()")
    assert applicability(source) is None


def test_all_calls_of_a_tape_are_one_fix() -> None:
    source = step(call="model(x) + model(y)")
    settings = Settings(codes=frozenset(["TF206"]), keras=3, keras_explicit=True)
    after = fix_file(source.encode(), "train.py", settings).after
    assert after is not None
    assert after.decode().count("training=True") == 2
    assert len(found(source)) == 1


def test_words_do_not_drop_a_file() -> None:
    """An evaluation is also looked at where only ``training=True`` is a default."""
    source = step(extra=net("def call(self, x, training=True):"), model="Net()")
    evaluation = "\ndef evaluate(x):\n    return model(x)\n"
    assert applicability(source + evaluation) == "unsafe"
    assert applicability(step() + evaluation.replace("evaluate", "show")) == "safe"
