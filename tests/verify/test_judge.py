"""Every verdict, from runs made by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.verify.helpers import curve, recording, run
from tffix.codemod import Contract
from tffix.verify.judge import judge
from tffix.verify.process import Ended
from tffix.verify.runs import Options, Run, Runner, Version
from tffix.verify.scratch import Source
from tffix.verify.verdict import Promise, Status, Verdict

SOURCE = Source(Path("/nowhere/train.py"), Path("/nowhere"))
FALLING = [3.0, 2.0, 1.0]
Make = Callable[[str, int, bool], Run]


@pytest.fixture
def verdict(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Verdict]:
    """Judges runs that ``make(label, seed, eager)`` makes."""

    def judged(make: Make, contract: Contract, *, seeds: int = 1, tolerance: float | None = None) -> Verdict:
        def fake(
            self: Runner, version: Version, seed: int = 0, *, steps: int | None = None, eager: bool = False
        ) -> Run:
            made = make(version.label, seed, eager)
            return replace(made, version=version.label, seed=seed)

        monkeypatch.setattr(Runner, "run", fake)
        promise = Promise.of(contract, tolerance)
        return judge(Version("before", SOURCE), Version("after", SOURCE), promise, Options(seeds=seeds))

    return judged


def pair(before: Run, after: Run) -> Make:
    return lambda label, seed, eager: before if label == "before" else after


def test_equal(verdict: Callable[..., Verdict]) -> None:
    same = run("", recording(FALLING))
    found = verdict(pair(same, same), Contract.EQUIVALENT)
    assert found.status is Status.EQUAL
    assert "bit for bit, over 3 steps" in found.summary


def test_equal_up_to_rounding(verdict: Callable[..., Verdict]) -> None:
    make = pair(run("", recording(FALLING)), run("", recording([3.0, 2.0, 1.00001])))
    assert verdict(make, Contract.TOLERANCE).status is Status.EQUAL
    assert verdict(make, Contract.EQUIVALENT).status is Status.DIFFERENT
    assert verdict(make, Contract.EQUIVALENT, tolerance=1e-3).status is Status.EQUAL


def test_a_later_difference_is_another_computation(verdict: Callable[..., Verdict]) -> None:
    found = verdict(pair(run("", recording(FALLING)), run("", recording([3.0, 2.5, 1.0]))), Contract.EQUIVALENT)
    assert found.status is Status.DIFFERENT
    assert "part at step 2" in found.summary
    assert "another computation" in found.summary


def test_a_script_that_does_not_repeat_itself_cannot_be_judged(verdict: Callable[..., Verdict]) -> None:
    losses = iter([[3.0, 2.0], [3.0, 1.9], [3.0, 1.8]])
    found = verdict(lambda *_: run("", recording(next(losses))), Contract.EQUIVALENT)
    assert found.status is Status.NOT_RUN
    assert "does not even repeat itself" in found.summary


@pytest.mark.parametrize(
    ("shift", "expected"),
    [(lambda seed: 0.1 * (-1) ** seed, "another random stream"), (lambda seed: 0.1, "another computation: over")],
)
def test_first_steps_over_seeds(verdict: Callable[..., Verdict], shift: Callable[[int], float], expected: str) -> None:
    def make(label: str, seed: int, eager: bool) -> Run:
        first = 1.0 + seed / 100 + (shift(seed) if label == "after" else 0.0)
        return run("", recording([first, first / 2], random=("tf.random",)))

    found = verdict(make, Contract.EQUIVALENT)
    assert found.status is Status.DIFFERENT
    assert expected in found.summary


def test_other_weights_at_the_start_are_said(verdict: Callable[..., Verdict]) -> None:
    after = recording(curves=(curve([4.0, 3.0, 2.0], initial="bb"),), random=("tf.random",))
    found = verdict(pair(run("", recording(FALLING)), run("", after)), Contract.EQUIVALENT)
    assert "the weights differ before the first step" in found.summary


def test_another_number_of_optimizers(verdict: Callable[..., Verdict]) -> None:
    two = recording(curves=(curve(FALLING), curve(FALLING)))
    found = verdict(pair(run("", recording(FALLING)), run("", two)), Contract.TOLERANCE)
    assert found.status is Status.DIFFERENT
    assert "1 optimizers, after 2" in found.summary


def test_a_fix_that_breaks_the_script(verdict: Callable[..., Verdict]) -> None:
    make = pair(run("", recording(FALLING)), run("", recording(), problem="fails: NameError"))
    for contract in (Contract.EQUIVALENT, Contract.REPAIR):
        found = verdict(make, contract)
        assert found.status is Status.DIFFERENT
        assert found.summary == "before trains, but after fails: NameError"


@pytest.mark.parametrize("contract", [Contract.EQUIVALENT, Contract.REPAIR])
def test_neither_can_be_run(verdict: Callable[..., Verdict], contract: Contract) -> None:
    failing = run("", recording(), problem="fails: ImportError")
    found = verdict(pair(failing, failing), contract)
    assert found.status is Status.NOT_RUN
    assert found.summary == "before fails: ImportError; after too"


def test_before_must_run_where_nothing_is_repaired(verdict: Callable[..., Verdict]) -> None:
    found = verdict(pair(run("", recording(), problem="fails: X"), run("", recording(FALLING))), Contract.TOLERANCE)
    assert found.status is Status.NOT_RUN


def test_a_run_that_is_killed_is_no_verdict_on_the_fix(verdict: Callable[..., Verdict]) -> None:
    killed = replace(run("", recording(), problem="was ended by SIGKILL"), ended=Ended(-9, "", "", False, 1.0))
    assert verdict(pair(run("", recording(FALLING)), killed), Contract.EQUIVALENT).status is Status.NOT_RUN


def test_a_run_that_hangs_is_no_verdict_on_the_fix(verdict: Callable[..., Verdict]) -> None:
    hanging = replace(run("", recording(FALLING), problem="did not end"), ended=Ended(-9, "", "", True, 9.0))
    assert verdict(pair(run("", recording(FALLING)), hanging), Contract.EQUIVALENT).status is Status.NOT_RUN
    assert verdict(pair(hanging, run("", recording(FALLING))), Contract.REPAIR).status is Status.NOT_RUN


# -- repairs ---------------------------------------------------------------------------------------------------------


def failing_but_eager(reference: Run, after: Run) -> Make:
    def make(label: str, seed: int, eager: bool) -> Run:
        if label == "after":
            return after
        return reference if eager else run("", recording(), problem="fails: InaccessibleTensorError")

    return make


def test_a_failing_script_is_compared_with_its_eager_run(verdict: Callable[..., Verdict]) -> None:
    right = run("", recording(FALLING))
    found = verdict(failing_but_eager(right, right), Contract.REPAIR)
    assert found.status is Status.EQUAL
    assert found.broken == ("before fails: InaccessibleTensorError",)
    assert "as before does when its functions run eagerly" in found.summary
    wrong = run("", recording([6.0, 5.0, 4.0]))
    assert verdict(failing_but_eager(right, wrong), Contract.REPAIR).status is Status.DIFFERENT


@pytest.mark.parametrize(
    ("shift", "status"), [(lambda seed: 0.1 * (-1) ** seed, Status.EQUAL), (lambda seed: 0.5, Status.DIFFERENT)]
)
def test_random_numbers_of_an_eager_run(
    verdict: Callable[..., Verdict], shift: Callable[[int], float], status: Status
) -> None:
    def make(label: str, seed: int, eager: bool) -> Run:
        if label == "before" and not eager:
            return run("", recording(), problem="fails: X")
        first = 1.0 + seed / 100 + (shift(seed) if label == "after" else 0.0)
        return run("", recording([first, first / 2], random=("tf.random",)))

    found = verdict(make, Contract.REPAIR)
    assert found.status is status
    assert found.paired is not None
    assert found.paired.pairs == 5


def test_a_script_that_fails_eagerly_too_must_train_afterwards(verdict: Callable[..., Verdict]) -> None:
    failing = run("", recording(), problem="fails: X")
    assert verdict(failing_but_eager(failing, run("", recording(FALLING))), Contract.REPAIR).status is Status.EQUAL


@pytest.mark.parametrize(
    "after",
    [recording([3.0, math.nan]), recording(curves=(curve(FALLING, frozen=("kernel", "bias")),))],
    ids=["nan", "frozen"],
)
def test_a_repair_must_train(verdict: Callable[..., Verdict], after: object) -> None:
    failing = run("", recording(), problem="fails: X")
    found = verdict(failing_but_eager(failing, run("", after)), Contract.REPAIR)  # type: ignore[arg-type]
    assert found.status is Status.DIFFERENT
    assert "after does not train" in found.summary


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({"frozen": ("kernel",)}, "no step changes kernel"),
        ({"missing": ("kernel", "bias", "a", "b")}, "no gradient for kernel, bias, a and 1 more"),
        ({"replicas_differ": True}, "the replicas hold different weights"),
    ],
)
def test_what_was_broken_is_named(verdict: Callable[..., Verdict], details: dict[str, object], words: str) -> None:
    before = recording(curves=(curve([3.0, 3.0, 3.0], **details),))
    found = verdict(pair(run("", before), run("", recording(FALLING))), Contract.REPAIR)
    assert found.status is Status.EQUAL
    assert words in found.summary
    assert found.broken


def test_layers_that_never_were_in_training_mode(verdict: Callable[..., Verdict]) -> None:
    before, after = recording(FALLING, idle=("dropout", "norm")), recording([3.0, 2.0, 0.5], idle=("norm",))
    found = verdict(pair(run("", before), run("", after)), Contract.REPAIR)
    assert found.status is Status.EQUAL
    assert found.broken == ("dropout is in inference mode in every step",)
    again = verdict(pair(run("", before), run("", replace(before, curves=after.curves))), Contract.REPAIR)
    assert again.status is Status.DIFFERENT


def test_training_that_was_not_broken_must_stay_as_it_was(verdict: Callable[..., Verdict]) -> None:
    make = pair(run("", recording(FALLING)), run("", recording([3.0, 2.0, 0.5])))
    found = verdict(make, Contract.REPAIR)
    assert found.status is Status.DIFFERENT
    assert "training was not broken before" in found.summary


def test_symbols_that_were_printed_are_repaired(verdict: Callable[..., Verdict]) -> None:
    before = run("", recording(FALLING), out='Tensor("x:0")')
    found = verdict(pair(before, run("", recording(FALLING), out="3.0")), Contract.REPAIR)
    assert found.status is Status.EQUAL
    assert "prints tensors without their values" in found.summary


@pytest.mark.parametrize(("printed", "status"), [(True, Status.DIFFERENT), (False, Status.EQUAL)])
def test_printed_numbers_count_where_they_are_promised(
    verdict: Callable[..., Verdict], printed: bool, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = pair(run("", recording(FALLING), out="mean 2.0"), run("", recording(FALLING), out="mean 1.5"))
    monkeypatch.setattr(Promise, "of", classmethod(lambda cls, *_: cls(Contract.EQUIVALENT, 0.0, printed)))
    found = verdict(make, Contract.EQUIVALENT)
    assert found.status is status
    assert "2.0 -> 1.5" in str(found.printed)
