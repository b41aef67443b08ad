"""The review in a real terminal: each key, and what is on the screen."""

from __future__ import annotations

import json
import re
import shlex
import signal
import stat
import termios
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.review.terminal import TFFIX, Terminal
from tests.review.test_pipe import body

LONG = (
    "values = [\n"
    + "".join(f"    {number},  # 第{number}个数字，一个很长的中文注释，不应该打乱布局\n" for number in range(40))
    + "]\n"
)


@pytest.fixture
def editor(tmp_path: Path):
    """Makes an editor that runs ``sed`` with a script."""

    def make(script: str) -> str:
        path = tmp_path / "editor"
        path.write_text(f"#!/bin/sh\nsed -i -e '{script}' \"$1\"\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return make


def test_yes_and_no(terminal, write):
    path = write("a.py", "old(1)\nold(2)\nrisky()\n")
    screen = terminal()
    first = screen.see("1 of 3")
    assert first.split("\n")[0].startswith("a.py:2 ")
    assert "TF901 old-name" in first
    assert "2 - old(1)" in first
    assert "2 + new(1)" in first
    assert screen.raw.count(b"\x1b[?2026h") == screen.raw.count(b"\x1b[?2026l") > 0
    screen.press("y").see("2 of 3", "3 + new(2)")
    screen.press("n").see("3 of 3", "UNSAFE", "1 left in this file")
    screen.press("y")
    assert screen.end() == 1
    assert body(path) == "new(1)\nold(2)\ncareful()\n"
    assert "Wrote 2 fixes in 1 file." in screen.text


@pytest.mark.parametrize(
    ("keys", "texts", "said"),
    [
        ("a", ["new(1)\nrisky()\nnew(3)\n", "new(4)\nrisky()\n"], "3 accepted; u takes that back."),
        ("d", ["old(1)\nrisky()\nold(3)\n", "old(4)\nrisky()\n"], "3 refused; u takes that back."),
        ("A", ["new(1)\nrisky()\nnew(3)\n", "new(4)\nrisky()\n"], "3 accepted; u takes that back."),
        ("f", ["old(1)\nrisky()\nold(3)\n", "old(4)\nrisky()\n"], "3 skipped; u takes that back."),
    ],
)
def test_keys_for_more_than_one_fix(terminal, write, keys, texts, said):
    paths = [write("a.py", "old(1)\nrisky()\nold(3)\n"), write("b.py", "old(4)\nrisky()\n")]
    screen = terminal()
    screen.see("1 of 5")
    screen.press(keys).see(said)
    screen.press("q")
    assert screen.end() == 1
    assert [body(path) for path in paths] == texts


def test_back_and_on_again(terminal, write):
    path = write("a.py", "old(1)\nold(2)\nold(3)\n")
    screen = terminal()
    screen.see("1 of 3")
    screen.press("y").see("2 of 3")
    screen.press("n").see("3 of 3")
    screen.press("k").see("2 of 3", "Your answer: refuse.")
    screen.press("k").see("1 of 3", "Your answer: accept.")
    screen.press("\r").see("2 of 3", "Your answer: refuse.")
    screen.press("y").see("3 of 3")
    screen.press("q")
    assert screen.end() == 1
    assert body(path) == "new(1)\nnew(2)\nold(3)\n"


def test_undo_across_files(terminal, write):
    paths = [write(f"{name}.py", "old(1)\n") for name in "abc"]
    screen = terminal()
    screen.see("a.py:2")
    screen.press("y").see("b.py:2")
    screen.press("y").see("c.py:2")
    screen.press("u").see("b.py:2", "Taken back: accept.")
    screen.press("u").see("a.py:2", "1 of 3")
    screen.press("u").see("There is nothing to take back.")
    screen.press("n").see("b.py:2")
    screen.press("q")
    assert screen.end() == 1
    assert [body(path) for path in paths] == ["old(1)\n"] * 3


def test_edit(terminal, write, editor):
    path = write("a.py", "# 注释\nold(1)\nold(2)\n")
    screen = terminal(EDITOR=editor("s/new(1)/newest(1)/"))
    screen.see("1 of 2")
    screen.press("e").see("2 of 2", "+ new(2)")
    screen.press("y")
    assert screen.end() == 0
    assert body(path) == "# 注释\nnewest(1)\nnew(2)\n"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("s/new(1)/new(1/", "no Python"),
        ("s/ *# one//", "the comment '# one' would be lost"),
        ("s/new(1)/old(1)/", "as it was before the fix"),
    ],
)
def test_an_edit_that_does_not_count_asks_again(terminal, write, editor, script, said):
    path = write("a.py", "old(1)  # one\n")
    screen = terminal(EDITOR=editor(script))
    screen.see("1 of 1")
    screen.press("e").see(said, "1 of 1", "+ new(1)")
    screen.press("n")
    assert screen.end() == 1
    assert body(path) == "old(1)  # one\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("false", "ended with status 1"),
        ("/no/such/editor", "cannot be run"),
        ("'vi", "EDITOR is no command: no closing quotation"),
    ],
)
def test_an_editor_that_fails(terminal, write, name, said):
    write("a.py", "old(1)\n")
    screen = terminal(EDITOR=name)
    screen.see("1 of 1")
    screen.press("e").see(said, "1 of 1")
    screen.press("n")
    assert screen.end() == 1


def test_an_edit_without_a_change_accepts(terminal, write):
    path = write("a.py", "old(1)\n")
    screen = terminal(EDITOR="true")
    screen.see("1 of 1")
    screen.press("e")
    assert screen.end() == 0
    assert body(path) == "new(1)\n"


def test_suppress_with_a_reason(terminal, write):
    path = write("a.py", "if True:\n    old(1)\nold(2)\n")
    screen = terminal()
    screen.see("1 of 2")
    screen.press("s").see("Reason:")
    screen.press("x\x15", "nx", "\x7f", "理由").see("Reason: n理由")
    screen.press("\r").see("2 of 2")
    screen.press("s").see("Reason:")
    screen.press("\x1b").see("a suppression needs a reason")
    screen.press("y")
    assert screen.end() == 0
    assert body(path) == "if True:\n    old(1)  # tffix: ignore[TF901] n理由\nnew(2)\n"


def test_explain_and_back(terminal, write):
    write("a.py", "old(1)\n")
    screen = terminal()
    screen.see("1 of 1")
    screen.press("x").see("What old-name does.", "back to the question")
    screen.press("y").see("1 of 1")
    screen.press("y")
    assert screen.end() == 0


def test_verify_says_what_is_no_script(terminal, write):
    write("a.py", "def f():\n    return old\n")
    screen = terminal()
    screen.see("1 of 1")
    screen.press("v").see("Nothing to verify")
    screen.press("n")
    assert screen.end() == 1


def test_Q_writes_nothing(terminal, write):
    path = write("a.py", "old(1)\nold(2)\n")
    screen = terminal()
    screen.see("1 of 2")
    screen.press("y").see("2 of 2")
    screen.press("Q")
    assert screen.end() == 1
    assert body(path) == "old(1)\nold(2)\n"
    assert "Nothing was written. 1 answer is kept" in screen.text


def test_a_key_that_means_nothing(terminal, write):
    write("a.py", "old(1)\n")
    screen = terminal()
    screen.see("1 of 1")
    screen.press("z").see("'z' is no answer")
    screen.press("\x1b[21~").until(lambda text: "is no answer" not in text, "message gone")
    screen.press("n")
    assert screen.end() == 1


def test_ctrl_c_keeps_the_answers(terminal, write, project):
    path = write("a.py", "old(1)\nold(2)\n")
    screen = terminal()
    screen.see("1 of 2")
    screen.press("y").see("2 of 2")
    screen.press("\x03")
    assert screen.end() == 130
    assert body(path) == "old(1)\nold(2)\n"
    assert len((project / ".tffix" / "review.jsonl").read_text().splitlines()) == 3
    assert "--resume" in screen.text


def test_long_diffs_scroll(terminal, write):
    write("a.py", f"old({list(range(1000))})\n")
    screen = terminal(rows=24)
    screen.see("1 of 1", "more lines", "import keras")
    screen.press("\x1b[B").until(lambda text: "import keras" not in text, "line scrolled")
    screen.press(" ").until(lambda text: "- old(" not in text, "page scrolled")
    screen.press("\x1b[F").see("0 more lines", "999])")
    screen.press("\x1b[5~").until(lambda text: "999])" not in text, "page scrolled back")
    screen.press("\x1b[H").see("import keras")
    screen.press("n")
    assert screen.end() == 1


@pytest.mark.parametrize("columns", [60, 100, 160])
def test_widths(terminal, write, columns):
    write(
        "包/文件名很长的模块.py",
        f"{LONG}old(values)  # 每一步的损失，每一步的损失，每一步的损失，每一步的损失，每一步的损失\n{LONG}",
    )
    screen = terminal(columns=columns, rows=30)
    text = screen.see("1 of 1", "Q stop, write nothing")
    lines = text.split("\n")
    assert lines[0].endswith("left in this file")
    assert lines[1].endswith("safe")
    assert re.search(r"^44 - old\(values\)", text, re.MULTILINE)
    # pyte leaves a cell empty behind a wide character, which display() drops.
    assert all(cell_len(line) <= columns for line in lines)
    assert "每一步的损失" in text.replace(" ", "")
    screen.press("y")
    assert screen.end() == 0


def test_a_resize_draws_anew(terminal, write):
    write("a.py", f"old({'1 + ' * 30}1)\n")
    screen = terminal(columns=160)
    wide = screen.see("1 of 1", "Q stop, write nothing")
    screen.resize(60)
    narrow = screen.see("1 of 1", "Q stop, write nothing")
    assert len(narrow.split("\n")[0]) <= 60 < len(wide.split("\n")[0])
    screen.resize(100, rows=12)
    screen.see("1 of 1")
    screen.press("y")
    assert screen.end() == 0


COLOR = re.compile(rb"\x1b\[[\d;]*m")


def colors(raw: bytes) -> set[int]:
    codes = {int(code) for found in COLOR.findall(raw) for code in found[2:-1].split(b";") if code}
    return {code for code in codes if 30 <= code <= 48 or 90 <= code <= 107}


def test_colours_and_no_color(terminal, write):
    write("a.py", "old('text')  # comment\n")
    for environment, expected in (({}, True), ({"NO_COLOR": "1"}, False)):
        screen = terminal(".", **environment)
        screen.see("1 of 1", "write nothing")
        assert bool(colors(screen.raw)) is expected
        screen.press("Q")
        screen.end()
        (Path.cwd() / ".tffix" / "review.jsonl").unlink(missing_ok=True)


def test_color_options(terminal, write):
    write("a.py", "old('text')  # comment\n")
    screen = terminal(".", "--color", "never")
    screen.see("1 of 1", "write nothing")
    assert not colors(screen.raw)
    screen.press("n")
    screen.end()


def test_a_dumb_terminal_only_gets_text(terminal, write):
    path = write("a.py", "old(1)\nold(2)\n")
    screen = terminal(TERM="dumb")
    screen.see("1 of 2", "Accept? [y,n,")
    screen.press("y").see("2 of 2")
    screen.press("y")
    assert screen.end() == 0
    assert b"\x1b" not in screen.raw
    assert body(path) == "new(1)\nnew(2)\n"


def test_control_characters_in_a_file_do_not_reach_the_terminal(terminal, write):
    write("a.py", "old('\x1b[2J')\n")
    screen = terminal()
    screen.see("1 of 1", "old('\N{REPLACEMENT CHARACTER}[2J')")
    screen.press("n")
    screen.end()


def test_the_answer_is_on_the_disk_before_the_next_question(terminal, write, project):
    write("a.py", "old(1)\nold(2)\nold(3)\n")
    screen = terminal()
    screen.see("1 of 3")
    for number, key in enumerate("yn", 2):
        screen.press(key).see(f"{number} of 3")
        lines = (project / ".tffix" / "review.jsonl").read_text().splitlines()
        assert len([line for line in lines if "answer" in json.loads(line)]) == number - 1
    screen.press("q")
    screen.end()


def modes(screen) -> tuple[bool, bool]:
    """Whether the terminal echoes, and gives lines instead of keys."""
    flags = termios.tcgetattr(screen.process.child_fd)[3]
    return bool(flags & termios.ECHO), bool(flags & termios.ICANON)


def test_sigterm_leaves_the_terminal_as_it_was(terminal, write):
    write("a.py", "old(1)\n")
    screen = terminal()
    before = modes(screen)
    screen.see("1 of 1", "write nothing")
    assert modes(screen) == (False, False)
    screen.process.kill(signal.SIGTERM)
    assert screen.end() == 143
    assert before == (True, True)
    assert screen.raw.endswith(b"\x1b[?1049l")


def test_stopped_and_continued(terminal, write):
    path = write("a.py", "old(1)\nold(2)\n")
    screen = terminal()
    screen.see("1 of 2", "write nothing")
    screen.process.kill(signal.SIGSTOP)
    screen.screen.reset()
    screen.process.kill(signal.SIGCONT)
    screen.see("1 of 2", "write nothing")
    screen.press("y").see("2 of 2")
    screen.press("y")
    assert screen.end() == 0
    assert body(path) == "new(1)\nnew(2)\n"


def test_stopped_by_the_shell_while_workers_run(project, write):
    """A signal may come to another thread than the one that waits for a key."""
    path = write("a.py", "old(1)\nold(2)\n")
    shell = Terminal(project, "--norc", "--noprofile", "-i", command=("bash",))
    shell.press(f"{shlex.join([*TFFIX, 'review', '.', '--jobs', '2'])}\r").see("1 of 2", "write nothing")
    shell.press("\x1a").see("Stopped")
    shell.screen.reset()
    shell.press("fg\r").see("1 of 2", "write nothing")
    shell.press("y").see("2 of 2")
    shell.press("y").see("Wrote 2 fixes")
    shell.press("exit\r")
    shell.end()
    assert body(path) == "new(1)\nnew(2)\n"


def test_a_terminal_without_unicode(terminal, write):
    path = write("a.py", "old('损失')\n")
    screen = terminal(PYTHONIOENCODING="ascii", TERM="dumb")
    screen.see("1 of 1", "+ new('??')")
    screen.press("y")
    assert screen.end() == 0
    assert body(path) == "new('损失')\n"
