"""The command, on scripts that never import TensorFlow: each ends in a fraction of a second."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tffix.cli import cli
from tffix.registry import codemods
from tffix.verify import corpus, versions

Verify = Callable[..., Result]


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory, and TensorFlow as if it were installed."""
    monkeypatch.setattr(versions, "tensorflow_is_installed", lambda: True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def verify() -> Verify:
    def run(*arguments: str, code: int) -> Result:
        result = CliRunner().invoke(cli, ["verify", *arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == code, result.output
        return result

    return run


BAD = {
    "crashes": ("1 / 0", "fails: ZeroDivisionError: division by zero"),
    "does not compile": ("def f(:", "fails: SyntaxError: invalid syntax"),
    "ends itself": ("import sys; sys.exit(3)", "ended itself with exit code 3, after 0 optimizer steps"),
    "ends itself with a message": ("import sys; sys.exit('no data')", "ended itself with exit code 1"),
    "ends itself early": ("import sys; sys.exit()", "ended without importing TensorFlow"),
    "is ended hard": ("import os; os._exit(4)", "ended itself with exit code 4"),
    "is ended hard without an error": ("import os; os._exit(0)", "ended itself (as `os._exit` does)"),
    "trains nothing": ("pass", "ended without importing TensorFlow"),
    "reads stdin": ("input('name? ')", "fails: EOFError"),
    "needs a package": ("import no_such_package", "fails: ModuleNotFoundError: No module named 'no_such_package'"),
    "wants arguments": (
        "import argparse; p = argparse.ArgumentParser(); p.add_argument('--lr', required=True); p.parse_args()",
        "the following arguments are required: --lr",
    ),
    "imports relatively": ("from .data import x", "--module runs it as a part of its package"),
    "forks": ("import os\nif os.fork() == 0:\n    import time; time.sleep(600)", "without importing TensorFlow"),
    "prints a lot": ("for _ in range(20000): print('x' * 99)", "ended without importing TensorFlow"),
    "runs out of memory": (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)); b = bytearray(8 << 30)",
        "fails: MemoryError",
    ),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "was ended by SIGKILL, perhaps as memory ran out"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(verify: Verify, project: Path, name: str) -> None:
    text, message = BAD[name]
    (project / "before.py").write_text(text + "\n")
    output = verify("before.py", "before.py", code=2).output
    assert message in output
    assert "could not be verified" in output
    # The error is shown as Python would show it, and once.
    assert "recorder" not in output
    assert output.count("Traceback") <= 1


def test_the_error_is_shown_without_what_tensorflow_logs(verify: Verify, project: Path) -> None:
    log = "I0000 00:00:1796070501.375337    4272 port.cc:153] oneDNN custom operations are on."
    (project / "before.py").write_text(f"import sys; print({log!r}, file=sys.stderr); sys.exit('no data')\n")
    output = verify("before.py", "before.py", code=2).output
    assert "    | no data\n" in output
    assert "oneDNN" not in output


def test_a_script_that_hangs(verify: Verify, project: Path) -> None:
    (project / "before.py").write_text("while True: pass\n")
    output = verify("before.py", "before.py", "--timeout", "0.5", code=2).output
    assert "did not end within 0.5 seconds (0 optimizer steps by then)" in output


def test_arguments_and_name_of_the_script(verify: Verify, project: Path) -> None:
    (project / "before.py").write_text("import sys; print(__name__, sys.argv[1:], sys.path[0])\nraise SystemExit(9)\n")
    output = verify("before.py", "before.py", "--steps", "3", "--", "--lr", "0.1", "--", "x", code=2).output
    assert "| __main__ ['--lr', '0.1', '--', 'x'] " in output
    assert "1-before" in output


def test_what_is_written_stays_in_the_copy(verify: Verify, project: Path) -> None:
    (project / "before.py").write_text("open('log.txt', 'x').close(); raise SystemExit(9)\n")
    output = verify("before.py", "before.py", code=2).output
    assert "FileExistsError" not in output
    assert not (project / "log.txt").exists()


def test_temporary_files_are_gone(verify: Verify, project: Path) -> None:
    (project / "before.py").write_text("import tempfile; print(tempfile.mkdtemp()); raise SystemExit(9)\n")
    output = verify("before.py", "before.py", code=2).output
    (name,) = {line.removeprefix("    | ") for line in output.splitlines() if "1-tmp" in line}
    assert not Path(name).exists()


def test_a_module(verify: Verify, project: Path) -> None:
    (project / "pkg").mkdir()
    (project / "pkg" / "__init__.py").touch()
    (project / "pkg" / "data.py").write_text("lr = 0.5\n")
    (project / "pkg" / "train.py").write_text(
        "import sys\nimport tensorflow as tf\nfrom .data import lr\n"
        "ds = tf.data.Dataset.range(3).map(lambda x: x + 1).prefetch(2)\n"
    )
    (project / "tensorflow.py").write_text("raise SystemExit(7)\n")
    output = verify("--module", "pkg.train", "--select", "TF303", code=2).output
    assert "pkg/train.py before and after TF303" in output
    assert "ended itself with exit code 7" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.py"], "none.py: No such file"),
        (["none.py", "other.py"], "none.py: no such file"),
        (["--module", "no.such"], "no module 'no.such'"),
        (["syntax.py"], "syntax.py"),
        (["clean.py", "--plot", "x.pdf"], "the name of a plot ends in"),
        (["--corpus", "TF99"], "neither a folder of the corpus nor codemods"),
        (["--corpus", "."], "no case there has run = true"),
        (["--corpus", "TF3", "clean.py"], "--corpus takes no files"),
        ([], "name one file"),
        (["a.py", "b.py", "c.py"], "name one file"),
        (["clean.py", "--select", "TF999"], "unknown codemod 'TF999'"),
    ],
)
def test_usage_errors(verify: Verify, project: Path, arguments: list[str], message: str) -> None:
    (project / "clean.py").write_text("pass\n")
    (project / "syntax.py").write_text("import tensorflow as tf\nd = tf.data.Dataset.range(3).prefetch(2)\ndef f(:\n")
    assert message in verify(*arguments, code=2).output


def test_without_a_fix_there_is_nothing_to_verify(verify: Verify, project: Path) -> None:
    (project / "clean.py").write_text("import tensorflow as tf\n")
    assert "no fix changes this file: nothing to verify" in verify("clean.py", code=0).output


def test_without_tensorflow(verify: Verify, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "tensorflow_is_installed", lambda: False)
    assert "pip install 'tffix[verify]'" in verify("clean.py", code=2).output


def test_json(verify: Verify, project: Path) -> None:
    (project / "before.py").write_text("1 / 0\n")
    report = json.loads(verify("before.py", "before.py", "--output-format", "json", code=2).stdout)
    assert (report["status"], report["exit_code"]) == ("not-run", 2)
    assert [run["problem"] for run in report["runs"]] == ["fails: ZeroDivisionError: division by zero"] * 2


def test_cases_of_a_codemod_are_selected() -> None:
    with corpus.selected("TF3") as cases:
        found = {item.case.codemod for item in cases}
    assert {"missing-prefetch", "serial-map", "fixed-prefetch"} <= found
    assert found <= {codemod.name for codemod in codemods() if codemod.code.startswith("TF3")}
    with corpus.selected("all") as cases:
        assert len({item.case.codemod for item in cases}) >= 9
