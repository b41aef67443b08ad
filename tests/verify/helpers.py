"""Recordings and runs made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tffix.verify.process import Ended
from tffix.verify.records import Curve, Recording, Step
from tffix.verify.runs import Run


def curve(losses: Sequence[float | None], **details: Any) -> Curve:
    """A curve with these losses; equal losses mean equal weights."""
    steps = tuple(
        Step(loss=loss, gradient=1.0, weights=f"{loss}", size=1.0, at=float(at)) for at, loss in enumerate(losses)
    )
    return Curve(**{"name": "SGD", "variables": 2, "initial": "aa", "steps": steps, **details})


def recording(losses: Sequence[float | None] = (), **details: Any) -> Recording:
    """The recording of a run that ended well."""
    curves = (curve(losses),) if losses else ()
    return Recording(**{"status": "ok", "curves": curves, "facts": {"tensorflow": "2"}, **details})


def run(version: str, recorded: Recording, *, seed: int = 0, problem: str | None = None, out: str = "") -> Run:
    """A run with this recording."""
    return Run(version, seed, Ended(1 if problem else 0, out, "", False, 1.0), recorded, problem, Path("/scratch"))
