"""``tffix check``: what it prints, and its exit codes."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tffix.running.pool import SMALL

ANSI = re.compile("\x1b\\[")


def test_nothing_found_is_0(tffix, write):
    write("a.py", "fine()\n")
    result = tffix("check", ".", code=0)
    assert result.stdout == "Nothing found in 1 file.\n"


def test_something_found_is_1(tffix, write):
    write("a.py", "x = old()\n")
    result = tffix("check", "a.py", code=1)
    assert result.stdout == (
        "a.py:2:5: TF901 old-name: old is obsolete [fixable]\n"
        "   |\n"
        " 2 | x = old()\n"
        "   |     ^^^\n"
        "\n"
        "Found 1 finding in 1 of 1 file.\n"
        "1 fix to apply with `tffix apply`.\n"
    )
    assert result.stderr == ""


def test_check_writes_nothing(tffix, write):
    path = write("a.py")
    before = path.read_bytes()
    tffix("check", ".", "--show-diff", "--unsafe-fixes", code=1)
    assert path.read_bytes() == before


def test_a_finding_without_fix_shows_the_reason(tffix, write):
    write("a.py", "hopeless()\n")
    result = tffix("check", ".", code=1)
    assert "   = no fix: give up\n" in result.stdout
    assert "1 finding has no fix.\n" in result.stdout


def test_an_unsafe_fix_is_hidden_and_the_summary_says_how_to_see_it(tffix, write):
    write("a.py", "risky()\n")
    result = tffix("check", ".", code=1)
    assert "[fixable with --unsafe-fixes]" in result.stdout
    assert "1 fix to apply with --unsafe-fixes.\n" in result.stdout
    allowed = tffix("check", ".", "--unsafe-fixes", code=1)
    assert "[fixable]" in allowed.stdout
    assert "--unsafe-fixes" not in allowed.stdout


def test_concise_prints_one_line_a_finding(tffix, write):
    write("a.py", "old()\nhopeless()\n")
    result = tffix("check", ".", "--output-format", "concise", "-q", code=1)
    assert result.stdout == (
        "a.py:2:1: TF901 old-name: old is obsolete [fixable]\n"
        "a.py:3:1: TF911 hopeless-name: nothing helps [no fix: give up]\n"
    )


def test_json_has_findings_errors_and_summary(tffix, write):
    write("a.py", "old()\nrisky()\nhopeless()\n")
    write("b.py", "old(\n")
    document = json.loads(tffix("check", ".", "--output-format", "json", code=2).stdout)
    assert document["version"] == 1
    assert [(f["code"], f["line"], f["column"], f["end_column"]) for f in document["findings"]] == [
        ("TF901", 2, 1, 4),
        ("TF902", 3, 1, 6),
        ("TF911", 4, 1, 9),
    ]
    assert [f["applicability"] for f in document["findings"]] == ["safe", "unsafe", "manual"]
    assert document["findings"][2]["reason"] == "give up"
    assert [error["path"] for error in document["errors"]] == ["b.py"]
    counted = ("files", "findings", "fixable", "hidden", "without_fix", "errors")
    summary = {key: document["summary"][key] for key in counted}
    assert summary == {"files": 2, "findings": 3, "fixable": 1, "hidden": 1, "without_fix": 1, "errors": 1}


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ((), ["TF901", "TF902", "TF911"]),
        (("--select", "TF90"), ["TF901", "TF902"]),
        (("--select", "hopeless-name,TF901"), ["TF901", "TF911"]),
        (("--ignore", "TF90"), ["TF911"]),
        (("--select", "ALL", "--ignore", "TF902", "--ignore", "TF911"), ["TF901"]),
        (("--select", "TF901", "--extend-select", "TF911"), ["TF901", "TF911"]),
        (("--extend-select", "rare-name"), ["TF901", "TF902", "TF911", "TF921"]),
    ],
)
def test_selection(tffix, write, options, codes):
    write("a.py", "old()\nrisky()\nhopeless()\nrare()\n")
    result = tffix("check", ".", "--output-format", "json", *options)
    assert [finding["code"] for finding in json.loads(result.stdout)["findings"]] == codes


def test_an_unknown_code_names_the_nearest(tffix, write):
    write("a.py")
    result = tffix("check", ".", "--select", "old-nmae", code=2)
    assert "unknown codemod 'old-nmae'; did you mean 'old-name'?" in result.stderr
    assert result.stdout == ""


def test_statistics_count_by_codemod(tffix, write):
    write("a.py", "old()\nold()\nrisky()\nhopeless()\n")
    result = tffix("check", ".", "--statistics", "-q", code=1)
    assert result.stdout == (
        "2  TF901  old-name       2 safe\n1  TF902  risky-name     1 unsafe\n1  TF911  hopeless-name  1 no fix\n"
    )


def test_show_diff_shows_the_fix(tffix, write):
    write("a.py", "old()\n")
    result = tffix("check", ".", "--show-diff", code=1)
    assert "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n import keras\n-old()\n+new()\n" in result.stdout


def test_show_diff_in_json(tffix, write):
    write("a.py", "old()\n")
    result = tffix("check", ".", "--show-diff", "--output-format", "json", code=1)
    assert "+new()\n" in json.loads(result.stdout)["diffs"]["a.py"]


def test_quiet_leaves_out_the_summary_and_warnings(tffix, write):
    write("a.py")
    assert "Found" not in tffix("check", ".", "-q", code=1).stdout
    assert tffix("check", ".", "-q", "--exclude", "*.py", code=0).stderr == ""


@pytest.mark.parametrize(
    ("mode", "environment", "colored"),
    [("auto", {}, False), ("always", {}, True), ("always", {"NO_COLOR": "1"}, True), ("never", {}, False)],
)
def test_color(tffix, write, monkeypatch, mode, environment, colored):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    write("a.py")
    result = tffix("check", ".", "--color", mode, "--show-diff", code=1)
    assert bool(ANSI.search(result.stdout)) is colored


def test_a_folder_without_python_files_warns(tffix, project):
    result = tffix("check", ".", code=0)
    assert (result.stdout, result.stderr) == ("", "warning: no Python files found\n")


def test_a_path_that_does_not_exist_is_2_and_the_rest_is_done(tffix, write):
    write("a.py")
    result = tffix("check", "a.py", "missing", code=2)
    assert "error: missing: no such file or directory\n" in result.stderr
    assert "a.py:2:1: TF901" in result.stdout


def test_a_syntax_error_is_2_and_names_the_file(tffix, write):
    write("a.py", "old(\n")
    write("b.py")
    result = tffix("check", ".", code=2)
    assert "error: a.py: " in result.stderr
    assert "b.py:2:1: TF901" in result.stdout
    assert "1 path could not be processed" in result.stdout


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_folder_is_named(tffix, write, project):
    write("a.py")
    locked = project / "locked"
    locked.mkdir(mode=0)
    result = tffix("check", ".", code=2)
    assert "error: locked: permission denied" in result.stderr


def test_exclude_is_added_to_gitignore(tffix, write, project):
    for name in ("a.py", "b.py", "c.py"):
        write(name)
    (project / ".gitignore").write_text("b.py\n")
    result = tffix("check", ".", "--exclude", "c.*", "--output-format", "concise", "-q", code=1)
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["a.py"]


def test_exclude_outside_the_working_directory(tffix, write, project, monkeypatch):
    write("sub/a_pb2.py")
    write("sub/deep/b.py")
    (project / "here").mkdir()
    monkeypatch.chdir(project / "here")
    result = tffix("check", "../sub", "--exclude", "*_pb2.py,deep/b.py", code=0)
    assert result.stderr == "warning: no Python files found\n"


def test_target_keras_2_and_3(tffix, write, monkeypatch):
    seen = []
    monkeypatch.setattr(
        "tffix.engine.check_file", lambda data, path, settings: seen.append(settings) or _nothing_in(path)
    )
    write("a.py")
    for target in ("2", "3", "auto"):
        tffix("check", ".", "--target-keras", target, code=0)
    assert [(s.keras, s.keras_explicit) for s in seen] == [(2, True), (3, True), (3, False)]


def _nothing_in(path: str):
    from tffix.results import FileResult

    return FileResult(path)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check",),
        ("check", ".", "--nonsense"),
        ("check", ".", "--jobs", "0"),
        ("check", ".", "--target-keras", "4"),
        ("check", ".", "--output-format", "xml"),
        ("check", ".", "--config", "missing.toml"),
        ("check", ".", "--select", ""),
        ("check", ".", "--exclude", ", "),
        ("check", "-", "."),
        ("chekc", "."),
    ],
)
def test_wrong_usage_is_2(tffix, arguments):
    tffix(*arguments, code=2)


def test_config_file_option(tffix, write, project):
    write("a.py", "old()\nhopeless()\n")
    (project / "other.toml").write_text('select = ["TF911"]\n')
    result = tffix("check", ".", "--config", "other.toml", "--output-format", "concise", "-q", code=1)
    assert "TF901" not in result.stdout


def test_a_wrong_configuration_is_2_before_anything_is_done(tffix, write, project):
    path = write("a.py")
    before = path.read_bytes()
    (project / "tffix.toml").write_text('selct = ["ALL"]\n')
    result = tffix("apply", ".", code=2)
    assert "tffix.toml: unknown key 'selct'; did you mean 'select'?" in result.stderr
    assert path.read_bytes() == before


def test_many_files_give_the_same_output_for_any_number_of_jobs(tffix, write):
    for number in range(10):
        write(f"{number}.py")
    assert tffix("check", ".", "--jobs", "1").stdout == tffix("check", ".", "--jobs", "4").stdout


def test_the_same_file_named_twice_is_reported_once(tffix, write, project: Path):
    write("a.py")
    result = tffix("check", "a.py", ".", str(project / "a.py"), "--output-format", "concise", "-q", code=1)
    assert len(result.stdout.splitlines()) == 1


def test_a_config_option_reaches_the_codemod(tffix, write: Callable[..., Path], project: Path):
    write("a.py")
    (project / "pyproject.toml").write_text('[tool.tffix.old-name]\nword = "bad"\n')
    assert "old is bad" in tffix("check", ".", code=1).stdout


def test_workers_that_cannot_start_are_named(tffix, write, monkeypatch):
    from tffix.running import pool

    def run(*_args, **_kwargs):
        raise pool.PoolError("worker processes die before they begin; try one job")
        yield

    monkeypatch.setattr(pool, "run", run)
    write("a.py")
    assert tffix("check", ".", code=2).stderr == "Error: worker processes die before they begin; try one job\n"


def test_a_second_run_over_many_files_says_the_same(tffix, write, tmp_path, monkeypatch):
    monkeypatch.setattr("tffix.running.cache._FRESH", 0)
    for number in range(SMALL):
        write(f"{number}.py", "old()\n" if number % 2 else "fine()\n")
    options = ["--jobs", "1", "--cache-dir", str(tmp_path / "cache")]
    first = tffix("check", ".", *options, code=1)
    assert os.listdir(tmp_path / "cache")
    assert tffix("check", ".", *options, code=1).stdout == first.stdout
    assert tffix("check", ".", "--jobs", "1", "--no-cache", code=1).stdout == first.stdout
    tffix("apply", ".", *options, code=0)
    tffix("check", ".", *options, code=0)
