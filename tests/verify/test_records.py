from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tffix.verify.records import read

OPTIMIZER = {"kind": "optimizer", "opt": 0, "name": "Adam", "variables": 2, "initial": "aa"}


def step(loss: float | None, *, opt: int = 0, replica: int = 0, at: float = 0.0, weights: str = "bb") -> dict[str, Any]:
    return {
        "kind": "step",
        "opt": opt,
        "replica": replica,
        "loss": loss,
        "gradient": 3.0,
        "weights": weights,
        "size": 1.0,
        "at": at,
    }


def write(path: Path, *events: dict[str, Any], tail: str = "") -> Path:
    path.write_text("".join(json.dumps(event) + "\n" for event in events) + tail)
    return path


def test_a_process_that_never_wrote(tmp_path: Path) -> None:
    recording = read(tmp_path / "none.jsonl")
    assert (recording.status, recording.curves, recording.steps) == (None, (), 0)


def test_a_killed_process_is_read_as_far_as_it_got(tmp_path: Path) -> None:
    recording = read(write(tmp_path / "r", OPTIMIZER, step(2.0), step(1.0), tail='{"kind": "st'))
    assert recording.status is None
    assert recording.curves[0].losses == [2.0, 1.0]


def test_each_optimizer_has_its_curve(tmp_path: Path) -> None:
    second = {**OPTIMIZER, "opt": 1, "name": "SGD"}
    third = {**OPTIMIZER, "opt": 2}
    events = [OPTIMIZER, step(2.0), second, step(9.0, opt=1), step(1.0), third, step(5.0, opt=2)]
    recording = read(write(tmp_path / "r", *events))
    curves = [(curve.name, curve.losses) for curve in recording.curves]
    assert curves == [("Adam", [2.0, 1.0]), ("SGD", [9.0]), ("Adam 2", [5.0])]


def test_replicas_are_one_step(tmp_path: Path) -> None:
    events = [step(1.0), step(2.0, replica=1, weights="cc"), step(5.0)]
    (curve,) = read(write(tmp_path / "r", OPTIMIZER, *events)).curves
    assert curve.losses == [3.0]
    assert curve.steps[0].gradient == pytest.approx(18**0.5)
    assert (curve.replicas, curve.replicas_differ) == (2, True)


def test_steps_per_second_leave_the_first_steps_out(tmp_path: Path) -> None:
    slow = [step(1.0, at=float(at)) for at in range(6)]
    fast = [step(1.0, at=5 + at / 4) for at in range(1, 20)]
    (curve,) = read(write(tmp_path / "r", OPTIMIZER, *slow, *fast)).curves
    assert curve.steps_per_second == pytest.approx(4)
    (short,) = read(write(tmp_path / "s", OPTIMIZER, *slow)).curves
    assert short.steps_per_second is None


def test_missing_gradients_and_frozen_variables_have_names(tmp_path: Path) -> None:
    missing = {"kind": "none", "opt": 0, "names": ["bias"], "count": 1}
    end = {"kind": "end", "status": "ok", "frozen": {"0": ["bias"]}}
    (curve,) = read(write(tmp_path / "r", OPTIMIZER, missing, missing, step(1.0), end)).curves
    assert (curve.missing, curve.frozen) == (("bias",), ("bias",))
