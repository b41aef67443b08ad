"""What can be said of a file without parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache

from tffix import registry
from tffix.codemod import Codemod
from tffix.config.settings import Settings

_FRAMEWORKS = (b"tensorflow", b"keras")
_IMPORT = re.compile(rb"\b(?:import|from)\b(?:[^\r\n#\\]|\\\r?\n)*?(?:tensorflow|keras)")
_FROM_IMPORT = re.compile(
    rb"\bfrom[ \t]+[\w.]*(?:tensorflow|keras)[\w.]*[ \t]+import\b[ \t]*(\([^)]*|[^\n\\]*(?:\\\r?\n[^\n\\]*)*)"
)
"""What is imported by name: all of the parentheses, or of the line and those it is continued on."""


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
    """Those of ``codemods`` that can apply: of each group of their words one occurs in ``data``.

    All but those about suppressions need TensorFlow or Keras to be imported as well.
    """
    words = _words(data)
    found = tuple(codemod for codemod in codemods if all(any(map(words.occurs, group)) for group in codemod.words))
    return found if not found or words.imports_framework else tuple(codemod for codemod in found if codemod.last)


@lru_cache(maxsize=1)
def _words(data: bytes) -> _Words:
    # A file is asked about twice in a row: whether to parse it, and then what to run over it.
    return _Words(data)


class _Words:
    """Which words occur in a file.  Each is looked for once, however many codemods ask."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._known: dict[str, bool] = {}

    @cached_property
    def imports_framework(self) -> bool:
        """Whether TensorFlow or Keras is imported at all."""
        return _IMPORT.search(self._data) is not None

    def occurs(self, word: str) -> bool:
        known = self._known.get(word)
        if known is None:
            encoded = word.encode()
            known = self._known[word] = encoded in self._data or self._is_imported(word)
        return known

    def _is_imported(self, word: str) -> bool:
        if word[0] != "." or not word[1:].isidentifier():
            return False
        name = word[1:].encode()
        return any(name in names or (b"*" in names and name in self._data) for names in self._imported)

    @cached_property
    def _imported(self) -> list[bytes]:
        return _FROM_IMPORT.findall(self._data)
