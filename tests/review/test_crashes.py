"""Nothing is lost: killed at any point, a review goes on where it stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.review.terminal import ROOT, TFFIX, Terminal
from tests.review.test_pipe import body

FILES = {
    "a.py": "def f():\n    old()\n    risky(1)\n    wrap(old(2))\n",
    "b.py": "old(1)\nrisky(2)\nold(3)\n",
    "c.py": "noisy()\nold(1)\n",
    "d.py": "old(1)\nold(2)\n",
}
# Each answer, and what shows that it was taken.
COURSE = [
    ("y", "TF903"),  # old() in a.py, which makes the next one
    ("y", "TF902"),
    ("n", "TF904"),  # risky(1)
    ("y", "TF901"),  # wrap
    ("u", "TF904"),
    ("y", "TF901"),
    ("s because\r", "b.py:2"),
    ("n", "b.py:3"),
    ("k", "Your answer: refuse."),
    ("y", "b.py:3"),
    ("a", "b.py:4"),  # all of TF902
    ("f", "c.py:2"),
    ("y", "c.py:5"),  # noisy, with its import
    ("y", "d.py:2"),
    ("y", "d.py:3"),
]


def tree(folder: Path) -> dict[str, str]:
    """All files but the lock, which names a process."""
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.parts and path.name != "review.lock"
    }


@pytest.fixture
def files(write):
    for name, text in FILES.items():
        write(name, text)


def answer(screen: Terminal, step: tuple[str, str]) -> None:
    keys, shown = step
    if keys.startswith("s"):
        screen.press("s").see("Reason:")
        keys = keys[2:]
    screen.press(keys).see(shown)


def test_killed_after_every_answer(terminal, files, project, write):
    """The same answers give the same files, whether the review runs through or is killed after each."""
    screen = terminal()
    screen.see("a.py:3")
    for step in COURSE:
        answer(screen, step)
    screen.press("q")
    assert screen.end() == 1
    expected = tree(project)
    assert "review.jsonl" not in expected
    assert json.loads(expected[".tffix/refused.jsonl"].splitlines()[0])["path"] == "a.py"

    (project / ".tffix" / "refused.jsonl").unlink()
    for name, text in FILES.items():
        write(name, text)
    before = tree(project)
    screen = terminal()
    shown = "a.py:3"
    for number, step in enumerate(COURSE):
        screen.see(shown)
        if step[0] == "u":
            screen.see("TF901")
        # Where one went back to look is not an answer: after a crash the first open question is shown.
        if number and COURSE[number - 1][0] == "k":
            screen.press("k").see("Your answer: refuse.")
        answer(screen, step)
        screen.kill()
        assert {name: tree(project)[name] for name in FILES} == {name: before[name] for name in FILES}
        screen = terminal("--resume")
        shown = step[1] if step[0] != "k" else "b.py:3"
    screen.see(shown)
    screen.press("q")
    assert screen.end() == 1
    assert tree(project) == expected


MOMENTS = (-1, 1, -2, 2, -3, 3, -4, 4)
"""Before (negative) or after which replacement of a file: the fourth is that of the memory."""


def test_killed_while_writing(project, files, write):
    """No file is broken, and what was not written is written later."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def run(*arguments: str, stdin: bytes, **extra: str) -> int:
        command = [*TFFIX, "review", ".", "--jobs", "1", *arguments]
        return subprocess.run(
            command, input=stdin, capture_output=True, check=False, env=environment | extra
        ).returncode

    before, answers = tree(project), b"yyyyynyyyyq"
    assert run(stdin=answers) == 1
    expected = tree(project)
    for moment in MOMENTS:
        (project / ".tffix" / "refused.jsonl").unlink()
        for name, text in FILES.items():
            write(name, text)
        assert run(stdin=answers, DIE_AT=str(moment)) == -signal.SIGKILL
        after = tree(project)
        changed = [name for name in FILES if after[name] != before[name]]
        assert all(after[name] == expected[name] for name in changed)
        assert len(changed) == min(3, abs(moment) - (moment < 0))
        assert run("--resume", stdin=b"q") == 1
        # A killed process leaves the file it was writing beside the one it was to replace.
        assert {name: text for name, text in tree(project).items() if "/.tffix-" not in f"/{name}"} == expected
        for path in project.glob(".tffix-*"):
            path.unlink()


def test_a_line_that_was_cut_off_is_forgotten(review, write, project):
    path = write("a.py", "old(1)\nold(2)\nold(3)\n")
    review("yyQ", code=1)
    journal = project / ".tffix" / "review.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-20])
    assert "2 of 3" in review("nQ", "--resume", code=1).stdout
    assert journal.read_bytes().startswith(whole[: whole.rindex(b"\n", 0, -1) + 1])
    review("y", "--resume", code=1)
    assert body(path) == "new(1)\nold(2)\nnew(3)\n"


def test_a_damaged_session_is_named_and_can_be_dropped(review, write, project):
    write("a.py", "old(1)\nold(2)\n")
    review("yQ", code=1)
    journal = project / ".tffix" / "review.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b'"verb"', b'"verv"'))
    assert "is damaged: --restart drops it" in review("y", "--resume", code=2).stderr
    review("yy", "--restart", code=0)


def test_a_new_review_does_not_drop_the_answers_of_one_that_was_not_ended(review, write, project):
    write("a.py", "old(1)\nold(2)\n")
    review("yQ", code=1)
    result = review("yy", code=2)
    assert "has 1 answer: --resume goes on with it, --restart drops it" in result.stderr
    assert "2 of 2" in review("Q", "--resume", code=1).stdout


def test_resume_alone_takes_paths_and_options_from_the_session(review, write, project):
    write("a.py", "old(1)\nrisky()\n")
    write("sub/b.py", "old(1)\nold(2)\n")
    review("yQ", "--select", "TF901", paths="sub", code=1)
    result = review("y", "--resume", paths="", code=0)
    assert "2 of 2" in result.stdout
    assert body(project / "sub/b.py") == "new(1)\nnew(2)\n"
    assert body(project / "a.py") == "old(1)\nrisky()\n"


def test_resume_without_a_session(review, write):
    write("a.py", "old(1)\n")
    assert "there is no review to resume" in review("", "--resume", code=2).stderr


def test_resume_in_another_folder(review, write, project, monkeypatch):
    write("sub/a.py", "old(1)\nold(2)\n")
    review("yQ", code=1)
    monkeypatch.chdir(project / "sub")
    assert f"was begun in {project}" in review("", "--resume", paths="", code=2).stderr
    review("y", "--resume", code=0)
    assert body(project / "sub/a.py") == "new(1)\nnew(2)\n"


def test_answers_to_a_file_that_cannot_be_read_now_are_kept(review, write):
    path = write("a.py", "old(1)\nold(2)\n")
    review("yQ", code=1)
    write("a.py", "old(1)\nold(2\n")
    assert "`tffix review --resume` tries again" in review("", "--resume", code=2).stdout
    write("a.py", "old(1)\nold(2)\n")
    assert "2 of 2" in review("n", "--resume", code=1).stdout
    assert body(path) == "new(1)\nold(2)\n"


def test_resume_still_forgets(review, write):
    write("a.py", "old(1)\nold(2)\n")
    review("nn", code=1)
    review("yQ", "--forget", code=1)
    assert "2 of 2" in review("y", "--resume", paths="", code=0).stdout
