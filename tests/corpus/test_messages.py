"""What is said of findings, over the whole corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix.config.settings import Settings
from tffix.engine import check_file
from tffix.registry import find
from tffix.testing import Case, cases

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
CASES = [case for case in cases(CORPUS) if case.reason or case.findings or case.changes]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_messages_are_one_line_and_reasons_say_what_to_do(case: Case) -> None:
    codemod = find(case.codemod)
    codes = frozenset([codemod.code])
    options = {codemod.name: case.options} if case.options else {}
    settings = Settings(codes=codes, keras=case.keras or 3, keras_explicit=case.keras is not None, options=options)
    for finding in check_file(case.before, "example.py", settings).findings:
        texts = [finding.message] if finding.reason is None else [finding.message, finding.reason]
        for text in texts:
            assert "\n" not in text
            assert not text.endswith(".")
        assert finding.reason is None or "; " in finding.reason
