"""Bytes to text and back: encodings, byte order marks, and what is no Python source at all.

Line ends are never translated: ``source.encode(source.text)`` is the file, byte for byte.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

# PEP 263: a comment on the first or second line; the second counts only below a blank line or a comment.
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#.*)?$")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class SourceError(Exception):
    """The bytes are not Python source text, or the text does not fit the file's encoding."""


@dataclass(frozen=True)
class Source:
    """The text of a file, with what is needed to write it back in the same form."""

    text: str
    encoding: str = "utf-8"
    bom: bool = False

    @classmethod
    def decode(cls, data: bytes) -> Source:
        """Read ``data`` as Python does: byte order mark, then coding cookie, then UTF-8.

        Raises:
            SourceError: with a message for the owner of the file.
        """
        _refuse_binary(data)
        bom = data.startswith(codecs.BOM_UTF8)
        body = data[len(codecs.BOM_UTF8) :] if bom else data
        declared = _cookie(body)
        encoding = _codec(declared) if declared else "utf-8"
        if bom and encoding != "utf-8":
            raise SourceError(f"begins with a UTF-8 byte order mark but declares the encoding {declared!r}")
        try:
            return cls(body.decode(encoding), encoding, bom)
        except UnicodeDecodeError as error:
            raise SourceError(_bad_byte(body, error, declared)) from None

    def encode(self, text: str) -> bytes:
        """``text`` in the form of this file.

        Raises:
            SourceError: a character of ``text`` does not exist in the file's encoding.
        """
        try:
            data = text.encode(self.encoding)
        except UnicodeEncodeError as error:
            character = text[error.start]
            raise SourceError(
                f"the character {character!r} cannot be written in the encoding {self.encoding}"
            ) from None
        return codecs.BOM_UTF8 + data if self.bom else data


def _refuse_binary(data: bytes) -> None:
    if data.startswith(_UTF16_MARKS):
        raise SourceError("is UTF-16 text, which Python does not read: save it as UTF-8")
    position = data.find(b"\0")
    if position < 0:
        return
    head = data[:256]
    if max(head[::2].count(0), head[1::2].count(0)) * 4 > len(head):
        raise SourceError("looks like UTF-16 text, which Python does not read: save it as UTF-8")
    raise SourceError(f"is not Python source text: NUL byte on line {_line(data, position)}")


def _cookie(body: bytes) -> str | None:
    start = 0
    for _ in range(2):
        end = _LINE_END.search(body, start)
        line = body[start : end.start() if end else len(body)]
        match = _COOKIE.match(line)
        if match:
            return match[1].decode("ascii", "replace")
        if end is None or not _BLANK.match(line):
            return None
        start = end.end()
    return None


def _codec(declared: str) -> str:
    try:
        found = codecs.lookup(declared)
    except LookupError:
        raise SourceError(f"declares the unknown encoding {declared!r}") from None
    # Python source must be a superset of ASCII, and codecs such as rot13 or hex are none of text.
    ascii_text = "".join(map(chr, range(32, 127)))
    try:
        fits = ascii_text.encode(declared) == ascii_text.encode("ascii")
    except (LookupError, UnicodeError):
        fits = False
    if not fits:
        raise SourceError(f"declares the encoding {declared!r}, in which Python source cannot be written")
    return found.name


def _bad_byte(body: bytes, error: UnicodeDecodeError, declared: str | None) -> str:
    where = f"byte 0x{body[error.start]:02x} on line {_line(body, error.start)}"
    if declared:
        return f"{where} is not valid in the declared encoding {declared!r}"
    return f'{where} is not UTF-8: declare the encoding on the first line, as in "# -*- coding: latin-1 -*-"'


def _line(data: bytes, position: int) -> int:
    return 1 + sum(1 for _ in _LINE_END.finditer(data, 0, position))
