"""The table of old APIs: every row against the installed TensorFlow and Keras, and every name through the codemods."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path

import pytest

from tests.codemods.api import samples
from tffix.config.settings import Generation, Settings
from tffix.engine import check_file, fix_file
from tffix.verify.versions import tensorflow_is_installed

ROOT = Path(__file__).resolve().parents[2]
tables = import_module("tffix.codemods.api._table")
ROWS = tables.table().rows
GENERATIONS: tuple[Generation, Generation] = (3, 2)
NEEDS_TENSORFLOW = [
    pytest.mark.tensorflow,
    pytest.mark.slow,
    pytest.mark.skipif(not tensorflow_is_installed(), reason="TensorFlow is not installed"),
]


def row(old: str):
    (found,) = [one for one in ROWS if one.old == old]
    return found


AUTOTUNE = row("tf.data.experimental.AUTOTUNE")
RATE = row("keras.optimizers.*(lr)")
RUN = row("Strategy.experimental_run_v2")
NONE = row("keras.losses.Reduction.NONE")
WRONG = {
    "new name that does not exist": replace(AUTOTUNE, new="tf.data.AUTO"),
    "old name that works and is said to fail": replace(AUTOTUNE, keras3="fails"),
    "old name that fails and is said to work": replace(row("tf.set_random_seed"), keras3="works", keras2="works"),
    "current name that is gone": replace(row("tf.recompute_grad"), old="tf.contrib"),
    "argument that does not exist": replace(RATE, new="rate"),
    "argument that is ignored and is said to work": replace(RATE, keras2="works"),
    "argument that fails and is said to be ignored": replace(RATE, keras3="ignored"),
    "method that does not exist": replace(RUN, new="run_v3"),
    "method that is there and is said to be gone": replace(RUN, old="Strategy.run"),
    "value of another meaning": replace(NONE, new='"sum"', keras2="works"),
    "value that is not allowed": replace(NONE, new='"nothing"'),
}
"""Rows that the check must refuse."""


def looked_up(rows: Sequence[object], generation: Generation) -> list[tuple[str, str | None]]:
    """What a process with that generation of Keras says of ``rows``."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.codemods.api.probe", str(generation)]
    source = json.dumps([asdict(one) for one in rows])  # type: ignore[call-overload]
    result = subprocess.run(
        command, cwd=ROOT, env=environment, input=source, capture_output=True, encoding="utf-8", timeout=600
    )
    assert result.returncode == 0, result.stderr[-2000:]
    return [(status, problem) for status, problem in json.loads(result.stdout)]


def problems(one, seen: tuple[str, str | None], generation: Generation) -> list[str]:
    """What a row says of a generation and is not so."""
    status, problem = seen
    found = (
        [] if status == one.status(generation) else [f"{one.old} {status}, and the table says {one.status(generation)}"]
    )
    if problem is not None and (one.is_for(generation) or one.kind == "namespace"):
        found.append(f"{one.old}: {problem}")
    if one.kind == "keep" and generation == 3 and status != "works":
        found.append(f"{one.old} is not current")
    return found


@pytest.fixture(scope="session")
def seen() -> dict[Generation, list[tuple[str, str | None]]]:
    return {generation: looked_up([*ROWS, *WRONG.values()], generation) for generation in GENERATIONS}


@pytest.mark.parametrize("generation", [pytest.param(one, marks=NEEDS_TENSORFLOW) for one in GENERATIONS])
def test_every_row_is_true(seen, generation: Generation) -> None:
    found = [
        text for one, told in zip(ROWS, seen[generation], strict=False) for text in problems(one, told, generation)
    ]
    assert found == []


@pytest.mark.parametrize("name", [pytest.param(name, marks=NEEDS_TENSORFLOW) for name in WRONG])
def test_a_wrong_row_is_refused(seen, name: str) -> None:
    place = len(ROWS) + list(WRONG).index(name)
    assert [text for one in GENERATIONS for text in problems(WRONG[name], seen[one][place], one)]


# -- the table itself -----------------------------------------------------------------------------------------------


def test_no_api_stands_twice() -> None:
    assert [old for old, count in Counter(one.old for one in ROWS).items() if count > 1] == []


@pytest.mark.parametrize("one", ROWS, ids=lambda one: one.old)
def test_row_is_complete(one) -> None:
    assert one.kind in ("name", "value", "namespace", "call", "apply", "argument", "signature", "member", "keep")
    assert one.fix in ("safe", "unsafe", "none")
    assert {one.keras3, one.keras2} <= {"works", "ignored", "fails"}
    assert one.source.startswith("https://")
    assert one.until or one.keras3 != "fails"
    assert one.new or one.note or one.kind == "namespace"
    assert bool(one.new) or one.kind in ("argument", "keep", "namespace") or one.fix == "none"


@pytest.mark.parametrize(
    "one", [one for one in ROWS if one.kind in ("call", "apply", "signature", "argument")], ids=str
)
def test_row_has_a_sample(one) -> None:
    assert one.old in samples.ARGUMENTS or one.name in samples.CALLS


def test_a_line_with_too_few_columns_is_refused() -> None:
    text = tables.TABLE.read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="zip"):
        tables.read(text + "name\ttf.a\ttf.b\n")


# -- every name through the codemods ---------------------------------------------------------------------------------

NAMES = [one for one in ROWS if one.kind in ("name", "value") and one.fix != "none"]


def settings(generation: Generation) -> Settings:
    codes = frozenset(["TF901", "TF902"])
    return Settings(codes=codes, unsafe_fixes=True, keras=generation, keras_explicit=True)


def fixed(source: str, generation: Generation = 3) -> str:
    result = fix_file(source.encode(), "train.py", settings(generation))
    assert result.error is None
    return source if result.after is None else result.after.decode()


@pytest.mark.parametrize("one", NAMES, ids=lambda one: one.old)
def test_name_is_found_by_its_words_and_rewritten(one) -> None:
    assert fixed(f"import keras\nimport tensorflow as tf\n\nx = {one.old}\n").endswith(f"x = {one.new}\n")


@pytest.mark.parametrize("one", NAMES, ids=lambda one: one.old)
def test_imported_name_is_rewritten(one) -> None:
    parent, _, name = one.old.replace("tf.", "tensorflow.", 1).rpartition(".")
    result = fixed(f"import tensorflow as tf\nfrom {parent} import {name} as old\n\nx = old, tf.Variable\n")
    new = one.new.replace("tf.", "tensorflow.", 1)
    if one.kind == "value" or "Dataset." in new or "tensorflow.distribute" in new:
        return
    where, _, leaf = new.rpartition(".")
    assert f"from {where} import {leaf} as old\n" in result


@pytest.mark.parametrize("one", [one for one in ROWS if one.kind == "keep"], ids=lambda one: one.old)
def test_current_name_is_left_alone(one) -> None:
    if "(" in one.old:
        source = f"@tf.function({one.parameters[0]}=None)\ndef f():\n    pass\n"
    else:
        source = f"strategy = tf.distribute.MirroredStrategy()\noptions = tf.data.Options()\nx = {one.old}\n"
        source = source.replace("= Strategy.", "= strategy.").replace("= Options.", "= options.")
    assert not check_file(f"import tensorflow as tf\n{source}".encode(), "train.py", settings(3)).findings
