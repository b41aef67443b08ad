"""From bytes to the semantic model, or to a sentence that says why not."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from tffix.config.settings import Settings
from tffix.engine.errors import TOO_DEEP
from tffix.semantics.module import Module
from tffix.source import Source, SourceError

MAX_BYTES = 10_000_000


class UnparsableError(Exception):
    """The file cannot be analysed; the message says why."""


@contextmanager
def without_warnings() -> Iterator[None]:
    """Silence what Python says of the code it parses, such as invalid escapes: that is for the author of the code."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def read(data: bytes) -> Source:
    """Decode a file.

    Raises:
        UnparsableError: it is too large, or not Python source text.
    """
    if len(data) > MAX_BYTES:
        size, limit = len(data) / 1e6, MAX_BYTES // 1_000_000
        raise UnparsableError(f"is {size:.1f} MB large; files over {limit} MB are not analysed")
    try:
        return Source.decode(data)
    except SourceError as error:
        raise UnparsableError(str(error)) from None


def parse(text: str, path: str, settings: Settings) -> Module:
    """The semantic model of ``text``.

    Raises:
        UnparsableError: the running Python cannot parse it.
    """
    try:
        return Module(text, path, keras=settings.keras, keras_explicit=settings.keras_explicit)
    except SyntaxError as error:
        if "too many nested" in str(error.msg):
            raise UnparsableError(TOO_DEEP) from None
        from tffix.engine.syntax import explain  # here: it is for errors only

        raise UnparsableError(explain(text, error)) from None
    except (RecursionError, MemoryError):
        raise UnparsableError(TOO_DEEP) from None
    except ValueError as error:
        raise UnparsableError(f"cannot be parsed: {error}") from None
