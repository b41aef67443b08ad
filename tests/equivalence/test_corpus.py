"""Every runnable case of the corpus is trained before and after its fix; wrong fixes are rejected.

``pytest -m equivalence`` runs all; without ``-m`` a few of them run.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.equivalence.conftest import KILLED
from tffix.codemod import Codemod, Contract
from tffix.registry import codemods
from tffix.verify.corpus import runnable
from tffix.verify.runs import Options
from tffix.verify.verdict import Status
from tffix.verify.versions import tensorflow_is_installed

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
MUTANTS = Path(__file__).parent / "mutants"
CASES = {str(item.case): item for item in runnable(CORPUS)}
WRONG = sorted(MUTANTS.glob("*/*/*.py"))
FIXING = [codemod for codemod in codemods() if codemod.contract is not Contract.NONE]
OPTIONS = Options(timeout=300)
QUICK = {
    "serial-map/trains-on-decoded-images",
    "list-in-graph/trains-with-losses-in-a-list",
    "serial-map/trains-on-decoded-images/mapped-twice",
    "list-in-graph/trains-with-losses-in-a-list/sum-instead-of-the-mean",
}
TRAINS = [
    pytest.mark.tensorflow,
    pytest.mark.equivalence,
    pytest.mark.skipif(not tensorflow_is_installed(), reason="TensorFlow is not installed"),
]


def _parameters(names: Iterable[str]) -> list[object]:
    return [
        pytest.param(name, marks=[*TRAINS, pytest.mark.quick if name in QUICK else pytest.mark.slow]) for name in names
    ]


@pytest.mark.parametrize("name", _parameters(CASES))
def test_the_fix_keeps_its_contract(name: str) -> None:
    verdict = CASES[name].verify(OPTIONS)
    assert verdict.status is Status.EQUAL, verdict.summary
    assert verdict.runs[-1].recording.steps >= 30


@pytest.mark.parametrize("name", _parameters(str(path.relative_to(MUTANTS).with_suffix("")) for path in WRONG))
def test_a_wrong_fix_is_rejected(name: str, request: pytest.FixtureRequest) -> None:
    case, _, _ = name.rpartition("/")
    verdict = CASES[case].verify(OPTIONS, after=MUTANTS / f"{name}.py")
    killed = verdict.status is not Status.EQUAL
    request.config.stash[KILLED].append((name, killed, verdict.summary))
    assert killed, verdict.summary


@pytest.mark.parametrize("codemod", FIXING, ids=lambda codemod: codemod.name)
def test_every_codemod_with_a_fix_has_a_case_and_a_mutant(codemod: Codemod) -> None:
    assert any(item.case.codemod == codemod.name for item in CASES.values())
    assert any(path.relative_to(MUTANTS).parts[0] == codemod.name for path in WRONG)
