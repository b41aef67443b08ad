from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tffix.codemod import Codemod
from tffix.registry import codemods

ROOT = Path(__file__).resolve().parent.parent
HEADINGS = [
    "## What it does",
    "## Why is this bad?",
    "## When the fix is safe",
    "## When there is no fix",
    "## What is left alone",
    "## References",
]


def test_what_is_generated_from_the_codemods_is_up_to_date() -> None:
    """Run ``python docs/generate.py`` when this fails."""
    check = subprocess.run(
        [sys.executable, "docs/generate.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert check.returncode == 0, check.stdout + check.stderr


@pytest.mark.parametrize("codemod", codemods(), ids=lambda codemod: codemod.name)
def test_pages_answer_the_same_questions_in_the_same_order(codemod: Codemod) -> None:
    lines = codemod.page.splitlines()
    assert [line for line in lines if line.startswith("#")] == HEADINGS
    assert max(map(len, lines)) <= 120
