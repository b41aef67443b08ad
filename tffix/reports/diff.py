"""Unified diffs that ``git apply`` and ``patch`` accept, as bytes in the file's own encoding."""

from __future__ import annotations

import difflib
import io
import os

from tffix.reports.output import Paint

_NO_NEWLINE = b"\n\\ No newline at end of file\n"
_ESCAPES = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n", ord("\t"): "\\t", ord("\r"): "\\r"}
_STYLES = {b"+": "green", b"-": "red", b"@": "cyan"}


def unified(path: str, before: bytes, after: bytes) -> bytes:
    """The diff of one file; empty if nothing changes.

    The path is shown relative to the working directory, with forward slashes and quoted as git does.
    """
    return unified_as(_relative(path), before, after)


def unified_as(name: bytes, before: bytes, after: bytes) -> bytes:
    """:func:`unified` for the file that the patch calls ``name``."""
    lines = difflib.diff_bytes(
        difflib.unified_diff,
        _lines(before),
        _lines(after),
        fromfile=_header("a", name),
        tofile=_header("b", name),
    )
    return b"".join(line if line.endswith(b"\n") else line + _NO_NEWLINE for line in lines)


def painted(diff: bytes, paint: Paint) -> bytes:
    """``diff`` with colours for a terminal."""
    return b"".join(_paint_line(line, paint) for line in _lines(diff))


def _paint_line(line: bytes, paint: Paint) -> bytes:
    style = "bold" if line.startswith((b"--- ", b"+++ ")) else _STYLES.get(line[:1])
    if style is None:
        return line
    body, end = (line[:-1], b"\n") if line.endswith(b"\n") else (line, b"")
    return paint(body.decode("utf-8", "surrogateescape"), style).encode("utf-8", "surrogateescape") + end


def _lines(data: bytes) -> list[bytes]:
    """Lines as git counts them: only a line feed ends one; a carriage return is content."""
    return list(io.BytesIO(data))


def _relative(path: str) -> bytes:
    """``path`` below the working directory; one outside stays absolute, without its leading slash."""
    absolute = os.path.abspath(path)
    relative = os.path.relpath(absolute)
    inside = relative != os.pardir and not relative.startswith(os.pardir + os.sep)
    return os.fsencode((relative if inside else absolute.lstrip(os.sep)).replace(os.sep, "/"))


def _header(side: str, name: bytes) -> bytes:
    full = side.encode() + b"/" + name
    if any(byte in _ESCAPES or byte < 0x20 or byte > 0x7E for byte in full):
        return b'"' + "".join(_ESCAPES.get(byte) or _octal(byte) for byte in full).encode() + b'"'
    # A tab ends the name: without it patch tools take what follows a space for a date.
    return full + b"\t" if b" " in full else full


def _octal(byte: int) -> str:
    return chr(byte) if 0x20 <= byte <= 0x7E else f"\\{byte:03o}"
