"""One file in the middle of a review: plain data that crosses process borders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tffix.results import Finding
from tffix.review.answers import Answer
from tffix.source import Source

Stamp = tuple[int, int, int]
"""What shows that a file was written: the time, the size, the inode."""
Verdict = Literal["refuse", "skip", "remembered"]
Refusal = tuple[str, str]
"""The ident and the diff of a fix that was refused."""


@dataclass(frozen=True)
class Spot:
    """A finding with a fix in the text of a stage; ``verdict`` if it is not to be asked about any more."""

    ident: str
    finding: Finding
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Proposal:
    """The fix that is asked about next: which of the spots it mends, and the text that it makes."""

    spot: Spot
    after: str
    diff: str


@dataclass(frozen=True)
class Stage:
    """A file after some answers.

    ``text`` holds what was accepted so far.  ``spots`` are the findings in it that have a fix, ``hopeless`` those
    without one; ``fixed`` and ``suppressed`` what is settled.  ``dropped`` counts the answers that no longer apply
    because the file changed.  ``rules`` are the answers that hold for what is left, ``seen`` the hashes of the texts
    that were passed through.  ``following`` is the proposal after ``proposal`` if that is refused, as far as it is
    known.  With an ``error`` the file cannot be reviewed (further).
    """

    path: str
    source: Source = field(default_factory=lambda: Source(""))
    text: str = ""
    stamp: Stamp = (0, 0, 0)
    spots: tuple[Spot, ...] = ()
    hopeless: tuple[Finding, ...] = ()
    fixed: tuple[Finding, ...] = ()
    suppressed: tuple[Finding, ...] = ()
    dropped: int = 0
    rules: tuple[Answer, ...] = ()
    seen: frozenset[str] = frozenset()
    proposal: Proposal | None = None
    following: Proposal | None = None
    error: str | None = None

    @property
    def open(self) -> tuple[Spot, ...]:
        """The spots that are still to be asked about."""
        return tuple(spot for spot in self.spots if spot.verdict is None)

    @property
    def answered(self) -> int:
        """How many fixes of the file were answered."""
        verdicts = sum(spot.verdict in ("refuse", "skip") for spot in self.spots)
        return len(self.fixed) + len(self.suppressed) + verdicts

    def counted(self, verdict: Verdict) -> int:
        """How many fixes have this verdict."""
        return sum(spot.verdict == verdict for spot in self.spots)
