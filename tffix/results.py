"""Plain results: what crosses a process border, and what reports are made from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One finding in one file, as data.

    Lines and columns are 1-based; columns count characters; ``end_column`` is exclusive.  ``applicability`` is that of
    the fix (``"safe"`` or ``"unsafe"``), or ``"manual"`` when there is none; then ``reason`` says why.  ``fixed`` is
    true for a finding whose fix is part of the result; its position is that in the text of the round that fixed it.
    """

    code: str
    name: str
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    applicability: str
    reason: str | None = None
    fixed: bool = False


@dataclass(frozen=True)
class FileResult:
    """What became of one file.

    ``error`` is set when the file could not be read, parsed, checked or written: it is then unchanged.  ``before`` and
    ``after`` are the bytes of the file and of its rewritten form; both are ``None`` unless something was rewritten.
    ``digest`` is for the cache: what the content was.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    error: str | None = None
    before: bytes | None = None
    after: bytes | None = None
    written: bool = False
    digest: bytes | None = None
