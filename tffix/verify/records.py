"""The records of a run, read into curves."""

from __future__ import annotations

import json
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# The first steps hold tracing, allocation and the filling of buffers.
_WARM_UP = 5
_INTERNAL = ("_", "Dataset_", "initialize_variables", "reduce_")
_LEAST_TIMES = 10


@dataclass(frozen=True)
class Step:
    """One optimizer step: the loss (of all replicas together), the gradient norm, and what the weights then were."""

    loss: float | None
    gradient: float
    weights: str
    size: float
    at: float


@dataclass(frozen=True)
class Curve:
    """The steps of one optimizer.

    ``initial`` is the digest of the weights before the first step, where it could be read.  ``missing`` are variables
    that got no gradient, ``frozen`` those that no step changed.
    """

    name: str
    variables: int
    initial: str | None
    steps: tuple[Step, ...] = ()
    missing: tuple[str, ...] = ()
    frozen: tuple[str, ...] = ()
    replicas: int = 1
    replicas_differ: bool = False

    @property
    def losses(self) -> list[float | None]:
        """The losses, step by step."""
        return [step.loss for step in self.steps]

    @property
    def steps_per_second(self) -> float | None:
        """From the median time of a step, without the first ones and the recorder's own time."""
        times = [after.at - before.at for before, after in zip(self.steps, self.steps[1:], strict=False)]
        times = times[_WARM_UP:]
        median = statistics.median(times) if len(times) >= _LEAST_TIMES else 0.0
        return 1 / median if median > 0 else None

    @property
    def throughput(self) -> float | None:
        """Steps per second over the whole run, waits included, without the first steps and the recorder's own time."""
        times = [step.at for step in self.steps[_WARM_UP:]]
        seconds = times[-1] - times[0] if len(times) > _LEAST_TIMES else 0.0
        return (len(times) - 1) / seconds if seconds > 0 else None


@dataclass(frozen=True)
class Recording:
    """What the recorder wrote of one run; ``status`` is ``None`` if the process ended before it could say."""

    status: str | None
    curves: tuple[Curve, ...]
    code: int = 0
    error: str | None = None
    headline: str = ""
    memory: int | None = None
    traces: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    random: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    """Layers that do something only in training, and that tapes recorded in inference mode alone."""
    gradients_unused: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def traced(self) -> int:
        """How often the script's own functions were traced: not those in which TensorFlow and Keras work."""
        return sum(count for name, count in self.traces.items() if not name.startswith(_INTERNAL))

    @property
    def steps(self) -> int:
        """The steps of the optimizer that took most."""
        return max((len(curve.steps) for curve in self.curves), default=0)


def read(path: Path) -> Recording:
    """The recording in the JSON lines of ``path``; of a process that was killed, as far as it got."""
    events = list(_events(path))
    end = next((event for event in events if event["kind"] == "end"), {})
    return Recording(
        status=end.get("status"),
        curves=tuple(_curves(events, end.get("frozen", {}))),
        code=end.get("code", 0),
        error=end.get("error"),
        headline=end.get("headline", ""),
        memory=end.get("memory"),
        traces=end.get("traces", {}),
        notes=tuple(end.get("notes", ())),
        random=tuple(end.get("random", ())),
        idle=tuple(end.get("idle", ())),
        gradients_unused=end.get("pending", 0),
        facts={key: end[key] for key in ("tensorflow", "gpus") if key in end},
    )


def _events(path: Path) -> Iterable[dict[str, Any]]:
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        # Without a line end it is what a process that was killed had written of its last line.
        if line.endswith("\n"):
            yield json.loads(line)


def _curves(events: Sequence[dict[str, Any]], frozen: Mapping[str, Sequence[str]]) -> Iterable[Curve]:
    names: Counter[str] = Counter()
    for event in events:
        if event["kind"] != "optimizer":
            continue
        name = event["name"]
        names[name] += 1
        mine = [other for other in events if other.get("opt") == event["opt"]]
        by_replica: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
        for other in mine:
            if other["kind"] == "step":
                by_replica[other["replica"]].append(other)
        # Replicas finish a step together; one that was stopped in between is left out.
        rows = list(zip(*by_replica.values(), strict=False))
        yield Curve(
            name=name if names[name] == 1 else f"{name} {names[name]}",
            variables=event["variables"],
            initial=event["initial"],
            steps=tuple(map(_step, rows)),
            missing=tuple(dict.fromkeys(name for other in mine if other["kind"] == "none" for name in other["names"])),
            frozen=tuple(frozen.get(str(event["opt"]), ())),
            replicas=max(len(by_replica), 1),
            replicas_differ=any(len({part["weights"] for part in row}) > 1 for row in rows),
        )


def _step(parts: Sequence[Mapping[str, Any]]) -> Step:
    losses = [part["loss"] for part in parts if part["loss"] is not None]
    return Step(
        loss=sum(losses) if losses else None,
        gradient=sum(part["gradient"] ** 2 for part in parts) ** 0.5,
        weights=parts[0]["weights"],
        size=parts[0]["size"],
        at=max(part["at"] for part in parts),
    )
