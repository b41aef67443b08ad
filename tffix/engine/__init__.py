"""One file's way through the house: bytes in, a :class:`~tffix.results.FileResult` out."""

from __future__ import annotations

from tffix.engine.files import check_file, fix_file

__all__ = ["check_file", "fix_file"]
