from __future__ import annotations

import re
from pathlib import Path

from tffix.api import fix_source
from tffix.reports.diff import unified

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found.group(1)


def test_the_diff_in_the_readme_is_what_tffix_makes_of_the_example() -> None:
    before = block("python")
    after = fix_source(before, filename="train.py").source
    assert block("diff") == unified("train.py", before.encode(), after.encode()).decode()
