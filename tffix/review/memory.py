"""What was refused in earlier reviews, by content: it is not asked about again until the code changes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from tffix.review.answers import dumps
from tffix.review.session import SessionError
from tffix.review.stage import Refusal
from tffix.running.folder import prepare

_NAME = "refused.jsonl"


class Refused:
    """The refused fixes of all files below a root.

    A file that was moved is recognised: what is remembered of a path that no longer exists holds for any other.

    Raises:
        SessionError: the memory cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / _NAME
        self._files: dict[str, frozenset[Refusal]] = {}
        try:
            lines = self._path.read_text(encoding="utf-8", errors="surrogateescape").split("\n")
        except FileNotFoundError:
            lines = []
        except OSError as error:
            raise SessionError(f"{self._path} cannot be read: {error.strerror}") from None
        try:
            for entry in map(json.loads, filter(None, lines)):
                self._files[entry["path"]] = frozenset((ident, diff) for ident, diff in entry["refused"])
        except (ValueError, KeyError, TypeError):
            raise SessionError(f"{self._path} is damaged: remove it to be asked about everything again") from None
        root = folder.parent
        gone = [path for path in self._files if not os.path.exists(root / path)]
        self._homeless = frozenset().union(*(self._files[path] for path in gone))

    def of(self, path: str) -> frozenset[Refusal]:
        """What was refused in the file ``path``, relative to the root."""
        return self._files.get(path, frozenset()) | self._homeless

    def replace(self, files: Mapping[str, Iterable[Refusal]]) -> None:
        """Remember these refusals of ``files`` instead of the ones before, in one step."""
        kept = {**self._files, **{path: frozenset(refused) for path, refused in files.items()}}
        kept = {path: refused for path, refused in kept.items() if refused}
        if kept == self._files:
            return
        text = "".join(dumps({"path": path, "refused": sorted(kept[path])}) + "\n" for path in sorted(kept))
        try:
            # Always the same name: the lock keeps others out, and what a crash leaves is written over.
            prepare(self._path.parent)
            temporary = self._path.with_suffix(".new")
            with open(temporary, "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self._path)
        except OSError as error:
            raise SessionError(f"{self._path} cannot be written: {error.strerror}") from None
        self._files = kept
