"""Every case of the corpus, and what the corpus as a whole must hold."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tffix.codemod import Applicability, Codemod
from tffix.registry import codemods
from tffix.running.prefilter import candidates
from tffix.testing import Case, case_folders, cases, check_case, read_case

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
FOLDERS = case_folders(CORPUS)
CODEMODS = codemods()
FIXING = [codemod for codemod in CODEMODS if codemod.applicability is not Applicability.MANUAL and not codemod.last]
LEAST = 8


@pytest.fixture(scope="module")
def corpus() -> list[Case]:
    return cases(CORPUS)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_case(folder: Path) -> None:
    check_case(read_case(folder))


@pytest.mark.parametrize("codemod", FIXING, ids=lambda codemod: codemod.name)
def test_as_many_cases_stay_untouched_as_change(codemod: Codemod, corpus: list[Case]) -> None:
    counts = Counter(case.changes for case in corpus if case.codemod == codemod.name)
    assert counts[True] >= LEAST
    assert counts[False] >= LEAST


@pytest.mark.parametrize("codemod", CODEMODS, ids=lambda codemod: codemod.name)
def test_the_example_is_a_case(codemod: Codemod, corpus: list[Case]) -> None:
    examples = [case for case in corpus if case.codemod == codemod.name and case.name == codemod.example]
    assert len(examples) == 1
    assert examples[0].changes or codemod.applicability is Applicability.MANUAL


@pytest.mark.parametrize("codemod", CODEMODS, ids=lambda codemod: codemod.name)
def test_the_prefilter_keeps_every_case_with_a_finding(codemod: Codemod, corpus: list[Case]) -> None:
    for case in corpus:
        if case.codemod == codemod.name and (case.changes or case.reason or case.findings):
            assert candidates(case.before, [codemod]), f"{case}: none of a group of {codemod.words} occurs"


def test_every_folder_belongs_to_a_codemod() -> None:
    folders = {path.name for path in CORPUS.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= {codemod.name for codemod in CODEMODS}


def test_every_name_is_kebab_case() -> None:
    assert [folder for folder in FOLDERS if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", folder.name)] == []


def test_no_two_cases_are_the_same(corpus: list[Case]) -> None:
    seen: dict[tuple[object, ...], Case] = {}
    for case in corpus:
        key = (case.codemod, case.before, case.keras, case.unsafe, repr(case.options))
        assert key not in seen, f"{case} repeats {seen[key]}"
        seen[key] = case
