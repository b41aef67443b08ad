"""Answers from a pipe: what is written, what is said, and the exit codes."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from tests.review.terminal import ROOT, TFFIX


def body(path: Path) -> str:
    return path.read_text(encoding="utf-8").removeprefix("import keras\n")


def test_accepted_fixes_are_written_and_refused_ones_are_not(review, write):
    path = write("a.py", "old()\nold(1)\nrisky()\n", head="import keras\n")
    result = review("ynny", "--select", "TF901,TF902", code=1)
    assert body(path) == "new()\nold(1)\nrisky()\n"
    assert "Wrote a.py: 1 fix\nWrote 1 fix in 1 file.\n  2 refused: not asked about again" in result.stdout


def test_everything_settled_is_0(review, write):
    path = write("a.py", "old(1)\nrisky()\n")
    review("yy", code=0)
    assert body(path) == "new(1)\ncareful()\n"


def test_nothing_to_review_is_0(review, write, project):
    write("a.py", "x = 1\n")
    result = review("", code=0)
    assert result.stdout == "No fixes to review.\n"
    assert not (project / ".tffix" / "review.jsonl").exists()


def test_a_finding_without_a_fix_is_left(review, write):
    write("a.py", "hopeless()\n")
    assert "1 without a fix" in review("", code=1).stdout


def test_a_file_that_cannot_be_parsed_is_2_and_the_others_are_written(review, write):
    write("a.py", "old(\n")
    path = write("b.py", "old(1)\n")
    result = review("y", code=2)
    assert body(path) == "new(1)\n"
    assert "error: a.py: " in result.stderr


def test_the_end_of_the_answers_writes_what_was_accepted(review, write):
    path = write("a.py", "old(1)\nold(2)\n")
    result = review("y", code=1)
    assert body(path) == "new(1)\nold(2)\n"
    assert "1 not answered" in result.stdout


def test_Q_writes_nothing_and_keeps_the_answers(review, write):
    path = write("a.py", "old(1)\nold(2)\n")
    result = review("yQ", code=1)
    assert body(path) == "old(1)\nold(2)\n"
    assert "Nothing was written. 1 answer is kept: `tffix review --resume` goes on." in result.stdout
    review("y", "--resume", code=0)
    assert body(path) == "new(1)\nnew(2)\n"


def test_a_wrong_key_stops_a_script_before_anything_is_written(review, write):
    path = write("a.py", "old(1)\nold(2)\n")
    result = review("yzy", code=2)
    assert "'z' is no answer: the keys are y n a d f A k u e s v x q Q" in result.stderr
    assert body(path) == "old(1)\nold(2)\n"


def test_a_reason_is_the_rest_of_the_line(review, write):
    path = write("a.py", "old(1)\nold(2)\n")
    review("s kept for the tests\ny", code=0)
    assert body(path) == "old(1)  # tffix: ignore[TF901] kept for the tests\nnew(2)\n"


def test_a_suppression_without_a_reason_is_none(review, write):
    path = write("a.py", "old(1)\n")
    assert "a suppression needs a reason" in review("s\nn", code=1).stdout
    assert body(path) == "old(1)\n"


def test_unsafe_fixes_are_shown_and_marked(review, write):
    write("a.py", "risky()\n")
    assert "UNSAFE" in review("n", code=1).stdout


def test_a_fix_that_depends_on_another_is_asked_about_after_it(review, write):
    path = write("a.py", "old()\n")
    assert "TF903" not in review("n", code=1).stdout
    assert body(path) == "old()\n"
    result = review("yn", "--forget", code=1)
    assert "TF903" in result.stdout
    assert body(path) == "new()\n"


def test_fixes_that_touch_are_shown_one_after_the_other(review, write):
    path = write("a.py", "wrap(old(1))\n")
    result = review("yy", code=0)
    assert body(path) == "new(1)\n"
    assert "- wrap(old(1))\n2 + old(1)" in result.stdout
    assert "- old(1)\n2 + new(1)" in result.stdout


def test_of_fixes_that_touch_one_can_be_refused(review, write):
    path = write("a.py", "def f():\n    wrap(old(1))\n    wrap(old(2))\n")
    result = review("nynn", code=1)
    assert body(path) == "def f():\n    wrap(new(1))\n    wrap(old(2))\n"
    assert "3 refused" in result.stdout


def test_a_refused_fix_stays_refused_when_its_neighbour_is_accepted(review, write):
    path = write("a.py", "def f():\n    old(1)\n    risky(2)\n    old(3)\n")
    review("nyn", code=1)
    assert body(path) == "def f():\n    old(1)\n    careful(2)\n    old(3)\n"
    assert "2 refused in an earlier review" in review("", code=1).stdout


def test_an_import_comes_with_the_fix_that_needs_it(review, write):
    path = write("a.py", "noisy()\nnoisy()\n")
    assert review("ny", code=1).stdout.count("+ import sys") == 2
    assert body(path) == "import sys\n\nnoisy()\nsys.stderr.write('x')\n" or "import sys" in path.read_text()
    review("", code=1)


def test_the_rest_of_a_codemod_in_all_files(review, write):
    paths = [write(f"{name}.py", "old(1)\nrisky()\n") for name in "abc"]
    review("nadq", code=1)
    assert [body(path) for path in paths] == ["old(1)\ncareful()\n"] + ["old(1)\ncareful()\n"] * 2


def test_all_safe_ones_and_no_unsafe_one(review, write):
    paths = [write(f"{name}.py", "old()\nrisky()\n") for name in "ab"]
    review("Aq", code=1)
    assert [body(path) for path in paths] == ["new(1)\nrisky()\n"] * 2


def test_all_safe_ones_from_an_unsafe_one_asks_about_it_again(review, write):
    path = write("a.py", "risky()\nold(1)\n")
    assert "This one is unsafe." in review("Ay", code=0).stdout
    assert body(path) == "careful()\nnew(1)\n"


def test_the_rest_of_a_file_is_skipped_and_asked_about_next_time(review, write):
    first, second = write("a.py", "old(1)\nold(2)\n"), write("b.py", "old(3)\n")
    assert "2 skipped" in review("fy", code=1).stdout
    assert (body(first), body(second)) == ("old(1)\nold(2)\n", "new(3)\n")
    assert "1 of 2" in review("yy", code=0).stdout


def test_undo_across_files(review, write):
    first, second = write("a.py", "old(1)\n"), write("b.py", "old(2)\n")
    review("yuny", code=1)
    assert (body(first), body(second)) == ("old(1)\n", "new(2)\n")


def test_undo_of_a_whole_scope(review, write):
    paths = [write(f"{name}.py", "old(1)\nold(2)\nrisky()\n") for name in "ab"]
    result = review("y" + "d" + "u" + "ynq", code=1)
    assert "Taken back: refuse the rest of TF901." in result.stdout
    assert [body(path) for path in paths] == ["new(1)\nnew(2)\nrisky()\n", "old(1)\nold(2)\nrisky()\n"]


def test_back_changes_an_earlier_answer_and_keeps_the_later_ones(review, write):
    first, second = write("a.py", "old(1)\n"), write("b.py", "old(2)\nold(3)\n")
    result = review("yy" + "kk" + "n" + "y", code=1)
    assert "Your answer: accept." in result.stdout
    assert (body(first), body(second)) == ("old(1)\n", "new(2)\nnew(3)\n")


def test_taking_an_answer_back_asks_anew_about_what_depended_on_it(review, write):
    path = write("a.py", "old()\nrisky()\nrisky()\n")
    result = review("yyy" + "kkk" + "n" + "n", code=1)
    assert body(path) == "old()\ncareful()\nrisky()\n"
    assert "1 of your answers no longer applies" in result.stdout


def test_nothing_before_the_first(review, write):
    write("a.py", "old(1)\n")
    output = review("kuy", code=0).stdout
    assert "There is nothing before this." in output
    assert "There is nothing to take back." in output


def test_explain(review, write):
    write("a.py", "old(1)\n")
    assert "What old-name does." in review("xy", code=0).stdout


def test_verify_of_a_module_that_only_defines_things(review, write):
    write("a.py", "def f():\n    return old\n")
    assert "it is no script" in review("vy", code=0).stdout


@pytest.mark.parametrize("options", [["--dry-run"], ["--statistics"], ["-q"]])
def test_apply_i_refuses_what_it_would_ignore(project, options):
    result = subprocess.run([*TFFIX, "apply", "-i", ".", *options], capture_output=True, check=False, cwd=ROOT)
    assert result.returncode == 2
    assert options[0].encode() in result.stderr


def test_apply_i_is_a_review(project, write):
    path = write("a.py", "old(1)\nold(2)\n")
    command = [*TFFIX, "apply", "-i", str(project)]
    result = subprocess.run(command, input=b"yn", capture_output=True, check=False, cwd=ROOT)
    assert result.returncode == 1
    assert body(path) == "new(1)\nold(2)\n"


def test_yes_with_workers(project, write):
    paths = [write(f"{number:03}.py", "old()\nrisky()\nwrap(1)\n") for number in range(70)]
    yes = itertools.repeat(b"y\n", 400)
    command = [*TFFIX, "review", str(project), "--jobs", "2"]
    result = subprocess.run(command, input=b"".join(yes), capture_output=True, check=False, cwd=ROOT)
    assert result.returncode == 0, result.stderr
    assert {body(path) for path in paths} == {"new(1)\ncareful()\n1\n"}
    assert b"Wrote 280 fixes in 70 files." in result.stdout


def test_a_worker_that_dies_costs_its_file(project, write):
    good = [write(f"{name}.py", "old(1)\n") for name in "ac"]
    bad = write("b.py", "deadly()\n")
    command = [*TFFIX, "review", str(project), "--jobs", "2"]
    result = subprocess.run(command, input=b"yy", capture_output=True, check=False, cwd=ROOT)
    assert result.returncode == 2
    assert b"b.py: the worker process died on this file" in result.stderr
    assert [body(path) for path in (*good, bad)] == ["new(1)\n", "new(1)\n", "deadly()\n"]


def test_apply_does_not_import_the_review(tmp_path):
    (tmp_path / "a.py").write_text("import keras\nx = 1  # tffix: ignore[TF001]\n")
    program = (
        "import sys\n"
        "from tffix.cli import main\n"
        "sys.argv = ['tffix', 'apply', 'a.py']\n"
        "try:\n    main()\nexcept SystemExit as error:\n    assert error.code == 0, error.code\n"
        "heavy = {name for name in sys.modules if name.startswith(('rich', 'tffix.review'))}\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True)
