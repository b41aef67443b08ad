"""The codemods for gradients that do not arrive: their cases, and what they take for what."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix.testing import Case, cases, check_case

CORPUS = Path(__file__).parents[2] / "corpus"
NAMES = ("numpy-in-tape", "unwatched-tensor", "argmax-before-loss", "none-gradients")
CASES = [case for case in cases(CORPUS) if case.codemod in NAMES]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check_case(case)
