"""Which files can be trained, and what a verdict means for a part."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix.codemod import Contract
from tffix.migrate.gates import Proof, Training, does_something
from tffix.migrate.parts import Change, Part
from tffix.verify import judge, versions
from tffix.verify.runs import Options
from tffix.verify.verdict import Promise, Status, Verdict

SCRIPT = b"import x\n\nx.train()\n"


@pytest.mark.parametrize(
    ("source", "does"),
    [
        ("import x\nfrom y import z\n", False),
        ('"""Docs."""\nA = 1\nB: int = 2\n\n\ndef f():\n    f()\n\n\nclass C:\n    pass\n', False),
        ("def f():\n    pass\n\n\nif __name__ == '__main__':\n    f()\n", True),
        ("for x in y:\n    print(x)\n", True),
        ("model.fit(x)\n", True),
        ("model = build()\nhistory = model.fit(x)\n", True),
        ("import logging\nlog = logging.getLogger()\n", False),
        ("old(\n", False),
    ],
)
def test_what_does_something(source, does):
    assert does_something(source.encode()) is does


def _part(tmp_path: Path, *names: str, source: bytes = SCRIPT) -> Part:
    for name in names:
        (tmp_path / name).write_bytes(source)
    changes = tuple(Change(name, source, source + b"\n") for name in names)
    return Part("01-a", "a", ((),), (".",), changes)


def _proof(monkeypatch, tmp_path, status: Status, part: Part) -> Proof:
    verdict = Verdict(status, "the curves say so", Promise.of(Contract.EQUIVALENT))
    monkeypatch.setattr(judge, "judge", lambda *_: verdict)
    monkeypatch.setattr(versions, "contract_of", lambda _: Contract.EQUIVALENT)
    proof = Proof()
    Training(tmp_path, Options()).prove(part, proof)
    return proof


def test_another_curve_fails(monkeypatch, tmp_path):
    proof = _proof(monkeypatch, tmp_path, Status.DIFFERENT, _part(tmp_path, "a.py", "b.py"))
    assert proof.failed == "`tffix verify a.py`: not equal within the contract: the curves say so"
    assert len(proof.said) == 2
    assert any("the curves say so" in line for line in proof.log)


@pytest.mark.parametrize("status", [Status.EQUAL, Status.NOT_RUN])
def test_what_is_equal_or_cannot_be_run_does_not_fail(monkeypatch, tmp_path, status):
    proof = _proof(monkeypatch, tmp_path, status, _part(tmp_path, "a.py"))
    assert proof.failed is None
    words = "equal within the contract" if status is Status.EQUAL else "not run"
    assert proof.said == [f"`tffix verify a.py`: {words}: the curves say so"]


def test_a_part_with_nothing_to_run_says_so(monkeypatch, tmp_path):
    part = _part(tmp_path, "a.py", source=b"import x\n")
    proof = _proof(monkeypatch, tmp_path, Status.DIFFERENT, part)
    assert proof.failed is None
    assert proof.said == ["`tffix verify`: no file of it does anything when it is run."]
