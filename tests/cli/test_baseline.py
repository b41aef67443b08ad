"""``tffix check --baseline``: what it knows, what it does not, and how it shrinks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tffix.running.pool import SMALL

BODY = """\
def train(x):
    y = old(x)
    return y


def evaluate(x):
    return old(x)
"""


@pytest.fixture
def known(tffix, write):
    """A file with two findings, both in the baseline."""
    path = write("a.py", BODY)
    tffix("check", ".", "--baseline", "baseline.json", "--update-baseline", code=0)
    return path


def _edit(path: Path, *pairs: tuple[str, str]) -> None:
    text = path.read_text()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)


def _check(tffix, *arguments, code=0):
    return tffix("check", ".", "--baseline", "baseline.json", "--output-format", "concise", *arguments, code=code)


def test_a_missing_baseline_is_an_error(tffix, write):
    write("a.py", BODY)
    result = tffix("check", ".", "--baseline", "baseline.json", code=2)
    assert "baseline.json does not exist; --update-baseline writes it" in result.stderr


def test_what_it_knows_is_not_told(tffix, known):
    assert _check(tffix).stdout == "Nothing new found in 1 file.\n2 findings are in the baseline.\n"


def test_writing_it_says_how_much_is_in_it(tffix, write):
    write("a.py", BODY)
    result = tffix("check", ".", "--baseline", "b.json", "--update-baseline", code=0)
    assert result.stdout == "Nothing new found in 1 file.\nb.json: 2 findings (2 added).\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("import keras\n", "import keras\n\n\nx = 1\n", id="lines added above"),
        pytest.param("    y = old(x)\n", "    if x:\n        y = old(x)\n", id="indented"),
        pytest.param("    y = old(x)\n", "    y = old(  # why\n        x,\n    )\n", id="formatted, with a comment"),
        pytest.param("    y = old(x)\n", "    y = old(x) + 1\n", id="its statement edited around it"),
        pytest.param("def train(x)", "def fit(x)", id="its function renamed"),
        pytest.param("    return y\n", "    x = x\n    return y\n", id="its function edited"),
    ],
)
def test_edits_around_a_finding_make_no_news(tffix, known, old, new):
    _edit(known, (old, new))
    _check(tffix)


def test_functions_that_change_places_make_no_news(tffix, known):
    first, second = BODY.split("\n\n\n")
    known.write_text(f"import keras\n{second}\n\n{first}\n")
    _check(tffix)


def test_a_renamed_file_makes_no_news(tffix, known):
    os.makedirs("deep")
    known.rename("deep/b.py")
    result = _check(tffix)
    assert "2 findings are in the baseline" in result.stdout


def test_a_finding_moved_to_another_file_makes_no_news(tffix, known, write):
    _edit(known, ("\n\ndef evaluate(x):\n    return old(x)\n", ""))
    write("b.py", "def evaluate(x):\n    return old(x)\n")
    _check(tffix)


def test_a_copy_is_news(tffix, known, write):
    write("b.py", BODY)
    result = _check(tffix, code=1)
    assert [line.split(":")[0] for line in result.stdout.splitlines()[:2]] == ["b.py", "b.py"]
    assert "2 findings are in the baseline" in result.stdout


def test_equal_findings_are_counted(tffix, write):
    path = write("a.py", "old()\nold()\n")
    tffix("check", ".", "--baseline", "baseline.json", "--update-baseline", code=0)
    assert json.loads(Path("baseline.json").read_text())["findings"][0]["count"] == 2
    path.write_text("import keras\nold()\nold()\nold()\n")
    result = _check(tffix, code=1)
    assert "Found 1 finding in 1 of 1 file." in result.stdout


def test_of_equal_findings_the_one_in_another_function_is_the_new_one(tffix, known):
    _edit(known, ("def evaluate", "def predict(x):\n    return old(x)\n\n\ndef evaluate"))
    result = _check(tffix, code=1)
    assert result.stdout.startswith("a.py:8:12: TF901")


def test_what_left_is_said_and_stays_until_it_is_updated(tffix, known):
    before = Path("baseline.json").read_bytes()
    _edit(known, ("y = old(x)", "y = fine(x)"))
    assert "1 finding of the baseline left it: --update-baseline takes them out." in _check(tffix).stdout
    assert Path("baseline.json").read_bytes() == before
    result = _check(tffix, "--update-baseline")
    assert "Left the baseline: a.py: TF901 in train: old\n" in result.stdout
    assert "baseline.json: 1 finding (1 taken out).\n" in result.stdout
    _edit(known, ("y = fine(x)", "y = old(x)"))
    _check(tffix, code=1)


def test_an_update_never_adds(tffix, known, write):
    write("b.py", "old()\n")
    result = _check(tffix, "--update-baseline", code=1)
    assert result.stdout.startswith("b.py:2:1: TF901")
    assert "baseline.json: 2 findings (as before)." in result.stdout
    _check(tffix, code=1)


def test_an_update_takes_moves_over(tffix, known):
    known.rename("b.py")
    _check(tffix, "--update-baseline")
    assert {item["path"] for item in json.loads(Path("baseline.json").read_text())["findings"]} == {"b.py"}


def test_what_was_not_looked_at_does_not_leave(tffix, known, write):
    write("sub/b.py", "old()\n")
    before = Path("baseline.json").read_bytes()
    tffix("check", "sub", "--baseline", "baseline.json", "--update-baseline", code=1)
    tffix("check", ".", "--ignore", "TF901", "--baseline", "baseline.json", "--update-baseline", code=0)
    known.write_text("import keras\nold(\n")
    tffix("check", ".", "--baseline", "baseline.json", "--update-baseline", code=2)
    assert Path("baseline.json").read_bytes() == before


def test_a_file_that_is_there_but_not_looked_at_lends_no_finding(tffix, known, write):
    write("sub/b.py", BODY)
    tffix("check", "sub", "--baseline", "baseline.json", code=1)


def test_it_holds_from_a_subfolder(tffix, write, monkeypatch):
    write("sub/a.py", BODY)
    tffix("check", ".", "--baseline", "baseline.json", "--update-baseline", code=0)
    monkeypatch.chdir("sub")
    tffix("check", ".", "--baseline", "../baseline.json", code=0)
    tffix("check", "a.py", "--baseline", "../baseline.json", code=0)


def test_stdin_is_checked_under_its_name(tffix, known):
    data = known.read_bytes()
    arguments = ("check", "-", "--stdin-filename", "a.py", "--baseline", "baseline.json")
    tffix(*arguments, stdin=data, code=0)
    tffix(*arguments, stdin=data + b"old()\n", code=1)


def test_the_cache_and_processes_change_nothing(project):
    # Other processes do not know the codemods of these tests: these are the real ones.
    text = "import tensorflow as tf\n\nfor x in tf.data.Dataset.range(3).map(tf.abs).batch({}):\n    print(x)\n"
    for number in range(SMALL + 1):
        (project / f"m{number}.py").write_text(text.format(number))

    def check(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "tffix", "check", ".", "--baseline", "baseline.json", *arguments]
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    assert check("--update-baseline", "--no-cache")[0] == 0
    (project / "m1.py").rename("moved.py")
    (project / "m2.py").write_text("\n" + text.format(2))
    (project / "m3.py").write_text(text.format(3).replace("abs", "sign"))
    results = {check(*options) for options in (("--jobs", "2"), (), ("--jobs", "1", "--no-cache"))}
    assert len(results) == 1
    ((code, out),) = results
    assert code == 1
    assert "m3.py:3:" in out
    assert "moved.py" not in out
    assert "m2.py" not in out


def test_json_tells_what_is_left_out(tffix, known):
    _edit(known, ("y = old(x)", "y = fine(x)"))
    document = json.loads(tffix("check", ".", "--baseline", "baseline.json", "--output-format", "json", code=0).stdout)
    assert document["findings"] == []
    assert document["news"] == {"known": 1, "elsewhere": 0, "gone": ["a.py: TF901 in train: old"]}


def test_statistics_and_diffs_are_of_the_news(tffix, known, write):
    write("b.py", "old()\n")
    result = _check(tffix, "--statistics", "--show-diff", code=1)
    assert result.stdout.startswith("1  TF901")
    assert "--- a/b.py" in result.stdout
    assert "--- a/a.py" not in result.stdout


def test_it_is_the_same_whatever_the_order_of_work(tffix, known, write):
    write("b.py", BODY)
    Path("baseline.json").unlink()
    _check(tffix, "--update-baseline")
    first = Path("baseline.json").read_bytes()
    Path("baseline.json").unlink()
    tffix("check", "b.py", "a.py", "--baseline", "baseline.json", "--update-baseline", code=0)
    assert Path("baseline.json").read_bytes() == first


@pytest.mark.parametrize(
    "text", ["", "[]", '{"version": 1}', '{"version": 1, "findings": [{"path": "a"}]}', "<<<<<<<\n"]
)
def test_a_damaged_baseline_is_an_error_and_stays(tffix, known, text):
    Path("baseline.json").write_text(text)
    result = _check(tffix, "--update-baseline", code=2)
    assert "baseline baseline.json is damaged" in result.stderr
    assert Path("baseline.json").read_text() == text


def test_a_version_from_the_future_is_an_error(tffix, known):
    Path("baseline.json").write_text('{"version": 2, "findings": []}')
    assert "version 2 is not known" in _check(tffix, code=2).stderr


def test_odd_names_come_back(tffix, write):
    write(os.fsdecode(b'caf\xe9 "x".py'), "old()\n")
    tffix("check", ".", "--baseline", "baseline.json", "--update-baseline", code=0)
    _check(tffix)


@pytest.mark.parametrize(
    "arguments", [("--update-baseline",), ("--baseline", "b", "--update-baseline", "--diff-base", "HEAD")]
)
def test_what_has_no_meaning_is_refused(tffix, write, arguments):
    write("a.py")
    tffix("check", ".", *arguments, code=2)
