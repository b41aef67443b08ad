"""Where a review stands: the files, the answers so far, and which question comes next."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tffix.review.answers import Answer
from tffix.review.fixes import stamp_of
from tffix.review.queue import Item, Queue
from tffix.review.session import Journal, Record
from tffix.review.stage import Refusal, Stage

_AHEAD = 6
"""Files whose first question is computed ahead."""
WIDE = ("codemod", "safe")
"""The scopes of answers that hold for all files."""


class Course:
    """The answers of a review, kept on the disk, and what follows from them.

    Args:
        items: the files, by their path below the root of the review.
        more: adds the files to ``items`` that were found since (and waits for one, if told so); false if there are no
            more to come.
        journal: where each answer is written before it counts.
        record: what an interrupted review left.
        done: how many of the answers were already written into each file.
        queue: computes the stages.
    """

    def __init__(
        self,
        items: Mapping[str, Item],
        more: Callable[[bool], bool],
        journal: Journal,
        record: Record,
        done: Mapping[str, int],
        queue: Queue,
    ) -> None:
        self.items = items
        self._more = more
        self.answers = record.answers
        self._journal = journal
        self._done = done
        self._queue = queue
        self._known: dict[str, _Tally] = {}
        self._broken: set[str] = set()
        self._order: list[str] = []
        self._first = 0

    # -- answers -----------------------------------------------------------------------------------------------------

    def add(self, answer: Answer, at: int | None = None) -> None:
        """Keep ``answer``, in place of the answer number ``at`` if that is given."""
        self._journal.answer(answer, at)
        if at is None:
            self.answers.append(answer)
            self._turn_to(answer)
        else:
            earlier, self.answers[at] = self.answers[at], answer
            self._turn_to(answer, earlier, at)

    def undo(self) -> Answer | None:
        """Take the last answer back; ``None`` if there is none that can be."""
        if not self.can_change(len(self.answers) - 1):
            return None
        self._journal.undo()
        answer = self.answers.pop()
        self._turn_to(answer, answer, len(self.answers))
        return answer

    def can_change(self, number: int) -> bool:
        """Whether there is an answer of this number, and its file was not written yet."""
        return 0 <= number < len(self.answers) and number >= self._done.get(self.answers[number].path, 0)

    def follow(self, gone: Iterable[str]) -> None:
        """Hand the answers to files that are ``gone`` on to those files in which all of them apply."""
        for path in gone:
            self.rest()
            key = next((key for key in self.order() if self._is_moved(path, key)), None)
            if key is not None:
                self._journal.moved(path, key)
                self.answers[:] = [answer.moved(path, key) for answer in self.answers]

    def _is_moved(self, path: str, key: str) -> bool:
        if any(answer.path == key for answer in self.answers):
            return False
        moved = [answer.moved(path, key) for answer in self.answers]
        codes = {answer.code for answer in moved if answer.path == key and answer.scope == "one"}
        if not codes & {code for code, _ in self.items[key].fixable}:
            return False
        stage = self._queue.stage(key, tuple(answer for answer in moved if answer.concerns(key)))
        return stage.error is None and not stage.dropped

    # -- stages ------------------------------------------------------------------------------------------------------

    def next(self) -> tuple[str, Stage] | None:
        """The first file with a question, and where it stands; ``None`` if everything is answered."""
        self._more(False)
        while self._first < len(self.order()) or self._more(True):
            if self._first < len(self.order()):
                key = self.order()[self._first]
                stage = self.stage(key)
                if stage.proposal is not None:
                    return key, stage
                self._first += 1
                self._look_ahead(self._first)
        return None

    def ends(self) -> Iterator[tuple[str, Stage, tuple[Refusal, ...]]]:
        """The files that answers say something of: where each stands at the end, and what is refused in it."""
        waiting: deque[tuple[str, Stage, Callable[[], tuple[Refusal, ...]]]] = deque()
        for number, key in enumerate(self.order()):
            if self.is_touched(key):
                self._look_ahead(number)
                stage = self.stage(key)
                waiting.append((key, stage, self._queue.refusals(key, stage)))
            while len(waiting) > _AHEAD or (waiting and number == len(self.items) - 1):
                key, stage, refused = waiting.popleft()
                yield key, stage, refused()

    def rest(self) -> None:
        """Wait until all files were looked at."""
        while self._more(True):
            pass

    def order(self) -> Sequence[str]:
        """The files in the order in which they are shown."""
        if len(self._order) != len(self.items):
            self._order = list(self.items)
        return self._order

    def stage(self, key: str, count: int | None = None) -> Stage:
        """The file ``key`` after all answers, or after the first ``count`` of them; read again if it was changed."""
        answers = self._relevant(key, count)
        stage = self._queue.stage(key, answers)
        if stage.error is None and stage.stamp != stamp_of(stage.path):
            self._queue.forget(key)
            stage = self._queue.stage(key, answers)
        if stage.error is not None:
            self._broken.add(key)
        if count is None:
            opened = 0 if stage.error else len(stage.open)
            self._known[key] = _Tally(stage.answered, opened, self._rules())
        return stage

    def trial(self, key: str, answer: Answer, count: int | None = None) -> Stage:
        """The file ``key`` as it would be with one more answer."""
        return self._queue.stage(key, (*self._relevant(key, count), answer))

    def prefetch(self, key: str, choices: Sequence[Answer]) -> None:
        """Compute ahead what each of ``choices`` would lead to in ``key``, and then the files behind it."""
        answers = self._relevant(key)
        wanted = [(key, (*answers, choice)) for choice in choices]
        wanted += [(later, self._relevant(later)) for later in self._later(self._first + 1)]
        self._queue.only(wanted)
        for one in wanted:
            self._queue.prefetch(*one)

    def has_answers(self, key: str) -> bool:
        """Whether an answer says anything of the file ``key`` that would be lost with it."""
        return bool(self._relevant(key))

    def is_touched(self, key: str) -> bool:
        """Whether an answer says anything of the file ``key``, or something went wrong with it."""
        if self.items[key].refused or key in self._broken:
            return True
        kinds = self.items[key].fixable
        return any(
            answer.scope == "one" or any(answer.covers(*kind) for kind in kinds) for answer in self._relevant(key)
        )

    # -- counting ----------------------------------------------------------------------------------------------------

    def answered(self) -> int:
        """How many fixes were answered, in all files."""
        known = sum(tally.answered for tally in self._known.values())
        return known + sum(self._ruled(self._unopened()).values())

    def left(self) -> int:
        """How many fixes are not answered; of files that were not opened yet, as far as that is known."""
        known = sum(tally.left for tally in self._known.values())
        unopened = self._unopened()
        ruled = self._ruled(unopened)
        for key in unopened:
            item = self.items[key]
            known += max(0, sum(item.fixable.values()) - ruled.get(key, 0) - len(item.refused))
        return known

    def _unopened(self) -> list[str]:
        return [key for key in self.items if key not in self._known]

    def _ruled(self, keys: Sequence[str]) -> dict[str, int]:
        """How many fixes of files that were not opened are answered by what was said of a whole scope."""
        rules = [answer for answer in self.answers if answer.scope in WIDE]
        if not rules:
            return {}
        return {
            key: sum(n for kind, n in self.items[key].fixable.items() if any(rule.covers(*kind) for rule in rules))
            for key in keys
        }

    def _relevant(self, key: str, count: int | None = None) -> tuple[Answer, ...]:
        done = self._done.get(key, 0)
        return tuple(
            answer
            for number, answer in enumerate(self.answers[:count])
            if answer.concerns(key) and (number >= done or answer.scope in WIDE)
        )

    def _later(self, number: int) -> Sequence[str]:
        return self.order()[number : number + _AHEAD]

    def _look_ahead(self, number: int) -> None:
        """Compute the next files, from that of this number on."""
        for key in self._later(number):
            self._queue.prefetch(key, self._relevant(key))

    def _turn_to(self, answer: Answer, earlier: Answer | None = None, at: int | None = None) -> None:
        """Look for the next question from the file of ``answer`` on, and forget the counts that do not hold any more.

        A new answer for all files settles what was open in them; one that was number ``at`` and counts no more
        (``earlier``) opens what was counted since.
        """
        if answer.path in self.items:
            self._first = min(self._first, self.order().index(answer.path))
        self._known.pop(answer.path, None)
        if earlier is not None and earlier.scope in WIDE:
            rules = self._rules(at)
            self._known = {key: tally for key, tally in self._known.items() if tally.rules <= rules}
        if answer.scope in WIDE:
            self._known = {key: tally for key, tally in self._known.items() if not tally.left}

    def _rules(self, count: int | None = None) -> int:
        return sum(answer.scope in WIDE for answer in self.answers[:count])


@dataclass(frozen=True)
class _Tally:
    """What is kept of a stage to count with; ``rules`` is how many answers held for all files then."""

    answered: int
    left: int
    rules: int


def choice(stage: Stage, key: str, verb: str, scope: str = "one") -> Answer:
    """The answer ``verb`` to the question of ``stage``."""
    assert stage.proposal is not None
    return Answer(key, stage.proposal.spot.ident, stage.proposal.diff, verb, scope)  # type: ignore[arg-type]
