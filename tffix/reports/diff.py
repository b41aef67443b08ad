"""Unified diffs that ``git apply`` and ``patch`` accept, as bytes in the file's own encoding."""

from __future__ import annotations

import io
import os

from tffix.linediff import Matcher
from tffix.reports.output import Paint

_CONTEXT = 3
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
    if before == after:
        return b""
    old, new = _lines(before), _lines(after)
    lines = [b"--- " + _header("a", name) + b"\n", b"+++ " + _header("b", name) + b"\n"]
    for hunk in Matcher(old, new).get_grouped_opcodes(_CONTEXT):
        (_, old_start, _, new_start, _), (_, _, old_end, _, new_end) = hunk[0], hunk[-1]
        lines.append(f"@@ -{_range(old_start, old_end)} +{_range(new_start, new_end)} @@\n".encode())
        for tag, i1, i2, j1, j2 in hunk:
            if tag == "equal":
                lines += (b" " + line for line in old[i1:i2])
            else:
                lines += (b"-" + line for line in old[i1:i2])
                lines += (b"+" + line for line in new[j1:j2])
    return b"".join(line if line.endswith(b"\n") else line + _NO_NEWLINE for line in lines)


def _range(start: int, end: int) -> str:
    """Lines ``start`` to ``end`` as a hunk names them: an empty range by the line before it."""
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


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
