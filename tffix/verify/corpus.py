"""The runnable cases of the corpus: programs that train, before and after a codemod."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from tffix import registry
from tffix.config.selection import matching
from tffix.examples import CORPUS
from tffix.testing import Case, case_folders, read_case
from tffix.verify.judge import judge
from tffix.verify.runs import Options, Version, Watcher
from tffix.verify.scratch import Source
from tffix.verify.verdict import Promise, Verdict


class NoCaseError(Exception):
    """A selector or a path names no runnable case."""


@dataclass(frozen=True)
class Runnable:
    """A case that can be run, and where it is."""

    case: Case
    folder: Path

    @property
    def contract(self) -> Promise:
        """What the case is held to: the contract of its codemod."""
        return replace(Promise.of(registry.find(self.case.codemod).contract), printed=True)

    def verify(
        self,
        options: Options,
        *,
        tolerance: float | None = None,
        after: Path | None = None,
        watch: Watcher = lambda _text: None,
    ) -> Verdict:
        """Train the case before and after its fix; ``after`` stands in for the fixed file."""
        options = replace(
            options, replicas=max(options.replicas, self.case.replicas), keras=self.case.keras or options.keras
        )
        promise = self.contract if tolerance is None else replace(self.contract, tolerance=tolerance)
        changed = (after or self.folder / "after.py").read_bytes()
        source = Source(self.folder / "before.py", self.folder)
        # Both run under one name: a program may ask for its own.
        before = Version("before", source, replicas=self.case.before_replicas)
        return judge(before, Version("after", source, changed), promise, options, watch)


def runnable(folder: Path) -> list[Runnable]:
    """The runnable cases below ``folder``: a corpus, the cases of a codemod, or one case."""
    if (folder / "before.py").is_file():
        folders = [folder]
    elif any(folder.glob("*/before.py")):
        folders = sorted(path.parent for path in folder.glob("*/before.py"))
    else:
        folders = case_folders(folder)
    found = [Runnable(read_case(path.resolve()), path.resolve()) for path in folders]
    return [item for item in found if item.case.run and item.case.changes]


@contextlib.contextmanager
def selected(word: str) -> Iterator[list[Runnable]]:
    """The runnable cases that a path or a selector (``TF3``, ``ALL``, a name) names.

    The corpus is installed with the package; where it is packed, it is unpacked as long as the context lasts.

    Raises:
        NoCaseError: there is none.
    """
    if Path(word).is_dir():
        cases = runnable(Path(word))
        if not cases:
            raise NoCaseError(f"{word}: no case there has run = true in its case.toml")
        yield cases
        return
    codes = {codemod.code for codemod in registry.codemods()}
    if word.upper() != "ALL":
        codes = set(matching(word, registry.codemods()))
    names = {registry.find(code).name for code in codes}
    with resources.as_file(resources.files(CORPUS)) as root:
        cases = [item for item in runnable(root) if item.case.codemod in names]
        if not cases:
            raise NoCaseError(f"{word}: neither a folder of the corpus nor codemods with runnable cases")
        yield cases
