"""One fix at a time: what a file becomes under the answers, and which fix is asked about next.

Everything follows from the bytes of the file and the answers in their order, so a review can be taken up again after
a crash, and an answer can be taken back.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from tffix.config.settings import Settings
from tffix.engine.errors import TOO_DEEP, internal_error
from tffix.engine.fixing import RewriteError
from tffix.engine.parsing import UnparsableError, read
from tffix.review.answers import Answer
from tffix.review.idents import digest
from tffix.review.stage import Refusal, Stage, Stamp
from tffix.review.steps import Steps
from tffix.running.files import FileError, read_bytes


def begin(path: str, settings: Settings, answers: Sequence[Answer], refused: frozenset[Refusal]) -> Stage:
    """Read the file ``path`` and bring it to where ``answers`` lead.

    Args:
        path: the file.
        settings: what holds for it.
        answers: those that concern it, in their order.
        refused: the fixes of it that were refused in an earlier review: they are not asked about again.
    """
    try:
        stamp = stamp_of(path)
        source = read(read_bytes(path))
    except (FileError, UnparsableError) as error:
        return Stage(path, error=str(error))
    stage = Stage(path, source, source.text, stamp, seen=frozenset({digest(source.text)}))
    return advance(stage, answers, settings, refused, fresh=True)


def advance(
    stage: Stage, answers: Sequence[Answer], settings: Settings, refused: frozenset[Refusal], *, fresh: bool = False
) -> Stage:
    """Bring ``stage`` to where more ``answers`` lead; ``fresh`` if nothing was looked for in its text yet."""
    if stage.error is not None:
        return stage
    try:
        steps = Steps(stage, settings, refused, fresh=fresh)
        for answer in answers:
            steps.take(answer)
        # Whoever has analysed the text can say cheaply what comes after a refusal.
        return steps.end(ahead=steps.analysed)
    except (UnparsableError, RewriteError) as error:
        message = str(error)
    except RecursionError:
        message = TOO_DEEP
    except Exception as error:
        message = internal_error([], error)
    return replace(stage, proposal=None, following=None, error=message)


def refused_at_once(stage: Stage, answer: Answer) -> Stage | None:
    """``stage`` after ``answer``, if that can be told without analysing anything; else ``None``."""
    if answer.verb != "refuse" or answer.scope != "one" or stage.following is None or stage.proposal is None:
        return None
    if answer.ident != stage.proposal.spot.ident or stage.open[1:2] != (stage.following.spot,):
        return None
    spots = tuple(replace(spot, verdict="refuse") if spot.ident == answer.ident else spot for spot in stage.spots)
    return replace(stage, spots=spots, proposal=stage.following, following=None)


def refusals(stage: Stage, settings: Settings) -> tuple[Refusal, ...]:
    """The fixes that stand refused in the text of ``stage``, to be remembered."""
    wanted = [spot for spot in stage.spots if spot.verdict in ("refuse", "remembered")]
    if not wanted or stage.error is not None:
        return ()
    steps = Steps(stage, settings, frozenset())
    return tuple((spot.ident, diff) for spot in wanted if (diff := steps.diff(spot)) is not None)


def stamp_of(path: str) -> Stamp:
    """What changes when the file is written; zeros if it cannot be told."""
    try:
        status = os.stat(path)
    except OSError:
        return 0, 0, 0
    return status.st_mtime_ns, status.st_size, status.st_ino
