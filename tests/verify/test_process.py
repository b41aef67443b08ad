from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tffix.verify.process import Ended, run

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")


def python(text: str, folder: Path, *, timeout: float = 60) -> Ended:
    return run([sys.executable, "-c", text], folder, dict(os.environ), timeout)


def is_alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_for_end(pid: int) -> None:
    for _ in range(200):
        if not is_alive(pid):
            return
        time.sleep(0.05)
    raise AssertionError(f"process {pid} is still there")


def test_output_and_exit_code_are_kept(tmp_path: Path) -> None:
    ended = python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)", tmp_path)
    assert (ended.code, ended.out, ended.err, ended.timed_out) == (3, "out\n", "err\n", False)


def test_stdin_is_empty(tmp_path: Path) -> None:
    assert "EOFError" in python("input()", tmp_path).err


def test_of_much_output_the_end_is_kept(tmp_path: Path) -> None:
    ended = python("for _ in range(100000): print('x' * 99)\nprint('last')", tmp_path)
    assert ended.out.endswith("last\n")
    assert len(ended.out) <= 1 << 16


def test_a_signal_is_a_negative_code(tmp_path: Path) -> None:
    assert python("import os; os.kill(os.getpid(), 9)", tmp_path).code == -9


@pytest.mark.parametrize("leave", ["pass", "os.setsid()"], ids=["in-the-group", "in-a-session-of-its-own"])
@pytest.mark.parametrize("hang", [True, False], ids=["hangs", "ends"])
def test_nothing_that_was_started_goes_on(tmp_path: Path, leave: str, hang: bool) -> None:
    text = f"""
import os, time
if os.fork() == 0:
    {leave}
    open("pid.tmp", "w").write(str(os.getpid()))
    os.rename("pid.tmp", "pid")
    time.sleep(600)
while not os.path.exists("pid"): time.sleep(0.01)
time.sleep({600 if hang else 0})
"""
    ended = python(text, tmp_path, timeout=5 if hang else 60)
    assert ended.timed_out is hang
    wait_for_end(int((tmp_path / "pid").read_text()))


def test_a_terminated_parent_ends_its_child(tmp_path: Path) -> None:
    child = "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(600)"
    parent = (
        "import os, sys; from pathlib import Path; from tffix.verify.process import run; "
        f"run([sys.executable, '-c', {child!r}], Path('.'), dict(os.environ), 600)"
    )
    process = subprocess.Popen([sys.executable, "-c", parent], cwd=tmp_path)
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        time.sleep(0.02)
    process.terminate()
    assert process.wait(60) == 143
    wait_for_end(int((tmp_path / "pid").read_text()))
