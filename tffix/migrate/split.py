"""Parts become patches or branches, after what they have to pass."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from tffix import __version__
from tffix.migrate.gates import Proof
from tffix.migrate.message import message, title
from tffix.migrate.parts import Change, Part, counted
from tffix.migrate.worktree import Worktree
from tffix.reports.diff import unified_as

Form = Literal["patches", "branches"]
INDEX = "parts.json"
VERSION = 1
_MADE = re.compile(r"\d{2,}-[a-z0-9-]+\.(?:patch|txt|log)")


class Gate(Protocol):
    """Something that a part has to pass."""

    def prove(self, part: Part, proof: Proof) -> None:
        """Run it on ``part``, and say in ``proof`` how that ended."""


class OutputError(Exception):
    """The folder for the parts cannot be used; the message says why."""


@dataclass
class Made:
    """What became of a part.  It is ``aside`` if it did not pass; ``patch``, ``log`` and ``message`` name files."""

    part: Part
    proof: Proof = field(default_factory=Proof)
    patch: str | None = None
    branch: str | None = None
    commit: str | None = None
    message: str | None = None
    log: str | None = None

    @property
    def aside(self) -> bool:
        """Whether it was set aside."""
        return self.proof.failed is not None


class Splitter:
    """Makes patches in ``folder``, or branches whose names begin with ``prefix``.

    Args:
        folder: where patches, messages and logs go.
        top: the root of the repository, or of the tree if there is none: patches are applied there.
        root: the root of the migration.
        form: what a part becomes.
        gates: what each part has to pass.
        worktree: where branches are made.
        prefix: the beginning of the names of branches.
    """

    def __init__(
        self,
        folder: Path,
        top: Path,
        root: Path,
        form: Form,
        gates: Sequence[Gate] = (),
        worktree: Worktree | None = None,
        prefix: str = "",
    ) -> None:
        self._folder = folder
        self._inside = root.relative_to(top).as_posix()
        self._form = form
        self._gates = gates
        self._worktree = worktree
        self._prefix = prefix

    def make(self, parts: Iterable[Part]) -> Iterator[Made]:
        """Make each of ``parts`` that passes."""
        for part in parts:
            made = Made(part)
            for gate in self._gates:
                gate.prove(part, made.proof)
            if made.proof.log:
                made.log = self._write(f"{part.name}.log", "\n".join(made.proof.log).encode("utf-8", "surrogateescape"))
            if self._form == "branches" and not made.aside:
                self._commit(made)
            else:
                self._patch(made)
            yield made

    def branch(self, part: Part) -> str:
        """The branch that ``part`` becomes."""
        return self._prefix + part.name

    def patch_of(self, part: Part) -> bytes:
        """The patch, to be applied in the root of the repository."""
        return b"".join(
            unified_as(os.fsencode(os.path.normpath(f"{self._inside}/{change.path}")), change.before, change.after)
            for change in part.changes
        )

    def _patch(self, made: Made) -> None:
        name = f"aside/{made.part.name}" if made.aside else made.part.name
        made.patch = self._write(f"{name}.patch", self.patch_of(made.part))
        said = message(made.part, made.proof.said, f"`git apply -R {Path(made.patch).name}`")
        made.message = self._write(f"{name}.txt", said.encode("utf-8", "surrogateescape"))

    def _commit(self, made: Made) -> None:
        assert self._worktree is not None
        self._worktree.clear()
        self._worktree.make(made.part.changes)
        said = message(made.part, made.proof.said, "`git revert` this commit.")
        made.branch = self.branch(made.part)
        made.commit = self._worktree.commit(made.part.changes, said)
        self._worktree.branch(made.branch, made.commit)
        made.message = self._write(f"{made.part.name}.txt", said.encode("utf-8", "surrogateescape"))

    def _write(self, name: str, data: bytes) -> str:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return str(path)


def cleared(folder: Path) -> None:
    """Make ``folder``, without the parts of an earlier split.

    Raises:
        OutputError: it holds something else.
    """
    try:
        if folder.exists() and any(folder.iterdir()):
            if not (folder / INDEX).is_file():
                raise OutputError(f"{folder} is not empty, and holds no parts: name another folder")
            for path in [*folder.iterdir(), *folder.glob("aside/*")]:
                if _MADE.fullmatch(path.name):
                    path.unlink()
        folder.mkdir(parents=True, exist_ok=True)
        # From now on it is known as what it is, whatever happens.
        (folder / INDEX).write_text("{}\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{folder}: {(error.strerror or str(error)).lower()}") from None


def document(made: Sequence[Made], left_out: Sequence[tuple[str, str]], how: Mapping[str, Any]) -> dict[str, Any]:
    """The split as plain data: what ``parts.json`` holds, and what the report tells."""
    return {
        "version": VERSION,
        "tool": f"tffix {__version__}",
        **how,
        "parts": [_part(one) for one in made],
        "left_out": [{"path": path, "reason": reason} for path, reason in left_out],
    }


def store(folder: Path, found: Mapping[str, Any]) -> None:
    """Write ``found`` as the index of the parts in ``folder``."""
    (folder / INDEX).write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def unchanged(
    changes: Iterable[Change], holds: Callable[[Change], bool], reason: str
) -> tuple[list[Change], list[tuple[str, str]]]:
    """Those of ``changes`` whose files hold what they are about, and the others with the ``reason``."""
    good, bad = [], []
    for change in changes:
        if holds(change):
            good.append(change)
        else:
            bad.append((change.path, reason))
    return good, bad


def _part(made: Made) -> dict[str, Any]:
    part = made.part
    come, go = part.size
    return {
        "name": part.name,
        "label": part.label,
        "title": title(part),
        "state": "aside" if made.aside else "ready",
        "reason": made.proof.failed,
        "proofs": made.proof.said,
        "owners": [list(owners) for owners in part.owners],
        "packages": list(part.packages),
        "codemods": dict(counted(finding for change in part.changes for finding in change.fixed)),
        "files": [change.path for change in part.changes],
        "lines": {"added": come, "removed": go},
        "left": len(part.left),
        "patch": made.patch,
        "branch": made.branch,
        "commit": made.commit,
        "message": made.message,
        "log": made.log,
    }
