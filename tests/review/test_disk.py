"""What else happens on the disk: files that change, two reviews at once, and what is remembered."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess

import pytest

from tests.review.terminal import ROOT, TFFIX, Terminal
from tests.review.test_pipe import body
from tffix.running.folder import FolderError, Lock


def test_a_file_that_changes_behind_its_back_is_analysed_anew(terminal, write):
    path = write("a.py", "def f():\n    old(1)\n\n\ndef g():\n    old(2)\n    old(3)\n")
    screen = terminal()
    screen.see("a.py:3", "1 of 3")
    screen.press("y").see("a.py:7")
    write("a.py", "x = 0\n\n\ndef f():\n    old(1)\n\n\ndef g():\n    old(4)\n    old(3)\n")
    screen.press("n").see("a.py:10", "1 of your answers no longer applies", "old(4)")
    screen.press("y").see("a.py:11")
    screen.press("n")
    assert screen.end() == 1
    assert body(path) == "x = 0\n\n\ndef f():\n    new(1)\n\n\ndef g():\n    new(4)\n    old(3)\n"


def test_a_file_that_changes_while_another_is_shown(terminal, write):
    path = write("a.py", "old(1)\nold(2)\n")
    write("b.py", "old(3)\nold(4)\n")
    screen = terminal()
    screen.see("a.py:2")
    screen.press("y").see("a.py:3")
    screen.press("n").see("b.py:2")
    write("a.py", "import os\nold(1)\nold(2)\nold(5)\n")
    screen.press("y").see("b.py:3")
    screen.press("q")
    assert screen.end() == 1
    assert body(path) == "import os\nnew(1)\nold(2)\nold(5)\n"
    assert "2 not answered" in screen.text


def test_a_file_that_no_longer_parses_is_left_and_named(terminal, write):
    path = write("a.py", "old(1)\n")
    other = write("b.py", "old(3)\nold(4)\n")
    screen = terminal()
    screen.see("a.py:2")
    screen.press("y").see("b.py:2")
    write("a.py", "old(1\n")
    screen.press("y").see("b.py:3")
    screen.press("q")
    assert screen.end() == 2
    assert (body(path), body(other)) == ("old(1\n", "new(3)\nold(4)\n")
    assert "Not written: a.py" in screen.text
    assert "2 answers are kept: `tffix review --resume` tries again." in screen.text


def test_a_file_that_is_gone(terminal, write):
    path = write("a.py", "old(1)\n")
    write("b.py", "old(3)\n")
    screen = terminal()
    screen.see("a.py:2")
    screen.press("y").see("b.py:2")
    path.unlink()
    screen.press("n")
    assert screen.end() == 2
    assert "a.py: cannot be read: does not exist" in screen.text


def test_the_file_system_refuses_and_resume_tries_again(review, write, monkeypatch):
    path = write("a.py", "old(1)\n")
    replace = os.replace

    def full(source: str, target: str) -> None:
        if str(target).endswith(".py"):
            raise OSError(28, "No space left on device")
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        result = review("y", code=2)
    assert "a.py: cannot be written: no space left" in result.stderr
    assert "no fix was accepted" not in result.stdout
    assert body(path) == "old(1)\n"
    review("", "--resume", code=0)
    assert body(path) == "new(1)\n"


def test_two_reviews_of_one_tree(terminal, write, review):
    path = write("a.py", "old(1)\nold(2)\n")
    first = terminal()
    first.see("1 of 2")
    first.press("y").see("2 of 2")
    second = review("yy", code=2)
    assert re.search(rf"is going on \(process {first.process.pid}\): end it first", second.stderr)
    assert "--resume" not in second.stderr
    first.press("y")
    assert first.end() == 0
    assert body(path) == "new(1)\nnew(2)\n"


def test_a_killed_review_does_not_hold_the_lock(terminal, write, review):
    write("a.py", "old(1)\n")
    screen = terminal()
    screen.see("1 of 1")
    screen.kill()
    review("y", code=0)


def test_a_folder_that_cannot_hold_the_answers(project):
    (project / ".tffix").write_text("a file")
    with pytest.raises(FolderError, match="cannot be kept"):
        Lock(project / ".tffix", "review")


def test_the_tree_does_not_become_dirty(review, write, project):
    write("a.py", "old(1)\n")
    review("Q", code=1)
    review("n", "--restart", code=1)
    status = subprocess.run(["git", "status", "--porcelain"], cwd=project, capture_output=True, text=True, check=True)
    assert status.stdout == "?? a.py\n"


def test_refused_is_not_asked_again_until_the_code_changes(review, write):
    write("a.py", "def f():\n    old(1)\n\n\ndef g():\n    old(1)\n")
    review("ny", code=1)
    moved = "# a new comment\nx = 1\n\n\ndef f():\n    old(1)\n"
    write("a.py", moved)
    result = review("", code=1)
    assert "1 refused in an earlier review (--forget asks again)" in result.stdout
    assert "old is obsolete" not in result.stdout
    write("a.py", moved.replace("    old(1)", "    y = 2\n    old(1)"))
    assert "1 of 1" in review("q", code=1).stdout


def test_what_is_refused_in_one_file_is_asked_about_in_its_copy_and_not_in_the_moved_file(review, write, project):
    path = write("a.py", "old(1)\n")
    review("n", code=1)
    write("copy.py", "old(1)\n")
    assert "copy.py:2" in review("q", code=1).stdout
    (project / "copy.py").unlink()
    path.rename(project / "moved.py")
    assert "old is obsolete" not in review("", code=1).stdout


def test_forget_asks_again(review, write):
    path = write("a.py", "old(1)\nold(2)\n")
    review("nn", code=1)
    assert "1 of 2" in review("yn", "--forget", code=1).stdout
    assert body(path) == "new(1)\nold(2)\n"
    assert "1 refused in an earlier review" in review("", code=1).stdout


def test_accepting_all_does_not_accept_what_was_refused_before(review, write):
    path = write("a.py", "old(1)\n")
    review("n", code=1)
    write("b.py", "old(2)\n")
    review("A", code=1)
    assert body(path) == "old(1)\n"


def test_line_ends_and_encodings_stay(review, project):
    path = project / "a.py"
    path.write_bytes("# -*- coding: latin-1 -*-\r\nimport keras\r\nold('é')\r\nold(2)\r\n".encode("latin-1"))
    review("s weil é\nn", code=1)
    assert path.read_bytes() == (
        "# -*- coding: latin-1 -*-\r\nimport keras\r\nold('é')  # tffix: ignore[TF901] weil é\r\nold(2)\r\n"
    ).encode("latin-1")


def test_a_reason_that_the_encoding_has_no_letters_for(review, project):
    path = project / "a.py"
    path.write_bytes("# -*- coding: latin-1 -*-\nimport keras\nold('é')\n".encode("latin-1"))
    assert "No comment can silence" in review("s 理由\nn", code=1).stdout


def test_answers_go_with_a_file_that_was_moved(review, write, project):
    path = write("a.py", "old(1)\nold(2)\nold(3)\n")
    write("other.py", "old(4)\n")
    review("ynQ", code=1)
    path = path.rename(project / "moved.py")
    assert "3 of 4" in review("Q", "--resume", code=1).stdout
    assert "3 of 4" in review("yn", "--resume", code=1).stdout
    assert body(path) == "new(1)\nold(2)\nnew(3)\n"


@pytest.mark.parametrize("settled", [False, True])
def test_answers_that_have_no_fix_any_more_are_said_to_be_dropped(review, write, settled):
    path = write("a.py", "old(1)\nold(2)\n")
    write("other.py", "old(3)\n")
    review("ynQ", code=1)
    if settled:
        write("a.py", "new(1)\n")
    else:
        path.unlink()
    assert "2 answers given to code that has changed since: dropped" in review("y", "--resume", code=0).stdout


def test_answers_to_files_that_are_not_looked_at_are_kept(review, write, project):
    write("a.py", "old(1)\nold(2)\n")
    write("sub/b.py", "old(3)\n")
    review("yQ", code=1)
    assert "kept: `tffix review --resume`" in review("y", "--resume", paths="sub", code=0).stdout
    assert body(project / "sub/b.py") == "new(3)\n"
    assert "2 of 2" in review("y", "--resume", code=0).stdout
    assert body(project / "a.py") == "new(1)\nnew(2)\n"


def test_the_folder_of_the_answers_is_removed_meanwhile(terminal, write, project):
    """As ``git clean -xd`` does."""
    path = write("a.py", "old(1)\nold(2)\nold(3)\n")
    screen = terminal()
    screen.see("1 of 3")
    screen.press("y").see("2 of 3")
    shutil.rmtree(project / ".tffix")
    screen.press("n").see("3 of 3")
    screen.kill()
    screen = terminal("--resume")
    screen.see("3 of 3")
    shutil.rmtree(project / ".tffix")
    screen.press("q")
    assert screen.end() == 1
    assert body(path) == "new(1)\nold(2)\nold(3)\n"
    assert (project / ".tffix" / "refused.jsonl").exists()


def test_the_tree_is_removed_meanwhile(terminal, write, project):
    write("a.py", "old(1)\nold(2)\n")
    screen = terminal()
    screen.see("1 of 2")
    shutil.rmtree(project)
    screen.press("y")
    assert screen.end() == 2
    assert "cannot be written: no such file or directory" in screen.text
    assert "Traceback" not in screen.text


def test_a_full_disk_left_the_folder_without_its_gitignore(review, write, project):
    write("a.py", "old(1)\n")
    (project / ".tffix").mkdir()
    (project / ".tffix" / ".gitignore").touch()
    review("n", code=1)
    assert (project / ".tffix" / ".gitignore").read_text(encoding="utf-8").endswith("*\n")


def test_stdout_is_full(project, write):
    path = write("a.py", "old(1)\n")
    with open("/dev/full", "wb") as full:
        command = [*TFFIX, "review", str(project)]
        result = subprocess.run(command, input=b"y", stdout=full, stderr=subprocess.PIPE, check=False, cwd=ROOT)
    assert result.returncode == 2
    assert result.stderr == b"Error: the output cannot be written: no space left on device\n"
    assert body(path) == "old(1)\n"


def test_nobody_reads_stdout(project, write):
    """The answers behind would be given to questions that nobody saw."""
    path = write("a.py", "old(1)\n" * 500)
    command = f"yes y | {shlex.join([*TFFIX, 'review', str(project)])} | head -1; exit ${{PIPESTATUS[1]}}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, check=False, cwd=ROOT)
    assert (result.returncode, result.stderr) == (141, b"")
    assert body(path) == "old(1)\n" * 500


def test_a_terminal_that_is_gone_has_given_no_order_to_write(write, project):
    path = write("a.py", "old(1)\nold(2)\n")
    command = ("sh", "-c", "trap '' HUP; exec \"$@\"", "sh", *TFFIX, "review")
    screen = Terminal(project, ".", "--jobs", "1", command=command)
    screen.see("1 of 2")
    screen.press("y").see("2 of 2")
    os.close(screen.process.child_fd)
    os.waitpid(screen.process.pid, 0)
    screen.process.closed = True
    assert body(path) == "old(1)\nold(2)\n"
    assert (project / ".tffix" / "review.jsonl").exists()
