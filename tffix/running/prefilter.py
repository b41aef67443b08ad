"""What can be said of a file without parsing it."""

from __future__ import annotations

from collections.abc import Iterable

from tffix import registry
from tffix.codemod import Codemod
from tffix.config.settings import Settings

_FRAMEWORKS = (b"tensorflow", b"keras")


def is_worth_parsing(data: bytes, settings: Settings) -> bool:
    """Whether any codemod that ``settings`` selects can apply to the file."""
    # Words cannot be looked for in UTF-16 or binary data: such a file is read, and named in an error.
    return mentions_framework(data) and (b"\0" in data or bool(candidates(data, selected(settings))))


def selected(settings: Settings) -> tuple[Codemod, ...]:
    """The codemods that run where ``settings`` hold."""
    return tuple(codemod for codemod in registry.codemods() if codemod.code in settings.codes)


def mentions_framework(data: bytes) -> bool:
    """Whether the file can have to do with TensorFlow or Keras at all.

    Text in UTF-16 is recognised through its NUL bytes, so that it is named as unreadable and not taken for clean.
    """
    if any(word in data for word in _FRAMEWORKS):
        return True
    return b"\0" in data and any(word in data.replace(b"\0", b"") for word in _FRAMEWORKS)


def candidates(data: bytes, codemods: Iterable[Codemod]) -> tuple[Codemod, ...]:
    """Those of ``codemods`` that can apply: of each group of their words one occurs in ``data``."""
    return tuple(
        codemod for codemod in codemods if all(any(word.encode() in data for word in group) for group in codemod.words)
    )
