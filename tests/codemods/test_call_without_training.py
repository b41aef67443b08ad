"""The preconditions of call-without-training, one by one; whole files are in ``corpus``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix.config.settings import Generation, Settings
from tffix.engine import check_file
from tffix.results import Finding
from tffix.testing import case_folders, check_case, read_case

CORPUS = Path(__file__).parents[2] / "corpus"
FOLDERS = [folder for folder in case_folders(CORPUS) if folder.parent.name == "call-without-training"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_case(folder: Path) -> None:
    check_case(read_case(folder))


PARTS = "        self.parts = []\n        self.parts.append(keras.layers.Dropout(0.5))"


def model(
    *,
    base: str = "keras.Model",
    layer: str = "keras.layers.Dropout(0.5)",
    call: str = "def call(self, x): return self.drop(x)",
    extra: str = "",
    made: str = "Net()",
    trained: str = "net.fit(x, y)",
) -> str:
    """A fitted model with one part exchanged."""
    return f"""
import tensorflow as tf
from tensorflow import keras

class Net({base}):
    def __init__(self, inner=None):
        super().__init__()
        self.drop = {layer}

    {call}
{extra}
net = {made}
net.compile("adam", "mse")
{trained}
"""


def found(source: str, keras: Generation = 3) -> list[Finding]:
    settings = Settings(codes=frozenset(["TF207"]), unsafe_fixes=True, keras=keras, keras_explicit=True)
    result = check_file(source.encode(), "train.py", settings)
    assert result.error is None
    return list(result.findings)


def applicability(source: str, keras: Generation = 3) -> str | None:
    findings = found(source, keras)
    assert len(findings) <= 1, findings
    return findings[0].applicability if findings else None


def test_only_for_keras_3() -> None:
    assert applicability(model(), 3) == "safe"
    assert applicability(model(), 2) is None


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"base": "keras.Sequential"}, "safe"),
        ({"base": "keras.layers.Layer"}, None),
        ({"base": "tf.Module"}, None),
        ({"base": "Unknown"}, None),
        ({"layer": "keras.layers.BatchNormalization()"}, "safe"),
        ({"layer": "keras.layers.BatchNormalization(trainable=False)"}, None),
        ({"layer": "keras.layers.LSTM(3, dropout=0.1)"}, "safe"),
        ({"layer": "keras.layers.Dense(3)  # Dropout"}, None),
        ({"layer": "inner", "made": "Net(keras.layers.Dropout(0.5))"}, "safe"),
        ({"layer": "keras.Sequential([keras.layers.Dropout(0.1)])"}, "safe"),
        ({"layer": "keras.Sequential([keras.layers.Dropout(0.1), make()])"}, "unsafe"),
        ({"layer": "[keras.layers.Dropout(0.5) for _ in range(3)]"}, "safe"),
        ({"trained": "net.evaluate(x, y)"}, None),
        ({"trained": "net.train_on_batch(x, y)"}, "safe"),
        ({"trained": "history = net.fit(x, y)"}, "safe"),
        ({"trained": "other.fit(x, y)"}, None),
        ({"made": "Net() if new else keras.models.load_model('m')"}, None),
        ({"made": "keras.Sequential([Net()])"}, None),
        ({"made": "wrap(Net())"}, None),
        ({"call": "def call(self, x, training=None): return self.drop(x)"}, None),
        ({"call": "def call(self, x, train=False): return self.drop(x)"}, None),
        ({"call": "def call(self, x): return self.drop(x, training=training)"}, None),
        ({"call": "def call(self, x): return self.drop(x, training=self.on)"}, None),
        ({"call": "def call(self, x): return self.drop(x) + self.drop(x, training=True)"}, "safe"),
        ({"call": "async def call(self, x): return self.drop(x)"}, None),
        ({"call": "call = helper"}, None),
        ({"extra": "    def train_step(self, data): ..."}, None),
        ({"extra": "    def fit(self, x, y): ...", "trained": "net.fit(x, y)"}, None),
        ({"extra": "    call = tf.function(call)"}, None),
        ({"trained": "Net.call = tf.function(Net.call)\nnet.fit(x, y)"}, None),
        ({"base": "keras.Model, metaclass=Meta"}, None),
        ({"call": "def call(self, x): return x"}, None),
        ({"call": "def call(self, x): return self.help(x)\n    def help(self, x): return self.drop(x)"}, "safe"),
        ({"call": "def call(self, x): return self.parts[0](x)", "layer": "None\n" + PARTS}, "safe"),
        ({"call": "def call(self, x): return [part(x) for part in self.parts]", "layer": "None\n" + PARTS}, "safe"),
        ({"call": "def call(self, x): return [part(x) for part in self.layers]"}, "safe"),
        ({"call": "def call(self, x): return getattr(self, name)(x)"}, "safe"),
        ({"call": "def call(self, x): return x if keras.backend.learning_phase() else self.drop(x)"}, None),
        ({"trained": "net.call = tf.function(net.call)\nnet.fit(x, y)"}, None),
    ],
)
def test_preconditions(changes: dict[str, str], expected: str | None) -> None:
    assert applicability(model(**changes)) == expected


def test_layers_of_a_base_class() -> None:
    inherited = "class Net2(Net):\n    def call(self, x):\n        return 2 * self.drop(x)\n"
    assert applicability(model(call="", extra=inherited, made="Net2()")) == "safe"


def test_message_names_the_class_that_holds_the_method() -> None:
    source = model(extra="\nclass Other(Net): ...\n", made="Other()")
    (finding,) = found(source)
    assert finding.message == "`Net.call` has no parameter `training`: `fit` of Keras 3 leaves its `Dropout` off"
