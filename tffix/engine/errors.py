"""The messages for what the engine cannot do."""

from __future__ import annotations

import os
from collections.abc import Iterable

from tffix.codemod import Codemod

TOO_DEEP = "the code is nested too deeply to be analysed"


def internal_error(codemods: Iterable[Codemod], error: BaseException) -> str:
    """The message for a fault in a codemod, with the place in its code."""
    import traceback  # here: it is for faults only

    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    detail = f"{type(error).__name__}: {error}".rstrip(": ")
    where = describe(codemods) or "tffix"
    return f"internal error in {where}: {detail}{place}; please report it"


def describe(codemods: Iterable[Codemod]) -> str:
    """``"TF301 (missing-prefetch) and TF302 (serial-map)"``."""
    names = {codemod.code: codemod.name for codemod in codemods}
    return " and ".join(f"{code} ({name})" for code, name in sorted(names.items()))
