"""Read and write one file: whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tffix.results import FileResult

_CHANGED = "changed while tffix was working: it is left as it is"
# Windows would translate line ends; a named pipe would make the open wait for ever.
_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _FLAGS
_MESSAGES = {
    errno.ENOENT: "does not exist",
    errno.ELOOP: "is a symlink that leads back to itself",
    errno.ENOSPC: "no space left on the disk",
    errno.EDQUOT: "the disk quota is used up",
}


class FileError(Exception):
    """The file could not be read or written; the message says why.

    ``is_full`` tells that the disk is, so that the next file will fare no better.
    """

    def __init__(self, message: str, number: int | None = None) -> None:
        super().__init__(message)
        self.is_full = number in (errno.ENOSPC, errno.EDQUOT)


def read_bytes(path: str) -> bytes:
    """The content of a regular file.

    Raises:
        FileError: it cannot be read, or is no regular file.
    """
    try:
        descriptor = os.open(path, _READ)
        with open(descriptor, "rb", buffering=0) as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise FileError("cannot be read: not a regular file")
            return file.readall()
    except OSError as error:
        raise FileError(f"cannot be read: {_message(error)}") from None
    except MemoryError:
        raise FileError("cannot be read: too large for the memory") from None


def write_bytes(path: str, before: bytes, after: bytes, *, temporary: str | None = None) -> None:
    """Put ``after`` in place of ``before``, in one step: a crash leaves either the one or the other.

    Mode bits stay.  Of a symlink the file it leads to is written, and the link stays.  What is written first is called
    ``temporary``, by a caller who removes it after a crash, or has a name of its own.

    Raises:
        FileError: the file no longer holds ``before``, or cannot be written; it is then unchanged.
    """
    target = os.path.realpath(path)
    try:
        # Replacing a file asks for no permission on the file itself: its owner's wish is honoured all the same.
        if not os.access(target, os.W_OK):
            raise FileError("cannot be written: " + ("read-only file" if os.path.exists(target) else "does not exist"))
        temporary = _write_beside(target, after, temporary)
        try:
            if read_bytes(target) != before:
                raise FileError(_CHANGED)
            os.replace(temporary, target)
        except BaseException:
            _remove(temporary)
            raise
    except OSError as error:
        raise FileError(f"cannot be written: {_message(error)}", error.errno) from None


def written(results: Iterable[FileResult]) -> Iterator[FileResult]:
    """Write every rewritten file of ``results`` as it passes; what could not be written carries the error."""
    for result in results:
        if result.error is not None or result.before is None or result.after is None:
            yield result
            continue
        try:
            write_bytes(result.path, result.before, result.after)
        except FileError as error:
            findings = tuple(replace(finding, fixed=False) for finding in result.findings)
            yield replace(result, findings=findings, before=None, after=None, error=str(error))
        else:
            yield replace(result, written=True)


def _write_beside(target: str, content: bytes, name: str | None) -> str:
    status = os.stat(target)
    descriptor, temporary = _created(target, name)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        if hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):
                os.chown(temporary, status.st_uid, status.st_gid)
        os.chmod(temporary, stat.S_IMODE(status.st_mode))
    except BaseException:
        _remove(temporary)
        raise
    return temporary


def _created(target: str, name: str | None) -> tuple[int, str]:
    if name is not None:
        return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, 0o600), name
    import tempfile  # here: it is slow to import, and most runs write nothing

    return tempfile.mkstemp(prefix=".tffix-", dir=os.path.dirname(target))


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)


def _message(error: OSError) -> str:
    return _MESSAGES.get(error.errno or 0) or (error.strerror or str(error)).lower()
