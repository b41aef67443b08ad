"""Runs two versions and comes to a verdict."""

from __future__ import annotations

import dataclasses
import math

from tffix.codemod import Contract
from tffix.verify import printed
from tffix.verify.compare import Difference, Paired, differences, paired_first_steps
from tffix.verify.records import Recording
from tffix.verify.runs import Options, Run, Runner, Version, Watcher, interleaved
from tffix.verify.verdict import Promise, Status, Verdict, faults, gains, trains

# Of those beside the first only the first step is run.
_SEEDS = 5
_UNTRAINABLE = "does not have any trainable weights"
"""What Keras 3 warns of when it trains such a model."""


def judge(
    before: Version, after: Version, promise: Promise, options: Options, watch: Watcher = lambda _text: None
) -> Verdict:
    """Train ``before`` and ``after``, compare them, and hold them to ``promise``.

    Raises:
        TooLargeError: the folder of a script is too large to be copied.
        OSError: it cannot be copied.
    """
    with Runner(options, watch) as runner:
        return _Judge(before, after, promise, runner).verdict()


class _Judge:
    def __init__(self, before: Version, after: Version, promise: Promise, runner: Runner) -> None:
        self._before, self._after = before, after
        self._promise = promise
        self._runner = runner
        self._runs: list[Run] = []
        self._notes = [version.source.note for version in (before, after) if version.source.note]

    def verdict(self) -> Verdict:
        for version, seed in interleaved(self._before, self._after, range(self._runner.options.seeds)):
            self._runs.append(self._runner.run(version, seed))
            if self._runs[-1].problem and not (seed == 0 and version is self._before):
                break
        before, after = self._runs[0], self._runs[1]
        self._notes += sorted({note for run in self._runs for note in run.recording.notes})
        if after.problem:
            return self._after_fails(before, after)
        if self._promise.contract is Contract.REPAIR:
            return self._repair(before, after)
        if before.problem:
            return self._say(Status.NOT_RUN, f"before {before.problem}")
        if failed := next((run for run in self._runs if run.problem), None):
            return self._say(Status.NOT_RUN, f"{failed.version} with seed {failed.seed} {failed.problem}")
        return self._compare(before, after)

    def _after_fails(self, before: Run, after: Run) -> Verdict:
        if before.problem:
            too = "after too" if after.problem == before.problem else f"after {after.problem}"
            return self._say(Status.NOT_RUN, f"before {before.problem}; {too}")
        if after.ended.timed_out or after.ended.code < 0:
            return self._say(Status.NOT_RUN, f"after {after.problem}")
        return self._say(Status.DIFFERENT, f"before trains, but after {after.problem}")

    # -- equal curves ------------------------------------------------------------------------------------------------

    def _compare(self, before: Run, after: Run) -> Verdict:
        found = differences(before.recording, after.recording)
        count = len(before.recording.curves), len(after.recording.curves)
        if count[0] != count[1]:
            return self._say(Status.DIFFERENT, f"before uses {count[0]} optimizers, after {count[1]}", found)
        if all(difference.within(self._promise.tolerance) for difference in found):
            return self._with_printed(self._say(Status.EQUAL, _equal(found), found), before, after)
        return self._why_different(before, after, found)

    def _why_different(self, before: Run, after: Run, found: list[Difference]) -> Verdict:
        text = _different(found, self._promise)
        again = self._runner.run(self._before)
        if not again.problem and not _same(before.recording, again.recording):
            text = "before does not even repeat itself: two runs with the same seeds differ, so nothing can be compared"
            return self._say(Status.NOT_RUN, text, found)
        first = found[0]
        if first.parted != 1 or first.same_start is False or first.steps[0] != first.steps[1]:
            start = " (the weights differ before the first step)" if first.same_start is False else ""
            return self._say(Status.DIFFERENT, f"{text}{start}: another computation", found)
        if not before.recording.random and not after.recording.random:
            return self._say(Status.DIFFERENT, f"{text}: another computation, without random numbers in it", found)
        paired = self._over_seeds(self._pairs())
        verdict = self._say(Status.DIFFERENT, f"{text}: {_kind(paired, first)}", found)
        return dataclasses.replace(verdict, paired=paired)

    def _over_seeds(self, pairs: list[tuple[Recording, Recording]], *, eager: bool = False) -> Paired | None:
        """The first steps of further seeds beside those of ``pairs``; with ``eager``, before runs eagerly."""
        for seed in range(len(pairs), _SEEDS):
            before = self._runner.run(self._before, seed, steps=1, eager=eager)
            after = self._runner.run(self._after, seed, steps=1)
            if not before.problem and not after.problem:
                pairs.append((before.recording, after.recording))
        return paired_first_steps(pairs)

    def _pairs(self) -> list[tuple[Recording, Recording]]:
        usable = [run for run in self._runs if not run.problem]
        before = {run.seed: run.recording for run in usable if run.version == self._before.label}
        after = {run.seed: run.recording for run in usable if run.version == self._after.label}
        return [(before[seed], after[seed]) for seed in sorted(before.keys() & after.keys())]

    # -- repairs -----------------------------------------------------------------------------------------------------

    def _repair(self, before: Run, after: Run) -> Verdict:
        if reason := trains(after.recording):
            return self._say(Status.DIFFERENT, f"after does not train: {reason}")
        if before.ended.timed_out:
            return self._say(Status.NOT_RUN, f"before {before.problem}")
        if before.problem:
            return self._failing(before, after)
        return self._broken(before, after)

    def _failing(self, before: Run, after: Run) -> Verdict:
        """``before`` fails: what it would compute is seen when its functions run eagerly."""
        broken = (f"before {before.problem}",)
        count = f"after trains: {_steps(after)}"
        reference = self._runner.run(self._before, eager=True)
        if reference.problem:
            return self._say(Status.EQUAL, f"before {before.problem}; {count}", broken=broken)
        found = differences(reference.recording, after.recording)
        verdict = self._say(Status.EQUAL, "", found, broken=broken, reference=reference)
        if all(difference.within(self._promise.tolerance) for difference in found):
            text = f"before {before.problem}; {count}, as before does when its functions run eagerly"
            return self._with_printed(dataclasses.replace(verdict, summary=text), reference, after)
        paired = None
        if found[0].parted == 1 and (reference.recording.random or after.recording.random):
            paired = self._over_seeds([(reference.recording, after.recording)], eager=True)
        if paired is not None and paired.another_stream:
            text = f"before {before.problem}; {count}; against before, run eagerly: {_kind(paired, found[0])}"
            return dataclasses.replace(verdict, summary=text, paired=paired)
        kind = f": {_kind(paired, found[0])}" if paired else ""
        text = f"before {before.problem}; against before, run eagerly, {_different(found, self._promise)}{kind}"
        return dataclasses.replace(verdict, summary=text, status=Status.DIFFERENT, paired=paired)

    def _broken(self, before: Run, after: Run) -> Verdict:
        """``before`` comes to its end: what it did wrong must be gone; where nothing was, the curves must agree."""
        left = set(faults(after.recording))
        broken = [fault for fault in faults(before.recording) if fault not in left]
        if _UNTRAINABLE in before.ended.err and _UNTRAINABLE not in after.ended.err:
            broken.append("a model is trained that has no trainable weights")
        found = differences(before.recording, after.recording)
        if broken:
            text = f"before was broken ({'; '.join(broken)}); after trains: {_steps(after)}"
            return self._say(Status.EQUAL, text, found, broken=tuple(broken))
        reference = before
        if printed.symbols(before.ended.out) and not printed.symbols(after.ended.out):
            broken.append("before prints tensors without their values, after prints the values")
            reference = self._runner.run(self._before, eager=True)
        if not all(difference.within(self._promise.tolerance) for difference in found):
            text = f"training was not broken before, and {_different(found, self._promise)}"
            return self._say(Status.DIFFERENT, text, found, broken=tuple(broken))
        what = broken[0] if broken else "nothing was broken in this run"
        verdict = self._say(Status.EQUAL, f"{what}; {_equal(found)}", found, broken=tuple(broken))
        return verdict if reference.problem else self._with_printed(verdict, reference, after)

    def _with_printed(self, verdict: Verdict, before: Run, after: Run) -> Verdict:
        """The verdict on equal curves, with a look at what was printed."""
        found = printed.compare(before.ended.out, after.ended.out, self._promise.tolerance)
        verdict = dataclasses.replace(verdict, printed=found)
        if found is None or found.differ_at is None or not self._promise.printed:
            return verdict
        return dataclasses.replace(verdict, status=Status.DIFFERENT, summary=f"{verdict.summary}; but {found}")

    # -- what all have in common -------------------------------------------------------------------------------------

    def _say(
        self,
        status: Status,
        summary: str,
        found: list[Difference] | None = None,
        *,
        broken: tuple[str, ...] = (),
        reference: Run | None = None,
    ) -> Verdict:
        usable = [run for run in self._runs if not run.problem]
        return Verdict(
            status=status,
            summary=summary,
            promise=self._promise,
            runs=tuple(self._runs),
            differences=tuple(found or ()),
            reference=reference,
            broken=broken,
            gains=gains(
                [run for run in usable if run.version == self._before.label],
                [run for run in usable if run.version == self._after.label],
            ),
            notes=tuple(dict.fromkeys(self._notes)),
        )


def _same(first: Recording, second: Recording) -> bool:
    return all(difference.within(0) for difference in differences(first, second))


def _kind(paired: Paired | None, first: Difference) -> str:
    """What first steps that differ say: chance, or not."""
    if paired is None:
        return "too few seeds ran to tell another random stream from another computation"
    start = "from equal weights" if first.same_start else "from the same seeds"
    differ = f"over {paired.pairs} seeds the first losses, {start}, differ by {paired.mean:+.2g} ± {paired.error:.2g}"
    if paired.another_stream:
        return f"another random stream: {differ}, as by chance"
    return f"another computation: {differ}, more than by chance"


def _equal(found: list[Difference]) -> str:
    steps = max(difference.steps[0] for difference in found)
    if all(difference.parted is None for difference in found):
        return f"the curves are equal, bit for bit, over {steps} steps"
    largest = max(max(difference.largest, difference.weights) for difference in found)
    return f"the curves are equal over {steps} steps, up to a relative difference of {largest:.1e}"


def _different(found: list[Difference], promise: Promise) -> str:
    for difference in found:
        if difference.steps[0] != difference.steps[1]:
            return f"before takes {difference.steps[0]} steps of {difference.name}, after {difference.steps[1]}"
    worst = next(difference for difference in found if not difference.within(promise.tolerance))
    beyond = worst.first_beyond(promise.tolerance)
    if beyond is None:
        return f"the weights part at step {worst.parted} (relative difference of their norm {worst.weights:.1e})"
    largest = "not finite" if math.isinf(worst.largest) else f"{worst.largest:.1e}"
    return f"the curves part at step {beyond} (largest relative difference {largest}, in step {worst.largest_at})"


def _steps(run: Run) -> str:
    curve = max(run.recording.curves, key=lambda curve: len(curve.steps))
    losses = [loss for loss in curve.losses if loss is not None]
    path = f", loss {losses[0]:.4g} to {losses[-1]:.4g}" if losses else ""
    return f"{len(curve.steps)} steps{path}"
