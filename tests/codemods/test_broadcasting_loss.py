"""The preconditions of broadcasting-loss, one by one; whole files are in ``corpus``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix.config.settings import Generation, Settings
from tffix.engine import check_file, fix_file
from tffix.results import Finding
from tffix.testing import case_folders, check_case, read_case

CORPUS = Path(__file__).parents[2] / "corpus"
FOLDERS = [folder for folder in case_folders(CORPUS) if folder.parent.name == "broadcasting-loss"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_case(folder: Path) -> None:
    check_case(read_case(folder))


def regression(
    *,
    y: str = "np.zeros(8)",
    prediction: str = "model(x)",
    loss: str = "tf.reduce_mean(tf.square(y - p))",
    imports: str = "import tensorflow as tf",
) -> str:
    return f"""
import numpy as np
{imports}
from tensorflow import keras

x = np.zeros((8, 3))
y = {y}
model = keras.Sequential([keras.layers.Dense(1)])
p = {prediction}
loss = {loss}
"""


def settings(keras: Generation, **options: object) -> Settings:
    return Settings(
        codes=frozenset(["TF211"]),
        unsafe_fixes=True,
        keras=keras,
        keras_explicit=True,
        options={"broadcasting-loss": options} if options else {},
    )


def found(source: str, keras: Generation = 3, **options: object) -> list[Finding]:
    result = check_file(source.encode(), "train.py", settings(keras, **options))
    assert result.error is None
    return list(result.findings)


@pytest.mark.parametrize(
    "loss",
    [
        "tf.reduce_mean(tf.square(y - p))",
        "tf.reduce_mean((p - y) ** 2)",
        "tf.math.reduce_sum(tf.abs(y - p))",
        "tf.reduce_mean(0.5 * tf.pow(y - p, 2))",
        "tf.reduce_mean(tf.math.squared_difference(y, p))",
        "tf.reduce_mean(tf.square(tf.subtract(y, p)))",
        "((y - p) ** 2).mean()",
        "np.sqrt(np.mean((y - p) ** 2))",
        "tf.reduce_mean(tf.square(y - tf.cast(p, tf.float64)))",
    ],
)
def test_forms_of_the_loss(loss: str) -> None:
    (finding,) = found(regression(loss=loss))
    assert finding.reason is not None


@pytest.mark.parametrize(
    "changes",
    [
        {"y": "np.zeros((8, 1))"},
        {"y": "np.zeros(1)"},
        {"y": "0.0"},
        {"y": "load()"},
        {"prediction": "tf.squeeze(model(x))"},
        {"prediction": "model(x)[:, 0]"},
        {"prediction": "tf.zeros([8, 1])"},
        {"loss": "y - p"},
        {"loss": "show(y - p)"},
        {"loss": "tf.reduce_mean(tf.square(y + p))"},
        {"loss": "tf.reduce_mean(tf.square(y - p[:, 0]))"},
        {"loss": "tf.reduce_mean(tf.square(p - p))"},
        {"loss": "keras.losses.MeanSquaredError()(y, p)"},
    ],
)
def test_what_is_no_finding(changes: dict[str, str]) -> None:
    assert found(regression(**changes)) == []


@pytest.mark.parametrize(
    ("function", "generations"),
    [("mse", [2]), ("MSE", [2]), ("mean_squared_error", [2]), ("huber", [2]), ("poisson", [2, 3]), ("hinge", [2, 3])],
)
def test_functions_of_keras(function: str, generations: list[int]) -> None:
    source = regression(loss=f"tf.reduce_mean(keras.losses.{function}(y, p))")
    assert [keras for keras in (2, 3) if found(source, keras)] == generations  # type: ignore[arg-type]


@pytest.mark.parametrize("dense", ["Dense(1)", "Dense( 1 )", "Dense(units=1)", "Dense(\n  # one\n  1)", "Dense(ONE)"])
def test_spellings_of_the_last_layer(dense: str) -> None:
    assert len(found("ONE = 1\n" + regression().replace("Dense(1)", dense))) == 1


def test_assertion_is_opt_in_and_unsafe() -> None:
    assert [finding.applicability for finding in found(regression())] == ["manual"]
    assert [finding.applicability for finding in found(regression(), **{"assert-shapes": True})] == ["unsafe"]


def test_assertion_brings_the_import_it_needs() -> None:
    source = regression(imports="", loss="np.mean((y - p) ** 2)")
    after = fix_file(source.encode(), "train.py", settings(3, **{"assert-shapes": True})).after
    assert after is not None
    assert b"import tensorflow as tf\n" in after
    assert b'\ntf.debugging.assert_shapes([(y, ("n",)), (p, ("n",))])\nloss = ' in after
    taken = source.replace("x = np", "tf = 1\nx = np")
    (finding,) = found(taken, **{"assert-shapes": True})
    assert finding.reason is not None


@pytest.mark.parametrize(
    "loss",
    [
        "tf.reduce_mean(tf.square(y - model(x)))",
        "tf.reduce_mean([tf.reduce_mean(tf.square(y - p)) for _ in range(2)])",
        "(lambda: tf.reduce_mean(tf.square(y - p)))()",
    ],
)
def test_assertion_needs_names_that_hold_before_the_statement(loss: str) -> None:
    (finding,) = found(regression(loss=loss), **{"assert-shapes": True})
    assert finding.reason is not None
