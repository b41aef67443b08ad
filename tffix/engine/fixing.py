"""Rounds of fixes until nothing changes, each checked before the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tffix.codemod import Codemod, Fix
from tffix.engine.errors import describe, internal_error
from tffix.engine.finding import Analysis, Hit
from tffix.results import Finding
from tffix.rewriting.edits import ReplaceComment

MAX_ROUNDS = 50


class RewriteError(Exception):
    """The file cannot be rewritten and stays as it is; the message says why and names the codemods at fault."""


@dataclass(frozen=True)
class Rewrite:
    """What the rounds came to: the last text, the findings fixed on the way and those that remain."""

    text: str
    fixed: tuple[Finding, ...]
    remaining: tuple[Finding, ...]


def rewrite(analysis: Analysis, again: Callable[[str], Analysis], allowed: frozenset[str]) -> Rewrite:
    """Apply the fixes of ``analysis`` whose applicability is ``allowed``, and those of every text that results.

    Args:
        analysis: the file as it is.
        again: analyses the text of a later round.
        allowed: the applicabilities to apply.

    Raises:
        RewriteError: a fix failed, a check failed, or codemods undo one another.
    """
    fixed: list[Finding] = []
    history: list[tuple[str, list[Codemod]]] = [(analysis.module.text, [])]
    for _ in range(MAX_ROUNDS):
        hits = [hit for hit in analysis.hits if hit.fix and hit.finding.applicability in allowed]
        if not hits:
            return Rewrite(analysis.module.text, tuple(fixed), analysis.findings)
        step = apply_round(analysis, hits)
        if not step.applied:
            return Rewrite(analysis.module.text, tuple(fixed), _with_reasons(analysis, step))
        fixed += [replace(hit.finding, fixed=True) for hit in step.applied]
        _refuse_repetition(history, step)
        history.append((step.text, [hit.codemod for hit in step.applied]))
        analysis = again(step.text)
        if analysis.errors:
            raise RewriteError("; ".join(analysis.errors))
    fighting = describe(codemod for _, codemods in history[-2:] for codemod in codemods)
    raise RewriteError(f"the fixes of {fighting} do not come to an end: {MAX_ROUNDS} rounds were not enough")


@dataclass(frozen=True)
class Step:
    """What one round did: the new text, the hits whose fixes are in it, and those that cannot be fixed, and why."""

    text: str
    applied: tuple[Hit, ...]
    refused: tuple[tuple[Hit, str], ...]


def apply_round(analysis: Analysis, hits: Sequence[Hit]) -> Step:
    """Apply the fixes of as many of ``hits`` as do not get in each other's way, and check the result.

    Raises:
        RewriteError: a fix or a check failed.
    """
    try:
        return _apply(analysis, hits)
    except Exception as error:
        raise RewriteError(_blame(analysis, hits, error)) from error


class _CheckError(Exception):
    """The rewritten text does not hold what it must."""


def _apply(analysis: Analysis, hits: Sequence[Hit]) -> Step:
    from tffix.rewriting.apply import apply_fixes
    from tffix.rewriting.checks import verify

    before = analysis.module.text
    outcome = apply_fixes(analysis.module, [_fix(hit) for hit in hits])
    applied = tuple(hits[number] for number in outcome.applied)
    if applied:
        # A codemod about comments may take one away; all others must keep every one.
        keep_comments = not any(isinstance(edit, ReplaceComment) for hit in applied for edit in _fix(hit).edits)
        problem = verify(before, outcome.text, outcome.touched, comments=keep_comments)
        if problem:
            raise _CheckError(problem)
    return Step(outcome.text, applied, tuple((hits[number], reason) for number, reason in outcome.refused.items()))


def _blame(analysis: Analysis, hits: Sequence[Hit], error: Exception) -> str:
    """Name the codemods whose fix fails alone; if none does, all that took part."""
    own_fault = _does_not_compile(analysis.module.text)
    if own_fault:
        return f"does not compile, so nothing in it is fixed: {own_fault}"
    alone = {hit.codemod.code: failure for hit in hits if (failure := _failure(analysis, hit))}
    guilty = [hit.codemod for hit in hits if hit.codemod.code in alone or not alone]
    error = next(iter(alone.values()), error)
    if isinstance(error, _CheckError):
        return f"the fix of {describe(guilty)} failed a check: {error}; the file is left as it is"
    return internal_error(guilty, error)


def _does_not_compile(text: str) -> str | None:
    try:
        compile(text, "<source>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return f"{error.msg} (line {error.lineno})"
    return None


def _failure(analysis: Analysis, hit: Hit) -> Exception | None:
    try:
        _apply(analysis, [hit])
    except Exception as error:
        return error
    return None


def _refuse_repetition(history: Sequence[tuple[str, list[Codemod]]], step: Step) -> None:
    texts = [text for text, _ in history]
    if step.text not in texts:
        return
    since = texts.index(step.text) + 1
    codemods = [codemod for _, group in history[since:] for codemod in group] + [hit.codemod for hit in step.applied]
    raise RewriteError(f"the fixes of {describe(codemods)} undo one another; the file is left as it is")


def _with_reasons(analysis: Analysis, step: Step) -> tuple[Finding, ...]:
    reasons = {id(hit): reason for hit, reason in step.refused}
    hits: Iterable[Hit] = (hit.without_fix(reasons[id(hit)]) if id(hit) in reasons else hit for hit in analysis.hits)
    return tuple(hit.finding for hit in hits)


def _fix(hit: Hit) -> Fix:
    assert hit.fix is not None
    return hit.fix
