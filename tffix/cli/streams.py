"""The two streams of the process, as reports write to them."""

from __future__ import annotations

import sys

from tffix.reports.output import ColorMode, Stream


def stdout(color: ColorMode) -> Stream:
    """Standard output."""
    return Stream(sys.stdout.buffer, color)


def stderr(color: ColorMode) -> Stream:
    """Standard error."""
    return Stream(sys.stderr.buffer, color)
