"""Carrying verdicts over to a text in which the same findings stand in changed code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from tffix.review.stage import Spot


def carried(before: Sequence[Spot], after: Sequence[Spot]) -> tuple[Spot, ...]:
    """The spots ``after``, each with the verdict that the same finding had ``before``.

    An accepted fix changes the code around its neighbours, and so their names.  As long as a codemod says the same as
    often as before, the findings are the same ones in the same order; otherwise only those in unchanged code are.
    """
    old, new = _grouped(before), _grouped(after)
    verdicts = {spot.ident: spot.verdict for spot in before}
    for kind, spots in new.items():
        earlier = old.get(kind, [])
        if len(earlier) == len(spots):
            verdicts.update((spot.ident, was.verdict) for was, spot in zip(earlier, spots, strict=True))
    return tuple(replace(spot, verdict=verdicts.get(spot.ident)) for spot in after)


def _grouped(spots: Sequence[Spot]) -> dict[tuple[str, str], list[Spot]]:
    groups: dict[tuple[str, str], list[Spot]] = defaultdict(list)
    for spot in spots:
        groups[spot.finding.code, spot.finding.message].append(spot)
    return groups
