"""``tffix explain`` and ``tffix codemods``."""

from __future__ import annotations

import json

import pytest

from tffix.cli import explain
from tffix.examples import Example


@pytest.mark.parametrize("word", ["TF901", "tf901", "old-name"])
def test_explain_finds_by_code_and_name(tffix, word):
    result = tffix("explain", word, code=0)
    assert result.stdout.startswith("# TF901 old-name\n")
    assert "- Fix: safe (applied by `tffix apply`)\n" in result.stdout
    assert "- Option `word` (default 'obsolete'): what old is\n" in result.stdout
    assert "What old-name does.\n" in result.stdout


def test_explain_shows_the_example_as_a_diff(tffix, monkeypatch):
    monkeypatch.setattr(explain, "example", lambda codemod: Example("old()\n", "new()\n"))
    result = tffix("explain", "TF901", code=0)
    assert result.stdout.endswith("--- a/example.py\n+++ b/example.py\n@@ -1 +1 @@\n-old()\n+new()\n")


def test_explain_shows_the_code_that_is_only_reported(tffix, monkeypatch):
    monkeypatch.setattr(explain, "example", lambda codemod: Example("old()\n", None))
    assert tffix("explain", "TF901", code=0).stdout.endswith("\nExample\n\nold()\n")


def test_explain_renders_markdown_in_colour(tffix):
    result = tffix("explain", "TF901", "--color", "always", code=0)
    assert "\x1b[" in result.stdout
    assert "# TF901" not in result.stdout


def test_explain_of_an_unknown_name_suggests(tffix):
    result = tffix("explain", "old-nam", code=2)
    assert "unknown codemod 'old-nam'; did you mean 'old-name'?" in result.stderr


def test_codemods_is_a_table(tffix):
    lines = tffix("codemods", code=0).stdout.splitlines()
    assert lines[0].split() == ["Code", "Name", "Fix", "Contract", "Summary"]
    assert lines[1] == "TF901  old-name       safe    equivalent  summary of old-name"
    assert len(lines) == 5


def test_codemods_as_json(tffix):
    entries = json.loads(tffix("codemods", "--output-format", "json", code=0).stdout)
    assert [entry["code"] for entry in entries] == ["TF901", "TF902", "TF911", "TF921"]
    assert entries[0]["options"]["word"]["choices"] == ["obsolete", "bad"]
    assert (entries[1]["applicability"], entries[3]["default"]) == ("unsafe", False)
