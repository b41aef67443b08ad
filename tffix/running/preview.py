"""Findings and fixes of one file at once."""

from __future__ import annotations

from dataclasses import replace

from tffix.config.settings import Settings
from tffix.engine import check_file, fix_file
from tffix.results import FileResult


def preview_file(data: bytes, path: str, settings: Settings) -> FileResult:
    """What ``check_file`` finds, with the bytes that ``fix_file`` would make of the file."""
    found = check_file(data, path, settings)
    if found.error is not None or not found.findings:
        return found
    fixed = fix_file(data, path, settings)
    return replace(found, error=fixed.error, before=fixed.before, after=fixed.after)
