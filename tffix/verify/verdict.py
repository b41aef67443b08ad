"""The verdict on two versions: equal within the contract, not equal, or not comparable."""

from __future__ import annotations

import enum
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tffix.codemod import Contract
from tffix.verify.compare import Difference, Paired
from tffix.verify.printed import Printed
from tffix.verify.records import Curve, Recording
from tffix.verify.runs import Run

TOLERANCES = {
    Contract.EQUIVALENT: 0.0,
    Contract.NONE: 0.0,
    # Rounding of float32, as it grows over some hundred steps.
    Contract.TOLERANCE: 1e-4,
    # A repair may round otherwise (float16); a wrong factor is larger.
    Contract.REPAIR: 5e-2,
}


class Status(enum.Enum):
    """The exit code of each verdict."""

    EQUAL = 0
    DIFFERENT = 1
    NOT_RUN = 2


@dataclass(frozen=True)
class Promise:
    """What the two versions are held to; ``printed``: the numbers that they print are part of it."""

    contract: Contract
    tolerance: float
    printed: bool = False

    @classmethod
    def of(cls, contract: Contract, tolerance: float | None = None) -> Promise:
        """The promise of ``contract``, with its own bound unless ``tolerance`` is given."""
        return cls(contract, TOLERANCES[contract] if tolerance is None else tolerance)


@dataclass(frozen=True)
class Gains:
    """What the fix gained, as after divided by before; ``None`` where it was not measured."""

    speed: float | None
    steps_per_second: tuple[float | None, float | None]
    memory: tuple[int | None, int | None]
    traces: tuple[int, int]


@dataclass(frozen=True)
class Verdict:
    """What is to be said, from the most to the least important."""

    status: Status
    summary: str
    promise: Promise
    runs: tuple[Run, ...] = ()
    differences: tuple[Difference, ...] = ()
    reference: Run | None = None
    broken: tuple[str, ...] = ()
    paired: Paired | None = None
    printed: Printed | None = None
    gains: Gains | None = None
    notes: tuple[str, ...] = ()

    def first(self, version: str) -> Run | None:
        """The first run of a version."""
        return next((run for run in self.runs if run.version == version), None)


def faults(recording: Recording) -> list[str]:
    """What is wrong with a run that came to its end: it did not train, or only in part."""
    found = [f"{layer} is in inference mode in every step" for layer in recording.idle]
    for curve in recording.curves:
        found += _faults(curve)
    return found


def _faults(curve: Curve) -> list[str]:
    losses = [loss for loss in curve.losses if loss is not None]
    infinite = [at for at, loss in enumerate(losses, start=1) if not math.isfinite(loss)]
    vanished = sum(step.gradient == 0 for step in curve.steps)
    found = []
    if infinite:
        found.append(f"{curve.name}: the loss is {losses[infinite[0] - 1]} from step {infinite[0]} on")
    if curve.missing:
        found.append(f"{curve.name}: no gradient for {_listed(curve.missing)}")
    if curve.frozen:
        found.append(f"{curve.name}: no step changes {_listed(curve.frozen)}")
    if vanished * 2 > len(curve.steps):
        found.append(f"{curve.name}: the gradient is 0 in {vanished} of {len(curve.steps)} steps")
    if curve.replicas_differ:
        found.append(f"{curve.name}: the replicas hold different weights")
    return found


def trains(recording: Recording) -> str | None:
    """Why a run that came to its end did not train; ``None`` if it did."""
    for curve in recording.curves:
        losses = [loss for loss in curve.losses if loss is not None]
        if losses and not math.isfinite(losses[-1]):
            return f"the loss of {curve.name} ends as {losses[-1]}"
        if curve.frozen and len(curve.frozen) >= curve.variables:
            return f"{curve.name} never changes a weight"
    return None


def gains(before: Sequence[Run], after: Sequence[Run]) -> Gains | None:
    """The gains, as medians over the runs."""
    if not before or not after:
        return None
    speeds = _median_speed(before), _median_speed(after)
    return Gains(
        speed=speeds[1] / speeds[0] if speeds[0] and speeds[1] else None,
        steps_per_second=speeds,
        memory=(_median_memory(before), _median_memory(after)),
        traces=(before[0].recording.traced, after[0].recording.traced),
    )


def _median_speed(runs: Sequence[Run]) -> float | None:
    speeds = [run.recording.curves[0].steps_per_second for run in runs if run.recording.curves]
    return statistics.median(known) if (known := [speed for speed in speeds if speed]) else None


def _median_memory(runs: Sequence[Run]) -> int | None:
    known = [run.recording.memory for run in runs if run.recording.memory]
    return int(statistics.median(known)) if known else None


def _listed(names: Sequence[str], most: int = 3) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
