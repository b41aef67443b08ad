"""Where reports are written: bytes to stdout and stderr, with colours or without."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, Literal

ColorMode = Literal["auto", "always", "never"]
Paint = Callable[[str, str], str]
"""``paint(text, style)``: the text with the terminal codes of a rich style, or as it is."""


class OutputError(Exception):
    """The stream cannot be written, as on a full disk; that nobody reads it is a BrokenPipeError instead."""


class Stream:
    """A binary stream that text is written to.

    Names that are not UTF-8 come out as the bytes they are.  What is written may raise :class:`OutputError`.
    """

    def __init__(self, raw: BinaryIO, mode: ColorMode = "auto") -> None:
        self._raw = raw
        self.terminal = raw.isatty()
        self.colored = mode == "always" or (mode == "auto" and self.terminal and _wants_color())
        self.paint: Paint = _rich_painter() if self.colored else plain

    def write(self, text: str) -> None:
        """Write ``text``."""
        self.write_bytes(encode(text))

    def line(self, text: str = "") -> None:
        """Write ``text`` and a line end."""
        self.write(text + "\n")

    def write_bytes(self, data: bytes) -> None:
        """Write ``data`` as it is."""
        with _writing():
            self._raw.write(data)

    def flush(self) -> None:
        """Hand everything to the operating system; raises BrokenPipeError if nobody reads."""
        with _writing():
            self._raw.flush()


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"the output cannot be written: {(error.strerror or str(error)).lower()}") from error


def plain(text: str, style: str) -> str:  # noqa: ARG001 - a Paint
    """The text without colours."""
    return text


def encode(text: str) -> bytes:
    """``text`` in UTF-8; bytes of file names that were not UTF-8 are restored."""
    return text.encode("utf-8", "surrogateescape")


def _wants_color() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _rich_painter() -> Paint:
    # Imported here: rich takes longer to import than most runs take.
    from rich.color import ColorSystem
    from rich.style import Style

    def paint(text: str, style: str) -> str:
        return Style.parse(style).render(text, color_system=ColorSystem.STANDARD)

    return paint
