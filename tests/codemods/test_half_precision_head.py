"""What half-precision-head says, and how far its fixes can be trusted; whole files are in ``corpus``."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tffix.config.settings import Generation, Settings
from tffix.engine import check_file
from tffix.results import Finding
from tffix.testing import case_folders, check_case, read_case

FOLDERS = [
    folder for folder in case_folders(Path(__file__).parents[2] / "corpus") if "half-precision-head" in folder.parts
]
SETUP = """
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.mixed_precision.set_global_policy("mixed_float16")
"""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_case(folder: Path) -> None:
    check_case(read_case(folder))


def findings(source: str, keras: Generation = 3) -> list[Finding]:
    settings = Settings(codes=frozenset(["TF501"]), keras=keras, keras_explicit=True)
    result = check_file((SETUP + textwrap.dedent(source)).encode(), "model.py", settings)
    assert result.error is None
    return list(result.findings)


def applicability(source: str, keras: Generation = 3) -> str | None:
    """That of the only finding; ``None`` where there is none."""
    found = findings(source, keras)
    assert len(found) <= 1
    return found[0].applicability if found else None


def sequential(layer: str, compiled: str) -> str:
    return f"model = keras.Sequential([layers.Dense(8), {layer}])\nmodel.compile({compiled})\n"


@pytest.mark.parametrize(
    "layer",
    [
        'layers.Dense(3, activation="softmax")',
        'layers.Dense(3, "sigmoid")',
        "layers.Dense(3, activation=tf.nn.softmax)",
        "layers.Dense(3, activation=keras.activations.sigmoid)",
        'layers.Activation("softmax")',
        "layers.Activation(tf.nn.log_softmax)",
        "layers.Softmax()",
        'layers.Conv2D(1, 1, activation="sigmoid")',
    ],
)
@pytest.mark.parametrize("keras", [2, 3])
def test_probabilities_are_safe_whatever_the_loss(layer: str, keras: Generation) -> None:
    assert applicability(sequential(layer, '"adam", loss=my_loss'), keras) == "safe"


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        ('"mse"', "safe"),
        ('"mean_absolute_error"', "safe"),
        ("keras.losses.Huber()", "safe"),
        ("keras.losses.mean_squared_error", "safe"),
        ("keras.losses.BinaryCrossentropy(from_logits=True)", "unsafe"),
        ("keras.losses.BinaryCrossentropy()", None),
        ("my_loss", None),
        ('"binary_crossentropy"', None),
    ],
)
def test_linear_heads_by_their_loss(loss: str, expected: str | None) -> None:
    assert applicability(sequential("layers.Dense(1)", f'"adam", {loss}')) == expected
    assert applicability(sequential("layers.Dense(1)", f'"adam", loss={loss}')) == expected


@pytest.mark.parametrize("activation", ["tanh", "selu"])
def test_heads_of_small_values_are_left_alone(activation: str) -> None:
    assert applicability(sequential(f'layers.Dense(1, activation="{activation}")', '"adam", "mse"')) is None


@pytest.mark.parametrize(
    "layer",
    [
        'layers.Dense(3, activation="softmax", dtype="float32")',
        'layers.Dense(3, activation="softmax", dtype=policy)',
        'layers.Dense(3, activation="softmax", **options)',
        'layers.TimeDistributed(layers.Dense(3, activation="softmax"))',
        "layers.Reshape((1, 3))",
        "Head(3)",
    ],
)
def test_layers_that_are_left_alone(layer: str) -> None:
    assert applicability(sequential(layer, '"adam", "mse"')) is None


@pytest.mark.parametrize(
    ("outputs", "losses"),
    [
        ("[a, b]", '[keras.losses.CategoricalCrossentropy(from_logits=True), "mse"]'),
        ('{"first": a, "b": b}', '{"first": keras.losses.CategoricalCrossentropy(from_logits=True), "b": "mse"}'),
        ("(a, b)", '{"a": keras.losses.CategoricalCrossentropy(from_logits=True), "b": "mse"}'),
    ],
)
def test_each_head_by_its_own_loss(outputs: str, losses: str) -> None:
    source = f"""
    inputs = keras.Input((4,))
    a = layers.Dense(3, name="a")(inputs)
    b = layers.Dense(1, name="b")(inputs)
    model = keras.Model(inputs, {outputs})
    model.compile("adam", loss={losses})
    """
    assert [finding.applicability for finding in findings(source)] == ["unsafe", "safe"]


def test_several_outputs_that_meet_in_a_step() -> None:
    source = """
    inputs = keras.Input((4,))
    actor = layers.Dense(2, activation="softmax")(inputs)
    critic = layers.Dense(1)(inputs)
    model = keras.Model(inputs, [actor, critic])

    def step(state, reward):
        with tf.GradientTape() as tape:
            probabilities, value = model(state)
            loss = tf.math.log(probabilities[0, 0]) * (reward - value)
        return tape.gradient(loss, model.trainable_variables)
    """
    assert findings(source) == []


def test_two_models_in_a_step() -> None:
    source = """
    encoder = keras.Sequential([layers.Dense(8), layers.Dense(4, activation="tanh")])
    decoder = keras.Sequential([layers.Dense(8), layers.Dense(16, activation="sigmoid")])

    def step(x):
        with tf.GradientTape() as tape:
            loss = bce(x, decoder(encoder(x)))
        return tape.gradient(loss, decoder.trainable_variables)
    """
    assert applicability(source) == "unsafe"


def test_model_that_is_only_a_part() -> None:
    source = """
    gate = keras.Sequential([layers.Dense(8), layers.Dense(3, activation="sigmoid")])
    inputs = keras.Input((3,))
    outputs = layers.Multiply()([inputs, gate(inputs)])
    model = keras.Model(inputs, layers.Dense(1, dtype="float32")(outputs))
    model.compile("adam", "mse")
    """
    assert findings(source) == []


@pytest.mark.parametrize(
    "source",
    [
        'model = keras.Sequential([layers.Dense(8), layers.Dense(3, activation="softmax")])',
        "def build():\n    i = keras.Input((3,))\n    return keras.Model(i, layers.Dense(1, 'sigmoid')(i))",
    ],
)
def test_model_that_is_only_made(source: str) -> None:
    assert applicability(source) == "unsafe"


@pytest.mark.parametrize(
    "source",
    [
        "model = keras.Sequential([layers.Dense(8), layers.Dense(3)])",
        """
        class Gated(layers.Layer):
            def __init__(self):
                super().__init__()
                self.gate = keras.Sequential([layers.Dense(8), layers.Dense(3, activation="sigmoid")])
        """,
        """
        def gate():
            return keras.Sequential([layers.Dense(8), layers.Dense(3, activation="sigmoid")])

        inputs = keras.Input((3,))
        outputs = layers.Multiply()([inputs, gate()(inputs)])
        """,
    ],
)
def test_what_is_only_made_and_left_alone(source: str) -> None:
    assert findings(source) == []


def test_part_of_another_model_that_is_also_run_alone() -> None:
    source = """
    codes = keras.Sequential([layers.Dense(8), layers.Dense(4, activation="sigmoid")])
    {whole}
    model.compile("adam", "mse")
    codes.predict(x)
    """
    for whole in (
        'model = keras.Sequential([codes, layers.Dense(3, dtype="float32")])',
        'model = keras.Model(inputs, layers.Dense(3, dtype="float32")(codes(layers.Dense(4)(keras.Input((3,))))))',
    ):
        assert applicability(source.format(whole=whole)) == "unsafe"


def test_part_that_gives_the_output_of_the_whole() -> None:
    source = """
    judge = keras.Sequential([layers.Dense(8), layers.Dense(1, activation="sigmoid")])
    judge.compile("adam", "binary_crossentropy")
    noise = keras.Input((3,))
    validity = judge(layers.Dense(4)(noise))
    model = keras.Model(noise, validity)
    model.compile("adam", "binary_crossentropy")
    """
    assert applicability(source) == "safe"


def test_model_used_as_the_last_layer() -> None:
    source = """
    head = keras.Sequential([layers.Dense(8), layers.Dense(3, activation="softmax")])
    inputs = keras.Input((3,))
    model = keras.Model(inputs, head(layers.Dense(4)(inputs)))
    model.compile("adam", "mse")
    """
    assert applicability(source) == "safe"


def test_output_under_another_name_inside_the_model() -> None:
    source = """
    inputs = keras.Input((3,))
    gate = layers.Dense(3, activation="sigmoid")(inputs)
    weight = gate
    mixed = layers.Multiply()([inputs, weight])
    model = keras.Model(inputs, [gate, layers.Dense(1, dtype="float32")(mixed)])
    model.compile("adam", "mse")
    """
    assert applicability(source) == "unsafe"


def test_layer_that_is_applied_twice() -> None:
    source = """
    head = layers.Dense(3, activation="softmax")
    inputs = keras.Input((3,))
    model = keras.Model(inputs, head(head(inputs)))
    model.compile("adam", "categorical_crossentropy")
    """
    assert applicability(source) == "unsafe"


def test_layers_popped_from_a_sequential() -> None:
    source = """
    model = keras.Sequential()
    model.add(layers.Dense(3, activation="softmax"))
    model.pop()
    model.add(layers.Dense(3, activation="softmax"))
    model.compile("adam", "mse")
    """
    assert findings(source) == []


def test_list_of_layers_that_can_have_grown() -> None:
    source = """
    stack = [layers.Dense(8), layers.Dense(3, activation="sigmoid")]
    {more}
    model = keras.Sequential(stack)
    model.compile("adam", "mse")
    """
    assert findings(source.format(more="stack.append(layers.Dense(1))")) == []
    assert applicability(source.format(more="pass")) == "safe"


def test_model_that_another_function_adds_to() -> None:
    source = """
    def extend(net):
        net.add(layers.Dense(3, dtype="float32"))

    model = keras.Sequential([layers.Dense(8), layers.Dense(3, activation="sigmoid")])
    extend(model)
    model.compile("adam", "mse")
    """
    assert findings(source) == []


def test_output_that_another_model_goes_on_from() -> None:
    source = """
    base = keras.Sequential([layers.Dense(8), layers.Dense(3, activation="sigmoid")])
    base.compile("adam", "mse")
    {more}
    """
    for more in (
        'more = keras.Model(base.input, layers.Dense(1, dtype="float32")(base.output))',
        'x = base.output; x = layers.Dense(1, dtype="float32")(x); more = keras.Model(base.input, x)',
    ):
        assert applicability(source.format(more=more)) == "unsafe"
    assert applicability(source.format(more="more = keras.Model(base.input, base.output)")) == "safe"


def test_layers_added_in_a_loop() -> None:
    source = """
    model = keras.Sequential()
    for width in widths:
        model.add(layers.Dense(width, activation="sigmoid"))
    model.compile("adam", "mse")
    """
    assert findings(source) == []


@pytest.mark.parametrize("naming", ["x = tf.cast(x, tf.float16)", 'x = x.astype("float16")', "t = np.half"])
def test_file_that_names_half_precision_itself(naming: str) -> None:
    source = sequential('layers.Dense(3, activation="softmax")', '"adam", "mse"')
    assert applicability(source + naming) == "unsafe"


def test_message_names_policy_and_layer() -> None:
    (finding,) = findings(sequential('layers.Dense(3, activation="softmax")', '"adam", "mse"'))
    assert "`layers.Dense`" in finding.message
    assert "softmax" in finding.message
    assert "mixed_float16" in finding.message
