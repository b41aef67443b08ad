"""``tffix apply . --dry-run | git apply`` gives what ``tffix apply .`` gives."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

LINES = ["import keras", *(f"x{n} = {n}" for n in range(9)), "old()", *(f"y{n} = {n}" for n in range(9)), "old()"]
FILES = {
    "plain.py": "\n".join(LINES).encode() + b"\n",
    "no_final_newline.py": "\n".join(LINES).encode(),
    "crlf.py": "\r\n".join(LINES).encode() + b"\r\n",
    "crlf_no_final_newline.py": "\r\n".join(LINES).encode(),
    "mixed.py": b"import keras\r\nold()\nx = 1\r\nold()\n",
    "lone_cr.py": b"import keras\rold()\rx = 1\r",
    "bom.py": b"\xef\xbb\xbfimport keras\nold()\n",
    "latin1.py": b"# -*- coding: latin-1 -*-\nimport keras\nold('\xe9')  # \xfc\n",
    "form_feed.py": b"import keras\n\x0c\nold()\n",
    "folder with space/my file 2020-01-01.py": b"import keras\nold()\n",
    "\u6a21\u578b.py": "import keras\nold('\u6a21\u578b')\n".encode(),
    'quote"d.py': b"import keras\nold()\n",
    "back\\slash.py": b"import keras\nold()\n",
    "tab\tname.py": b"import keras\nold()\n",
}


def _write_all(project) -> None:
    for name, data in FILES.items():
        path = project / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)


def _expected(data: bytes) -> bytes:
    return data.replace(b"old(", b"new(")


def _git_apply(project, patch: bytes) -> None:
    # Git must not translate line ends by a setting of this machine.
    command = ["git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-"]
    subprocess.run(command, input=patch, cwd=project, check=True, capture_output=True)


@pytest.mark.skipif(sys.platform == "win32", reason="names that Windows does not allow")
def test_git_apply_takes_the_dry_run(tffix, project):
    _write_all(project)
    result = tffix("apply", ".", "--dry-run", code=0)
    _git_apply(project, result.stdout_bytes)
    assert {name: (project / name).read_bytes() for name in FILES} == {n: _expected(d) for n, d in FILES.items()}
    assert b"No newline at end of file" in result.stdout_bytes


def test_apply_writes_the_same(tffix, project):
    _write_all(project)
    tffix("apply", ".", code=0)
    assert {name: (project / name).read_bytes() for name in FILES} == {n: _expected(d) for n, d in FILES.items()}


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
def test_a_name_that_is_not_utf8(tffix, project):
    name = os.fsencode(project) + b"/caf\xe9.py"
    with open(name, "wb") as file:
        file.write(b"import keras\nold()\n")
    result = tffix("apply", ".", "--dry-run", code=0)
    assert b'--- "a/caf\\351.py"\n' in result.stdout_bytes
    assert b"caf\xe9.py" in result.stderr_bytes
    _git_apply(project, result.stdout_bytes)
    with open(name, "rb") as file:
        assert file.read() == b"import keras\nnew()\n"


def test_from_a_subfolder_paths_are_relative_to_it(tffix, write, project, monkeypatch):
    write("sub/a.py")
    monkeypatch.chdir(project / "sub")
    assert tffix("apply", ".", "--dry-run", code=0).stdout.startswith("--- a/a.py\n")
    assert tffix("apply", str(project / "sub"), "--dry-run", code=0).stdout.startswith("--- a/a.py\n")
