"""New names of saved files, one by one, and what resuming gives; whole files are in ``corpus``."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tffix.verify.versions import tensorflow_is_installed

formats = import_module("tffix.codemods.saving._formats")
MODEL, WEIGHTS = formats.MODEL, formats.WEIGHTS
CORPUS = Path(__file__).parents[2] / "corpus" / "weights-only-checkpoint"
RESUMED = """
import tempfile

import tensorflow as tf

source = open({path!r}, encoding="utf-8").read()


def train(folder, stop):
    tf.keras.utils.set_random_seed(3)
    code = source.replace("tempfile.mkdtemp()", repr(folder))
    code = code.replace("    for start in", f"    if epoch >= {{stop}}:\\n        break\\n    for start in")
    code = code.replace("        train_step(", "        losses.append(train_step(")
    code = code.replace("y[start : start + 16])", "y[start : start + 16]))")
    names = {{"losses": []}}
    exec(compile(code, "case", "exec"), names)
    return [float(loss) for loss in names["losses"]]


whole = train(tempfile.mkdtemp(), 4)
folder = tempfile.mkdtemp()
first = train(folder, 2)
print("equal" if first + train(folder, 4) == whole else "different")
"""


@pytest.mark.parametrize(
    ("old", "suffix", "new"),
    [
        ("model.h5", MODEL, "model.keras"),
        ("out/model", MODEL, "out/model.keras"),
        ("saved/", MODEL, "saved.keras"),
        ("model_0.95", MODEL, "model_0.95.keras"),
        ("net.tf", MODEL, "net.keras"),
        (".h5", MODEL, ".keras"),
        ("model.h5", WEIGHTS, "model.weights.h5"),
        ("model_weights.h5", WEIGHTS, "model.weights.h5"),
        ("_weights.h5", WEIGHTS, ".weights.h5"),
        ("ckpt/weights.ckpt", WEIGHTS, "ckpt/weights.weights.h5"),
        ("net.weights", WEIGHTS, "net.weights.h5"),
        ("net.weights.h5", WEIGHTS, "net.weights.h5"),
    ],
)
def test_renamed(old: str, suffix: str, new: str) -> None:
    assert formats.renamed(old, suffix) == new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"a.h5"', '"a.keras"'),
        ("f'{x}_{i:02d}.h5'", "f'{x}_{i:02d}.keras'"),
        ('r"C:\\models\\a.h5"', 'r"C:\\models\\a.keras"'),
        ('"a" "b.h5"', None),
        ('"a"\n"b.h5"', None),
    ],
)
def test_renamed_literal(old: str, new: str | None) -> None:
    assert formats.renamed_literal(old, MODEL) == new


@pytest.mark.tensorflow
@pytest.mark.slow
@pytest.mark.skipif(not tensorflow_is_installed(), reason="TensorFlow is not installed")
@pytest.mark.parametrize(("version", "expected"), [("before", "different"), ("after", "equal")])
def test_only_a_checkpoint_goes_on_as_without_a_break(version: str, expected: str) -> None:
    path = CORPUS / "trains-from-the-start-where-nothing-was-saved" / f"{version}.py"
    run = subprocess.run(
        [sys.executable, "-c", RESUMED.format(path=str(path))], capture_output=True, text=True, check=False
    )
    assert run.stdout.split()[-1:] == [expected], run.stderr
