"""Reading and writing one file."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from tffix.results import FileResult, Finding
from tffix.running import files
from tffix.running.files import FileError, read_bytes, write_bytes, written

as_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read and write all")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "m.py"
    path.write_bytes(b"old\r\n")
    return path


def _only(folder: Path, *names: str) -> None:
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)


def test_written_byte_for_byte_and_nothing_is_left_beside(target: Path) -> None:
    write_bytes(str(target), b"old\r\n", b"new\r\nx\n\0")

    assert target.read_bytes() == b"new\r\nx\n\0"
    _only(target.parent, "m.py")


@pytest.mark.parametrize("mode", [0o644, 0o755, 0o600, 0o664])
def test_mode_bits_stay(target: Path, mode: int) -> None:
    target.chmod(mode)

    write_bytes(str(target), b"old\r\n", b"new")

    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_a_symlink_stays_and_its_target_is_written(target: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.py"
    link.symlink_to(target)

    write_bytes(str(link), b"old\r\n", b"new")

    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    _only(folder, "link.py")


def test_a_relative_path_is_written_where_it_is(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(target.parent)

    write_bytes("m.py", b"old\r\n", b"new")

    assert target.read_bytes() == b"new"


def test_a_file_that_changed_is_left(target: Path) -> None:
    with pytest.raises(FileError, match="changed while tffix was working: it is left as it is"):
        write_bytes(str(target), b"what was read", b"new")

    assert target.read_bytes() == b"old\r\n"
    _only(target.parent, "m.py")


def test_a_file_that_went_away_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="does not exist"):
        write_bytes(str(tmp_path / "gone.py"), b"old", b"new")

    _only(tmp_path)


@pytest.mark.parametrize(
    ("function", "number", "message"),
    [
        ("fsync", errno.ENOSPC, "cannot be written: no space left on the disk"),
        ("fsync", errno.EIO, "cannot be written: input/output error"),
        ("replace", errno.EACCES, "cannot be written: permission denied"),
        ("replace", errno.ENOSPC, "cannot be written: no space left on the disk"),
    ],
)
def test_a_failed_write_leaves_the_file_and_no_other(
    target: Path, monkeypatch: pytest.MonkeyPatch, function: str, number: int, message: str
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, function, fail)

    with pytest.raises(FileError) as caught:
        write_bytes(str(target), b"old\r\n", b"new")

    assert str(caught.value) == message
    assert target.read_bytes() == b"old\r\n"
    _only(target.parent, "m.py")


def test_a_disk_that_is_really_full(monkeypatch: pytest.MonkeyPatch, target: Path) -> None:
    resource = pytest.importorskip("resource")
    import signal

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
    try:
        with pytest.raises(FileError, match="cannot be written: file too large"):
            write_bytes(str(target), b"old\r\n", b"x" * 4096)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)

    assert target.read_bytes() == b"old\r\n"
    _only(target.parent, "m.py")


def test_an_interrupt_leaves_no_half_written_file(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)

    with pytest.raises(KeyboardInterrupt):
        write_bytes(str(target), b"old\r\n", b"new")

    assert target.read_bytes() == b"old\r\n"
    _only(target.parent, "m.py")


def test_a_read_only_file_is_left_although_its_folder_could_be_written(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target.chmod(0o444)
    monkeypatch.setattr(files.os, "access", lambda _path, mode: not mode & os.W_OK)

    with pytest.raises(FileError, match="cannot be written: read-only file"):
        write_bytes(str(target), b"old\r\n", b"new")

    assert target.read_bytes() == b"old\r\n"


@as_root
def test_permissions_for_real(target: Path) -> None:
    target.chmod(0o444)
    with pytest.raises(FileError, match="cannot be written: read-only file"):
        write_bytes(str(target), b"old\r\n", b"new")
    target.chmod(0)
    with pytest.raises(FileError, match="cannot be read: permission denied"):
        read_bytes(str(target))


def test_what_cannot_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loop.py").symlink_to("loop.py")
    (tmp_path / "dangling.py").symlink_to("nowhere.py")

    messages = {}
    for name in ("loop.py", "dangling.py", "missing.py", "."):
        with pytest.raises(FileError) as caught:
            read_bytes(str(tmp_path / name))
        messages[name] = str(caught.value)

    assert messages == {
        "loop.py": "cannot be read: is a symlink that leads back to itself",
        "dangling.py": "cannot be read: does not exist",
        "missing.py": "cannot be read: does not exist",
        ".": "cannot be read: is a directory",
    }

    def deny(*_arguments: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(files.os, "open", deny)
    with pytest.raises(FileError, match="cannot be read: permission denied"):
        read_bytes("m.py")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_does_not_make_the_run_wait(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.py"
    os.mkfifo(pipe)

    with pytest.raises(FileError, match="not a regular file"):
        read_bytes(str(pipe))


def _finding(*, fixed: bool) -> Finding:
    return Finding("TF901", "n", "m.py", 1, 1, 1, 2, "m", "safe", fixed=fixed)


def test_results_are_written_as_they_pass(target: Path) -> None:
    clean = FileResult("clean.py", (_finding(fixed=False),))
    failed = FileResult("failed.py", error="syntax error")
    fixed = FileResult(str(target), (_finding(fixed=True),), before=b"old\r\n", after=b"new")
    changed = FileResult(str(target), (_finding(fixed=True),), before=b"other", after=b"newer")

    first, second, third, fourth = written([clean, failed, fixed, changed])

    assert (first, second) == (clean, failed)
    assert third.written
    assert third.findings == fixed.findings
    assert not fourth.written
    assert fourth.error is not None
    assert (fourth.findings, fourth.before, fourth.after) == ((_finding(fixed=False),), None, None)
    assert target.read_bytes() == b"new"
