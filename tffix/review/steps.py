"""From one text of a file to the next, answer by answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from tffix.codemod import Applicability
from tffix.config.settings import Settings
from tffix.engine.files import analyse_text, encode
from tffix.engine.finding import Analysis, Hit
from tffix.engine.fixing import MAX_ROUNDS, RewriteError, apply_round
from tffix.engine.parsing import UnparsableError
from tffix.results import Finding
from tffix.review.answers import Answer
from tffix.review.carry import carried
from tffix.review.idents import diff_digest, digest, idents
from tffix.review.patch import patched
from tffix.review.stage import Proposal, Refusal, Spot, Stage, Verdict
from tffix.review.suppress import suppressed
from tffix.source import SourceError

_MOST_TEXTS = 5_000
"""A file that passes through more texts than this has codemods that never come to an end."""


class _NoFixError(Exception):
    """A fix that cannot be carried out; the message says why."""


class Steps:
    """A stage on its way: takes answers, and says where they lead.

    Args:
        stage: where to begin.
        settings: what holds for the file.
        refused: what was refused in an earlier review.
        fresh: whether nothing was looked for in the text of ``stage`` yet.

    Raises:
        UnparsableError, RewriteError: the text cannot be analysed, or its fixes do not come to an end.
    """

    def __init__(self, stage: Stage, settings: Settings, refused: frozenset[Refusal], *, fresh: bool = False) -> None:
        self._stage = stage
        self._settings = settings
        self._refused = refused
        self._known: tuple[Analysis, dict[str, Hit]] | None = None
        self._ready = (stage.proposal, stage.following)
        if fresh:
            self._look()
            self._settle()

    def take(self, answer: Answer) -> None:
        """Do what ``answer`` says; it is dropped if the fix it speaks of is not there."""
        if answer.scope != "one":
            self._change(rules=(*self._stage.rules, answer))
            self._settle()
            return
        spot = next((spot for spot in self._stage.spots if spot.ident == answer.ident), None)
        if spot is None or not self._answer(spot, answer):
            self._change(dropped=self._stage.dropped + 1)
        self._settle()

    def end(self, *, ahead: bool) -> Stage:
        """The stage reached, with the fix to ask about next, and with ``ahead`` the one behind it."""
        first = self._propose(0)
        following = self._propose(1) if first is not None and ahead else None
        return replace(self._stage, proposal=first, following=following)

    def _propose(self, number: int) -> Proposal | None:
        """The proposal for the open spot of this number; spots without a fix after all are passed over."""
        while len(self._stage.open) > number:
            spot = self._stage.open[number]
            try:
                after = self._after(spot)
            except _NoFixError as error:
                self._give_up([spot], str(error))
                continue
            return Proposal(spot, after, diff_digest(self._stage.text, after))
        return None

    def diff(self, spot: Spot) -> str | None:
        """The name of what the fix of ``spot`` changes; ``None`` if it cannot be carried out."""
        try:
            return diff_digest(self._stage.text, self._after(spot))
        except _NoFixError:
            return None

    def _answer(self, spot: Spot, answer: Answer) -> bool:
        if answer.verb in ("refuse", "skip"):
            self._judge([spot], answer)
            return True
        text = self._answered_text(spot, answer)
        if text is None:
            return False
        key = "suppressed" if answer.verb == "suppress" else "fixed"
        self._move(text, [spot], **{key: (*getattr(self._stage, key), replace(spot.finding, fixed=key == "fixed"))})
        return True

    def _answered_text(self, spot: Spot, answer: Answer) -> str | None:
        text = self._stage.text
        if answer.verb == "edit":
            return patched(text, answer.hunks)
        if answer.verb == "suppress":
            found = suppressed(self._analysis, self._hits[spot.ident], answer.reason, self._analysed)
            return None if found is None or self._unwritable(found) else found
        try:
            after = self._after(spot)
        except _NoFixError:
            return None
        return after if diff_digest(text, after) == answer.diff else None

    def _settle(self) -> None:
        """Do what was said of all that is left, and what was remembered, until nothing changes."""
        for _ in range(MAX_ROUNDS):
            known = {ident for ident, _ in self._refused}
            for spot in self._stage.open:
                if spot.ident in known and (spot.ident, self.diff(spot)) in self._refused:
                    self._mark([spot], "remembered")
            accepted = []
            for spot in self._stage.open:
                rule = self._rule(spot)
                if rule is not None and rule.verb == "accept":
                    accepted.append(spot)
                elif rule is not None:
                    self._judge([spot], rule)
            if not accepted:
                return
            self._accept(accepted)
        raise RewriteError(f"its fixes do not come to an end: {MAX_ROUNDS} rounds were not enough")

    def _rule(self, spot: Spot) -> Answer | None:
        code, applicability = spot.finding.code, spot.finding.applicability
        return next((rule for rule in self._stage.rules if rule.covers(code, applicability)), None)

    def _accept(self, spots: Sequence[Spot]) -> None:
        """Apply as many of the fixes as go together."""
        try:
            step = apply_round(self._analysis, [self._hits[spot.ident] for spot in spots])
        except RewriteError as error:
            # Which of them is at fault shows when they are alone.
            if len(spots) == 1:
                self._give_up(spots, str(error))
            else:
                self._accept(spots[:1])
            return
        by_hit = {id(self._hits[spot.ident]): spot for spot in spots}
        applied = [by_hit[id(hit)] for hit in step.applied]
        problem = self._problem(step.text) if applied else None
        if problem is not None:
            self._give_up(applied, problem)
            return
        for hit, reason in step.refused:
            self._give_up([by_hit[id(hit)]], reason)
        if applied:
            fixed = (replace(spot.finding, fixed=True) for spot in applied)
            self._move(step.text, applied, fixed=(*self._stage.fixed, *fixed))

    def _after(self, spot: Spot) -> str:
        """The text with the fix of ``spot``."""
        for ready in self._ready:
            if ready is not None and ready.spot.ident == spot.ident:
                return ready.after
        try:
            step = apply_round(self._analysis, [self._hits[spot.ident]])
        except RewriteError as error:
            raise _NoFixError(str(error)) from None
        if not step.applied:
            raise _NoFixError(next((reason for _, reason in step.refused), "it cannot be carried out"))
        problem = self._problem(step.text)
        if problem is not None:
            raise _NoFixError(problem)
        return step.text

    def _problem(self, text: str) -> str | None:
        if digest(text) in self._stage.seen:
            return "it would undo an earlier fix"
        return self._unwritable(text)

    def _unwritable(self, text: str) -> str | None:
        source = self._stage.source
        try:
            encode(source, source.encode(source.text), text)
        except SourceError as error:
            return str(error)
        return None

    def _move(self, text: str, gone: Sequence[Spot], **changed: tuple[Finding, ...]) -> None:
        """Go on with ``text``, in which the spots ``gone`` are settled."""
        if len(self._stage.seen) > _MOST_TEXTS:
            raise RewriteError("its fixes do not come to an end")
        self._known, self._ready = None, (None, None)
        self._change(text=text, seen=self._stage.seen | {digest(text)}, **changed)
        self._look(gone)

    def _look(self, gone: Collection[Spot] = ()) -> None:
        """List what was found in the text as it is now; verdicts are carried over from the spots before."""
        spots = [Spot(ident, hit.finding) for ident, hit in self._hits.items() if hit.fix is not None]
        left = tuple(hit.finding for hit in self._analysis.hits if hit.fix is None)
        settled = {spot.ident for spot in gone}
        before = [spot for spot in self._stage.spots if spot.ident not in settled]
        self._change(spots=carried(before, spots), hopeless=left)

    def _judge(self, spots: Sequence[Spot], answer: Answer) -> None:
        self._mark(spots, "refuse" if answer.verb == "refuse" else "skip")

    def _mark(self, spots: Sequence[Spot], verdict: Verdict) -> None:
        marked = {spot.ident for spot in spots}
        changed = (replace(spot, verdict=verdict) if spot.ident in marked else spot for spot in self._stage.spots)
        self._change(spots=tuple(changed))

    def _give_up(self, spots: Iterable[Spot], reason: str) -> None:
        """The fixes cannot be carried out: they are findings with a reason."""
        given_up = {spot.ident for spot in spots}
        manual = Applicability.MANUAL.value
        left = [replace(spot.finding, applicability=manual, reason=reason) for spot in spots]
        rest = tuple(spot for spot in self._stage.spots if spot.ident not in given_up)
        self._change(spots=rest, hopeless=(*self._stage.hopeless, *left))

    def _change(self, **changed: object) -> None:
        self._stage = replace(self._stage, **changed)  # type: ignore[arg-type]

    @property
    def analysed(self) -> bool:
        """Whether the text as it is was analysed here."""
        return self._known is not None

    @property
    def _analysis(self) -> Analysis:
        return self._now()[0]

    @property
    def _hits(self) -> dict[str, Hit]:
        return self._now()[1]

    def _now(self) -> tuple[Analysis, dict[str, Hit]]:
        """The analysis of the text as it is, and its hits by name: an accepted fix that is at hand needs none."""
        if self._known is None:
            analysis = self._analysed(self._stage.text)
            self._known = analysis, dict(zip(idents(analysis.module, analysis.hits), analysis.hits, strict=True))
        return self._known

    def _analysed(self, text: str) -> Analysis:
        return _analyse(text, self._stage.path, self._settings)


_recent: list[tuple[str, str, Settings, Analysis]] = []
_KEPT = 4


def _analyse(text: str, path: str, settings: Settings) -> Analysis:
    """The analysis of ``text``; the last ones are kept, for a refused fix leaves the text as it was."""
    for entry in _recent:
        if entry[:3] == (path, text, settings):
            return entry[3]
    analysis = analyse_text(text, path, settings)
    if analysis.errors:
        raise UnparsableError("; ".join(analysis.errors))
    _recent.insert(0, (path, text, settings, analysis))
    del _recent[_KEPT:]
    return analysis
