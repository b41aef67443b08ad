"""Which lines of two texts belong together."""

from __future__ import annotations

import difflib
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tffix.linediff import Matcher

LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "return x\n", "\n"]), max_size=30)


def rebuilt(old: list[str], new: list[str]) -> list[str]:
    """``new``, made of the parts of ``old`` that are kept and what the differences bring."""
    found: list[str] = []
    at = 0
    for _, i1, i2, j1, j2 in Matcher(old, new).changes():
        found += old[at:i1] + new[j1:j2]
        at = i2
    return found + old[at:]


@given(LINES, LINES)
def test_the_changes_lead_from_one_to_the_other(old: list[str], new: list[str]) -> None:
    assert rebuilt(old, new) == new
    blocks = Matcher(old, new).get_matching_blocks()
    assert all(old[a : a + size] == new[b : b + size] for a, b, size in blocks)
    assert [(a, b, 0) for a, b, size in blocks if not size] == [(len(old), len(new), 0)]
    for before, after in itertools.pairwise(blocks):
        assert (before.a + before.size, before.b + before.size) != (after.a, after.b) or not after.size


def test_lines_that_are_there_once_hold_their_surroundings_together() -> None:
    old = ["def f():\n", "    return x\n", "\n", "def g():\n", "    return x\n"]
    new = [*old[:3], "def h():\n", "    return x\n", "\n", *old[3:]]
    assert Matcher(old, new).changes() == [("insert", 3, 3, 3, 6)]


def test_what_is_moved_is_taken_out_and_put_in() -> None:
    assert Matcher(["a\n", "b\n", "c\n"], ["c\n", "a\n", "b\n"]).changes() == [
        ("insert", 0, 0, 0, 1),
        ("delete", 2, 3, 3, 3),
    ]


@pytest.mark.parametrize("count", [50, 1_000])
def test_many_changes_cost_no_comparison_of_all_with_all(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    whole = difflib.SequenceMatcher.find_longest_match

    def counting(self, alo=0, ahi=None, blo=0, bhi=None):  # type: ignore[no-untyped-def]
        searched.append((ahi - alo) * (bhi - blo))
        return whole(self, alo, ahi, blo, bhi)

    monkeypatch.setattr(difflib.SequenceMatcher, "find_longest_match", counting)
    old = [line for number in range(count) for line in (f"def f{number}():\n", "    print(x)\n", "    return x\n")]
    new = [line.replace("print", "tf.print") for line in old]
    assert len(Matcher(old, new).changes()) == count
    assert sum(searched) <= 50 * count
