"""``tffix apply``: what it writes, what it prints, and its exit codes."""

from __future__ import annotations

import json
import os

import pytest

EVERYTHING = "old()\nrisky()\nhopeless()\n"


def test_apply_writes_safe_fixes_only(tffix, write):
    path = write("a.py", EVERYTHING)
    result = tffix("apply", ".", code=0)
    assert path.read_text() == "import keras\nnew()\nrisky()\nhopeless()\n"
    assert result.stdout == (
        "Fixed a.py: TF901\n"
        "Fixed 1 finding in 1 of 1 file.\n"
        "1 more fix to apply with --unsafe-fixes.\n"
        "1 finding has no fix (-v lists them):\n"
        "  1 TF911: give up\n"
    )


def test_apply_unsafe_fixes(tffix, write):
    path = write("a.py", EVERYTHING)
    result = tffix("apply", ".", "--unsafe-fixes", code=0)
    assert path.read_text() == "import keras\nnew()\ncareful()\nhopeless()\n"
    assert "--unsafe-fixes" not in result.stdout


def test_a_second_run_changes_nothing(tffix, write):
    path = write("a.py", EVERYTHING)
    tffix("apply", ".")
    once = path.read_bytes()
    result = tffix("apply", ".", "--exit-non-zero-on-fix", code=0)
    assert path.read_bytes() == once
    assert "No fixes to apply in 1 file." in result.stdout


def test_verbose_lists_what_is_left(tffix, write):
    write("a.py", EVERYTHING)
    result = tffix("apply", ".", "-v", code=0)
    assert "a.py:3:1: TF902 risky-name" in result.stdout
    assert "a.py:4:1: TF911 hopeless-name: nothing helps\n" in result.stdout
    assert " 4 | hopeless()\n" in result.stdout
    assert "old is obsolete" not in result.stdout


def test_quiet_prints_nothing(tffix, write):
    write("a.py", EVERYTHING)
    result = tffix("apply", ".", "-q", code=0)
    assert (result.stdout, result.stderr) == ("", "")


def test_dry_run_writes_nothing_and_has_stdout_to_itself(tffix, write):
    path = write("a.py", EVERYTHING)
    before = path.read_bytes()
    result = tffix("apply", ".", "--dry-run", code=0)
    assert path.read_bytes() == before
    assert result.stdout == (
        "--- a/a.py\n+++ b/a.py\n@@ -1,4 +1,4 @@\n import keras\n-old()\n+new()\n risky()\n hopeless()\n"
    )
    assert "Would fix 1 finding in 1 of 1 file." in result.stderr


def test_dry_run_with_json_keeps_stdout_for_the_diff(tffix, write):
    write("a.py")
    result = tffix("apply", ".", "--dry-run", "--output-format", "json", code=0)
    assert result.stdout.startswith("--- a/a.py")
    document = json.loads(result.stderr)
    assert document["changed"] == ["a.py"]
    assert [finding["fixed"] for finding in document["findings"]] == [True]


def test_json_on_stderr_has_it_to_itself(tffix, write):
    write("a.py", "old(\n")
    document = json.loads(tffix("apply", ".", "--dry-run", "--output-format", "json", code=2).stderr)
    assert [error["path"] for error in document["errors"]] == ["a.py"]


def test_show_diff(tffix, write):
    path = write("a.py")
    result = tffix("apply", ".", "--show-diff", code=0)
    assert "-old()\n+new()\n" in result.stdout
    assert path.read_text().endswith("new()\n")


@pytest.mark.parametrize("options", [("--dry-run",), ()])
def test_exit_non_zero_on_fix(tffix, write, options):
    write("a.py")
    tffix("apply", ".", "--exit-non-zero-on-fix", *options, code=1)


def test_exit_non_zero_on_fix_is_0_without_fixes(tffix, write):
    write("a.py", "hopeless()\n")
    tffix("apply", ".", "--exit-non-zero-on-fix", code=0)


def test_statistics_count_what_was_fixed(tffix, write):
    write("a.py", EVERYTHING)
    result = tffix("apply", ".", "--statistics", code=0)
    assert "1  TF901  old-name       1 fixed, 1 safe\n" in result.stdout


def test_an_error_is_2_and_the_others_are_written(tffix, write):
    bad = write("a.py", "old(\n")
    good = write("b.py")
    before = bad.read_bytes()
    result = tffix("apply", ".", code=2)
    assert bad.read_bytes() == before
    assert good.read_text() == "import keras\nnew()\n"
    assert "error: a.py: " in result.stderr


def test_a_failed_write_is_2_and_names_the_file(tffix, write, monkeypatch):
    path = write("a.py")
    before = path.read_bytes()

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    result = tffix("apply", ".", code=2)
    assert "error: a.py: cannot be written: no space left" in result.stderr
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir() if entry.name.startswith(".tffix")] == []


def test_json_lists_what_changed(tffix, write):
    write("a.py", EVERYTHING)
    document = json.loads(tffix("apply", ".", "--output-format", "json", code=0).stdout)
    assert document["changed"] == ["a.py"]
    assert document["summary"]["fixed"] == 1
    assert document["summary"]["findings"] == 2
