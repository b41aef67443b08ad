"""One file's way through the house: bytes in, a :class:`~tffix.results.FileResult` out.

Nothing here reads or writes a disk.  What parses is imported when there is something to parse.
"""

from __future__ import annotations

from tffix.config.settings import Settings
from tffix.results import FileResult
from tffix.running.prefilter import is_worth_parsing, selected

__all__ = ["check_file", "fix_file"]


def check_file(data: bytes, path: str, settings: Settings) -> FileResult:
    """Find what the selected codemods find in ``data``; nothing is rewritten.

    Args:
        data: the bytes of the file.
        path: the name that stands in findings.
        settings: what holds for this file.
    """
    if not is_worth_parsing(data, settings):
        return FileResult(path)
    from tffix.engine.files import check

    return check(data, path, settings, selected(settings))


def fix_file(data: bytes, path: str, settings: Settings) -> FileResult:
    """Like :func:`check_file`, and apply the fixes that ``settings`` allows.

    The result's findings are those that were fixed and those that remain in the new text.  With an error nothing was
    rewritten, and the findings are those of the file as it is.
    """
    if not is_worth_parsing(data, settings):
        return FileResult(path)
    from tffix.engine.files import fix

    return fix(data, path, settings, selected(settings))
