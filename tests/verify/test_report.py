from __future__ import annotations

import json
import math

import pytest

from tests.verify.helpers import recording, run
from tffix.codemod import Contract
from tffix.reports.output import plain
from tffix.verify import report
from tffix.verify.compare import differences
from tffix.verify.verdict import Promise, Status, Verdict, gains

BEFORE = run("before", recording([4.0, 2.0, 1.0], memory=100 << 20, traces={"train_step": 3, "_internal": 9}))
AFTER = run("after", recording([4.0, 2.0, math.nan], memory=50 << 20, traces={"train_step": 1}))


@pytest.fixture
def verdict() -> Verdict:
    return Verdict(
        Status.DIFFERENT,
        "the curves part at step 3",
        Promise.of(Contract.TOLERANCE),
        runs=(BEFORE, AFTER),
        differences=tuple(differences(BEFORE.recording, AFTER.recording)),
        gains=gains([BEFORE], [AFTER]),
        notes=("something to know",),
    )


def test_text_says_what_was_compared(verdict: Verdict) -> None:
    lines = list(report.lines("train.py", verdict, plain))
    assert lines[0] == "train.py"
    assert "  loss of SGD (o before, x after, * both)" in lines
    assert "  curve of SGD        parts at step 3 of 3; largest relative difference inf" in lines
    assert "  final loss          1 -> nan" in lines
    assert "  peak memory         100 -> 50 MiB" in lines
    assert "  traced functions    3 -> 1" in lines
    assert "  note: something to know" in lines
    assert lines[-1] == "not equal within the contract (tolerance, up to 0.0001): the curves part at step 3"


def test_json_has_no_words_of_its_own(verdict: Verdict) -> None:
    text = json.dumps(report.as_json("train.py", verdict), allow_nan=False)
    data = json.loads(text)
    assert (data["status"], data["exit_code"]) == ("different", 1)
    assert data["curves"][0]["final_loss"] == [1.0, "nan"]
    assert data["runs"][1]["curves"][0]["loss"] == [4.0, 2.0, "nan"]
    assert data["gains"]["peak_memory"] == [100 << 20, 50 << 20]


def test_of_two_equal_errors_one_is_shown() -> None:
    failing = run("before", recording(error="Traceback\nValueError: x"), problem="fails: ValueError: x")
    verdict = Verdict(
        Status.NOT_RUN,
        "before fails",
        Promise.of(Contract.EQUIVALENT),
        runs=(failing, run("after", failing.recording, problem="fails")),
    )
    lines = list(report.lines("train.py", verdict, plain))
    assert lines.count("    | Traceback") == 1
    assert "  before, seed 0: fails: ValueError: x" in lines


def test_the_corpus_is_summed_up(verdict: Verdict) -> None:
    assert report.corpus_summary([verdict, verdict]) == "2 not equal within the contract"
    (line, *_) = report.case_lines("serial-map/case", verdict, plain)
    assert line == "not equal within the contract (tolerance): serial-map/case: the curves part at step 3"
