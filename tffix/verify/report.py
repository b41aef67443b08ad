"""The verdict as text and as JSON."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tffix.reports.output import Paint
from tffix.verify import textplot
from tffix.verify.compare import Difference
from tffix.verify.runs import Run
from tffix.verify.verdict import Gains, Status, Verdict

_TITLES = {
    Status.EQUAL: ("equal within the contract", "bold green"),
    Status.DIFFERENT: ("not equal within the contract", "bold red"),
    Status.NOT_RUN: ("could not be verified", "bold yellow"),
}


def lines(title: str, verdict: Verdict, paint: Paint) -> Iterator[str]:
    """The report as lines of text."""
    yield paint(title, "bold")
    yield from _plots(verdict)
    yield from summary_lines(verdict, paint)


def summary_lines(verdict: Verdict, paint: Paint) -> Iterator[str]:
    """The numbers, what went wrong, and the verdict itself."""
    yield from _numbers(verdict)
    if verdict.status is not Status.EQUAL:
        yield from _failures(verdict)
    yield from (f"  note: {note}" for note in verdict.notes)
    word, style = _TITLES[verdict.status]
    bound = f", up to {verdict.promise.tolerance:g}" if verdict.promise.tolerance else ""
    yield f"{paint(word, style)} ({verdict.promise.contract.value}{bound}): {verdict.summary}"


def case_lines(title: str, verdict: Verdict, paint: Paint) -> Iterator[str]:
    """The report on one case of the corpus: a line, and more only where something is wrong."""
    word, style = _TITLES[verdict.status]
    speed = verdict.gains.speed if verdict.gains else None
    gained = f" [{speed:.2f}x steps/s]" if speed else ""
    yield f"{paint(word, style)} ({verdict.promise.contract.value}): {title}: {verdict.summary}{gained}"
    if verdict.status is not Status.EQUAL:
        yield from _failures(verdict)


def corpus_summary(verdicts: Sequence[Verdict]) -> str:
    """The last line of a report on the corpus."""
    count = Counter(verdict.status for verdict in verdicts)
    return ", ".join(f"{count[status]} {_TITLES[status][0]}" for status in Status if count[status])


def as_json(title: str, verdict: Verdict) -> dict[str, Any]:
    """The report as plain data."""
    return {
        "title": title,
        "status": verdict.status.name.lower().replace("_", "-"),
        "exit_code": verdict.status.value,
        "summary": verdict.summary,
        "contract": verdict.promise.contract.value,
        "tolerance": verdict.promise.tolerance,
        "broken_before": list(verdict.broken),
        "curves": [_difference_as_json(difference) for difference in verdict.differences],
        "gains": None if verdict.gains is None else _gains_as_json(verdict.gains),
        "first_steps": None
        if verdict.paired is None
        else {
            "seeds": verdict.paired.pairs,
            "mean": _number(verdict.paired.mean),
            "error": _number(verdict.paired.error),
            "another_stream": verdict.paired.another_stream,
        },
        "printed": None if verdict.printed is None else str(verdict.printed),
        "runs": [_run_as_json(run) for run in (*verdict.runs, *((verdict.reference,) if verdict.reference else ()))],
        "notes": list(verdict.notes),
    }


def shown_pair(verdict: Verdict) -> tuple[Run | None, Run | None]:
    """The two runs whose curves are shown: what ``before`` does when run eagerly stands in for one that fails."""
    return verdict.reference or verdict.first("before"), verdict.first("after")


def _plots(verdict: Verdict) -> Iterator[str]:
    before, after = shown_pair(verdict)
    curves = [run.recording.curves if run else () for run in (before, after)]
    for index in range(max(map(len, curves))):
        pair = [side[index] if index < len(side) else None for side in curves]
        name = next(curve.name for curve in pair if curve)
        losses = [curve.losses if curve else [] for curve in pair]
        picture = textplot.plot(*losses)
        if picture:
            how = ", before run eagerly" if verdict.reference else ""
            yield f"  loss of {name} ({textplot.BEFORE} before, {textplot.AFTER} after, {textplot.BOTH} both{how})"
            yield from (f"    {line}" for line in picture)
        if index < len(verdict.differences) and verdict.differences[index].largest > 0:
            margin = picture[0].index("│") if picture else 0
            yield f"    {'':>{margin}} │{textplot.bars(verdict.differences[index].relative)}"
            yield f"    {'':>{margin}}  relative difference, at most {verdict.differences[index].largest:.1e}"


def _failures(verdict: Verdict) -> Iterator[str]:
    shown = None
    for run in verdict.runs:
        if not run.problem:
            continue
        yield f"  {run.version}, seed {run.seed}: {run.problem}"
        if run.details != shown:
            yield from (f"    | {line}" for line in run.details.splitlines())
        shown = run.details


def _numbers(verdict: Verdict) -> Iterator[str]:
    for found in verdict.differences:
        yield f"  {'curve of ' + found.name:<20}{_parting(found)}"
        yield f"  {'final loss':<20}{_value(found.final[0])} -> {_value(found.final[1])}"
    if verdict.printed is not None:
        yield f"  {'output':<20}{verdict.printed}"
    if verdict.gains is not None:
        speeds, memory = verdict.gains.steps_per_second, verdict.gains.memory
        if verdict.gains.speed is not None:
            yield f"  {'steps/s':<20}{_value(speeds[0])} -> {_value(speeds[1])} ({verdict.gains.speed:.2f}x)"
        if memory[0] and memory[1]:
            yield f"  {'peak memory':<20}{memory[0] / 2**20:.0f} -> {memory[1] / 2**20:.0f} MiB"
        yield f"  {'traced functions':<20}{verdict.gains.traces[0]} -> {verdict.gains.traces[1]}"


def _parting(found: Difference) -> str:
    if found.parted is None:
        return f"equal, bit for bit, over {found.steps[0]} steps"
    return f"parts at step {found.parted} of {found.steps[0]}; largest relative difference {found.largest:.1e}"


def _value(value: float | None) -> str:
    return "-" if value is None else f"{value:.6g}"


def _difference_as_json(found: Difference) -> dict[str, Any]:
    return {
        "optimizer": found.name,
        "steps": list(found.steps),
        "parted_at": found.parted,
        "largest_relative_difference": _number(found.largest),
        "largest_at": found.largest_at,
        "weights_relative_difference": _number(found.weights),
        "final_loss": [_number(value) for value in found.final],
        "same_start": found.same_start,
    }


def _gains_as_json(gains: Gains) -> dict[str, Any]:
    return {
        "speed": gains.speed,
        "steps_per_second": list(gains.steps_per_second),
        "peak_memory": list(gains.memory),
        "traces": list(gains.traces),
    }


def _run_as_json(run: Run) -> dict[str, Any]:
    return {
        "version": run.version,
        "seed": run.seed,
        "problem": run.problem,
        "details": run.details if run.problem else None,
        "seconds": round(run.ended.seconds, 2),
        "curves": [
            {
                "optimizer": curve.name,
                "loss": [_number(loss) for loss in curve.losses],
                "gradient_norm": [_number(step.gradient) for step in curve.steps],
                "weights": [step.weights for step in curve.steps],
            }
            for curve in run.recording.curves
        ],
    }


def _number(value: float | None) -> float | str | None:
    """JSON has no word for infinity and for what is not a number: they are written as strings."""
    return value if value is None or math.isfinite(value) else str(value)
