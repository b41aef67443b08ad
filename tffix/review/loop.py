"""Question and answer, until everything is answered or the user stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tffix import registry
from tffix.review import keys
from tffix.review.answers import Answer
from tffix.review.course import Course, choice
from tffix.review.question import KEYS, Interface, Question
from tffix.review.stage import Stage

Ending = Literal["write", "discard"]


class AnswerError(Exception):
    """A script gave an answer that does not exist: nothing is done with the rest of its answers."""


@dataclass(frozen=True)
class _Shown:
    """The question on the screen: the file, where it stands, and the answer it has if the user went back to it."""

    key: str
    stage: Stage
    at: int | None


class Loop:
    """Asks the questions of ``course`` through ``interface``.

    With ``strict`` a key that means nothing ends the review: it comes from a script, and the next ones would be taken
    for answers to questions that the script did not see.
    """

    def __init__(
        self, course: Course, interface: Interface, *, strict: bool = False, growing: Callable[[], bool]
    ) -> None:
        self._course = course
        self._interface = interface
        self._strict = strict
        self._growing = growing
        self._at: int | None = None
        self._note = ""
        self._swept: tuple[str, int, str] | None = None
        self._dropped: dict[str, int] = {}
        self._keys: dict[str, Callable[[_Shown], Ending | None]] = {
            "y": lambda shown: self._answer(shown, "accept"),
            "n": lambda shown: self._answer(shown, "refuse"),
            "a": lambda shown: self._answer(shown, "accept", "codemod"),
            "d": lambda shown: self._answer(shown, "refuse", "codemod"),
            "f": lambda shown: self._answer(shown, "skip", "file"),
            "A": lambda shown: self._answer(shown, "accept", "safe"),
            "k": self._back,
            "u": self._undo,
            "e": self._edit,
            "s": self._suppress,
            "v": self._verify,
            "x": self._explain,
            "q": lambda _shown: "write",
            "Q": lambda _shown: "discard",
            keys.ENTER: self._forward,
        }

    def run(self) -> Ending:
        """Ask until the end.

        Raises:
            AnswerError: see ``strict``.
            SessionError: an answer cannot be kept.
        """
        while True:
            with self._interface.wait("computing the next diff"):
                shown = self._current()
            if shown is None:
                return "write"
            key = self._interface.ask(self._question(shown))
            self._note = ""
            if not key:
                # A script has no more answers; a terminal that is gone has given no order to write.
                return "write" if self._strict else "discard"
            handler = self._keys.get(key)
            if handler is None:
                self._unknown(key)
                continue
            ending = handler(shown)
            if ending is not None:
                return ending

    # -- what is on the screen -----------------------------------------------------------------------------------------

    def _current(self) -> _Shown | None:
        while self._at is not None:
            answer = self._course.answers[self._at]
            stage = self._course.stage(answer.path, self._at)
            if stage.proposal is not None:
                return _Shown(answer.path, stage, self._at)
            self._at = self._at + 1 if self._at + 1 < len(self._course.answers) else None
        found = self._course.next()
        if found is None:
            return None
        key, stage = found
        self._tell_dropped(key, stage)
        self._course.prefetch(key, (choice(stage, key, "accept"), choice(stage, key, "refuse")))
        return _Shown(key, stage, None)

    def _question(self, shown: _Shown) -> Question:
        stage, proposal = shown.stage, shown.stage.proposal
        assert proposal is not None
        answered = self._course.answered()
        if self._swept is not None:
            # How many they were shows now that the files are where the answer leads.
            done, before, hint = self._swept
            self._swept = None
            self._note = f"{answered - before} {done}; u takes that back.{hint} {self._note}".strip()
        return Question(
            finding=proposal.spot.finding,
            before=stage.text,
            after=proposal.after,
            position=answered + 1 if shown.at is None else shown.at + 1,
            total=answered + self._course.left(),
            left=len(stage.open),
            growing=self._growing(),
            answered="" if shown.at is None else _told(self._course.answers[shown.at]),
            note=self._note,
        )

    def _tell_dropped(self, key: str, stage: Stage) -> None:
        new = stage.dropped - self._dropped.get(key, 0)
        self._dropped[key] = stage.dropped
        if new > 0:
            few = "1 of your answers no longer applies" if new == 1 else f"{new} of your answers no longer apply"
            self._note = f"{stage.path} or what was said of it changed: {few}. {self._note}".strip()

    def _unknown(self, key: str) -> None:
        if self._strict and len(key) == 1:
            raise AnswerError(f"{key!r} is no answer: the keys are {' '.join(KEYS)}")
        if len(key) == 1 and key.isprintable():
            self._note = f"{key!r} is no answer; the keys are listed above."

    # -- the keys ------------------------------------------------------------------------------------------------------

    def _answer(self, shown: _Shown, verb: str, scope: str = "one") -> None:
        if scope != "one":
            done = {"accept": "accepted", "refuse": "refused", "skip": "skipped"}[verb]
            unsafe = scope == "safe" and _applicability(shown) != "safe"
            self._swept = done, self._course.answered(), " This one is unsafe." if unsafe else ""
        self._keep(shown, choice(shown.stage, shown.key, verb, scope))

    def _keep(self, shown: _Shown, answer: Answer) -> None:
        self._course.add(answer, shown.at)
        self._at = None

    def _back(self, _shown: _Shown) -> None:
        number = (len(self._course.answers) if self._at is None else self._at) - 1
        if self._course.can_change(number):
            self._at = number
        else:
            self._note = "There is nothing before this."

    def _forward(self, _shown: _Shown) -> None:
        if self._at is not None:
            self._at = self._at + 1 if self._at + 1 < len(self._course.answers) else None

    def _undo(self, _shown: _Shown) -> None:
        answer = self._course.undo()
        self._at = None
        self._note = "There is nothing to take back." if answer is None else f"Taken back: {_told(answer)}."

    def _edit(self, shown: _Shown) -> None:
        from tffix.review.editing import EditError, edited

        proposal = shown.stage.proposal
        assert proposal is not None
        try:
            with self._interface.outside():
                hunks = edited(shown.stage, proposal)
        except EditError as error:
            self._note = str(error)
            return
        if hunks is None:
            self._answer(shown, "accept")
            return
        plain = choice(shown.stage, shown.key, "edit")
        self._keep(shown, Answer(plain.path, plain.ident, plain.diff, "edit", hunks=hunks))

    def _suppress(self, shown: _Shown) -> None:
        reason = self._interface.line("Reason: ")
        if not reason:
            self._note = "Not suppressed: a suppression needs a reason."
            return
        plain = choice(shown.stage, shown.key, "suppress")
        answer = Answer(plain.path, plain.ident, plain.diff, "suppress", reason=reason)
        count = shown.at
        trial = self._course.trial(shown.key, answer, count)
        if trial.error is None and trial.dropped == shown.stage.dropped:
            self._keep(shown, answer)
        else:
            self._note = "No comment can silence this finding alone: refuse it instead."

    def _verify(self, shown: _Shown) -> None:
        from tffix.review.verifying import VerifyError, verify

        proposal = shown.stage.proposal
        assert proposal is not None
        try:
            with self._interface.outside():
                text = verify(shown.stage, proposal)
        except VerifyError as error:
            self._note = str(error)
            return
        self._interface.show("tffix verify", text)

    def _explain(self, shown: _Shown) -> None:
        from tffix.cli.explain import page

        assert shown.stage.proposal is not None
        codemod = registry.find(shown.stage.proposal.spot.finding.code)
        self._interface.show(f"{codemod.code} {codemod.name}", page(codemod), markdown=True)


def _applicability(shown: _Shown) -> str:
    assert shown.stage.proposal is not None
    return shown.stage.proposal.spot.finding.applicability


def _told(answer: Answer) -> str:
    verb = {"accept": "accept", "refuse": "refuse", "skip": "skip", "suppress": "suppress", "edit": "edit by hand"}
    scope = {
        "one": "",
        "codemod": f" the rest of {answer.code}",
        "file": f" the rest of {answer.path}",
        "safe": " all safe ones",
    }
    return f"{verb[answer.verb]}{scope[answer.scope]}"
