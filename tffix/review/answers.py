"""What a person can answer, as plain data that a line of the session file holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

Verb = Literal["accept", "refuse", "skip", "suppress", "edit"]
Scope = Literal["one", "codemod", "file", "safe"]


@dataclass(frozen=True)
class Hunk:
    """Lines of a text that an edit by hand replaces: ``before`` and ``after`` around the same context."""

    line: int
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """An answer to the question that was on the screen, for this fix (``one``) or for what is left of a scope.

    ``path``, ``ident`` and ``diff`` name the fix by content: the file below the root of the review, what the codemod
    found in which code, and what the fix changes there.  ``reason`` belongs to ``suppress``, ``hunks`` to ``edit``.
    """

    path: str
    ident: str
    diff: str
    verb: Verb
    scope: Scope = "one"
    reason: str = ""
    hunks: tuple[Hunk, ...] = ()

    @property
    def code(self) -> str:
        """The code of the codemod whose fix was on the screen."""
        return self.ident.partition(":")[0]

    def concerns(self, path: str) -> bool:
        """Whether the answer can mean anything for the file ``path``."""
        return self.scope in ("codemod", "safe") or self.path == path

    def moved(self, path: str, key: str) -> Answer:
        """The answer after the file ``path`` was moved to ``key``."""
        return replace(self, path=key) if self.path == path else self

    def covers(self, code: str, applicability: str) -> bool:
        """Whether an answer for a scope holds for a fix of ``code`` in a file that it concerns."""
        if self.scope == "codemod":
            return code == self.code
        return self.scope == "file" or applicability == "safe"

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON, without what is empty."""
        return {key: value for key, value in asdict(self).items() if value not in ("", ())}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Answer:
        """The answer that ``data`` holds.

        Raises:
            TypeError, KeyError: it holds none.
        """
        hunks = tuple(Hunk(hunk["line"], tuple(hunk["before"]), tuple(hunk["after"])) for hunk in data.get("hunks", ()))
        return cls(**{**data, "hunks": hunks})


def dumps(data: Mapping[str, Any]) -> str:
    """One line of a file of the session."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
