"""What only a process of its own shows: imports, signals, pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

TFFIX = [sys.executable, "-m", "tffix"]
UNUSED = "import keras\nx = 1  # tffix: ignore[TF001]\n# tffix: ignore[NO-SUCH]\ny = 2\n"
FIXABLE = """\
import tensorflow as tf

for x in tf.data.Dataset.range(8).batch(2).prefetch(1):
    print(x)
"""


@pytest.mark.parametrize("source", ["import keras\nx = 1\n", UNUSED, FIXABLE])
def test_check_of_a_small_file_imports_neither_libcst_nor_rich_nor_tensorflow(tmp_path, source):
    (tmp_path / "a.py").write_text(source)
    program = (
        "import sys\n"
        "from tffix.cli import main\n"
        "sys.argv = ['tffix', 'check', 'a.py']\n"
        "try:\n    main()\nexcept SystemExit as error:\n    assert error.code in (0, 1), error.code\n"
        "heavy = {'libcst', 'rich', 'tensorflow', 'multiprocessing.pool'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True)


def test_check_of_a_file_with_nothing_to_parse_imports_nothing_that_parses_or_runs_workers(tmp_path):
    (tmp_path / "a.py").write_text("import keras\nx = 1\n")
    program = (
        "import sys\n"
        "from tffix.cli import main\n"
        "sys.argv = ['tffix', 'check', 'a.py']\n"
        "try:\n    main()\nexcept SystemExit as error:\n    assert error.code == 0, error.code\n"
        "slow = {'concurrent.futures', 'configparser', 'difflib', 'multiprocessing', 'tempfile', 'tomllib'}\n"
        "own = {'tffix.api', 'tffix.rewriting', 'tffix.running.cache', 'tffix.semantics.module'}\n"
        "needless = (slow | own) & set(sys.modules)\n"
        "assert not needless, needless\n"
    )
    # The index of the codemods is kept where bytecode is.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for _ in range(2):
        result = subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, env=environment, check=False, capture_output=True, text=True
        )
    assert result.returncode == 0, result.stderr


def test_python_m_tffix():
    result = subprocess.run([*TFFIX, "--version"], check=True, capture_output=True, text=True)
    assert result.stdout.startswith("tffix ")


def test_wrong_usage_is_2():
    assert subprocess.run([*TFFIX, "check"], capture_output=True, check=False).returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="pipes differ")
def test_a_closed_pipe_ends_quietly(tmp_path):
    for number in range(50):
        (tmp_path / f"{number}.py").write_text(UNUSED * 100)
    process = subprocess.Popen([*TFFIX, "check", "."], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    stderr = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_ends_quietly_and_leaves_no_half_written_file(project):
    (project / "a.py").write_text("import keras\n")
    program = (
        "import os, signal, tffix.cli, tffix.running.pool\n"
        "def interrupted(*args, **kwargs):\n    os.kill(os.getpid(), signal.SIGINT)\n    yield\n"
        "tffix.running.pool.run = interrupted\n"
        "import sys\nsys.argv = ['tffix', 'apply', '.']\n"
        "tffix.cli.main()\n"
    )
    result = subprocess.run([sys.executable, "-c", program], cwd=project, capture_output=True, check=False)
    assert result.returncode == 128 + signal.SIGINT
    assert result.stderr == b""
    assert sorted(os.listdir(project)) == [".git", "a.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_workers_end_with_a_main_process_that_is_killed():
    program = (
        "import os, signal\n"
        "from tffix.running.pool import process_pool\n"
        "if __name__ == '__main__':\n"
        "    process_pool(1).submit(os.getpid).result()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    # A worker that lived on would hold the pipe open.
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, timeout=60)
    assert result.returncode == -signal.SIGKILL


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize("command", [["check", "."], ["apply", ".", "--dry-run"], ["codemods"]])
def test_output_that_cannot_be_written_is_2(tmp_path, command):
    (tmp_path / "a.py").write_text(FIXABLE)
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [*TFFIX, *command], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False, text=True
        )
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1] == "Error: the output cannot be written: no space left on device"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_changes_nothing_else(tmp_path, closed):
    (tmp_path / "a.py").write_text(FIXABLE)
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", *TFFIX]
    for command, code in ((["check", "."], 1), (["codemods"], 0), (["apply", "."], 0)):
        result = subprocess.run([*shell, *command], cwd=tmp_path, capture_output=True, check=False, text=True)
        assert result.returncode == code, result.stderr
        assert "Traceback" not in result.stderr
    assert "prefetch(tf.data.AUTOTUNE)" in (tmp_path / "a.py").read_text()


def test_findings_do_not_depend_on_the_number_of_jobs(tmp_path: Path):
    for number in range(130):
        (tmp_path / f"{number}.py").write_text(UNUSED)
    runs = [
        subprocess.run([*TFFIX, "check", ".", "--jobs", jobs], cwd=tmp_path, capture_output=True, check=False)
        for jobs in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert [run.returncode for run in runs] == [1, 1]
