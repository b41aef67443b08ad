"""Which patches of one file commute."""

from __future__ import annotations

import itertools
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tffix.migrate import lines
from tffix.reports.diff import unified_as

NUMBERS = [f"x{n} = {n}\n".encode() for n in range(30)]
BEFORE = b"".join(NUMBERS)


def _changed(*numbers: int) -> bytes:
    return b"".join(b"new\n" if n in numbers else line for n, line in enumerate(NUMBERS))


def _commute(*groups: tuple[int, ...]) -> bool:
    edits = [lines.edits(BEFORE, _changed(*group)) for group in groups]
    apart = not any(lines.touch(a, b) for a, b in itertools.combinations(edits, 2))
    return apart and lines.commute(BEFORE, _changed(*itertools.chain(*groups)), edits)


def test_patches_that_are_apart_commute():
    assert _commute((2, 20), (6,), (10,))


def test_a_patch_in_the_context_of_another_does_not():
    assert _commute((2,), (6,))
    assert not _commute((2,), (5,))


def test_lines_that_are_there_twice_do_not():
    before = b"a\nb\nc\nx\nd\ne\nf\n" * 2
    first, last = lines.edits(before, before.replace(b"x", b"y", 1)), [lines.Edit(14, 14, (b"end\n",))]
    assert not lines.touch(first, last)
    assert not lines.commute(before, lines.applied(before, [*first, *last]), [first, last])


def test_a_result_that_is_not_that_of_the_whole_does_not():
    assert not lines.commute(BEFORE, _changed(2, 6, 12), [lines.edits(BEFORE, _changed(n)) for n in (2, 6)])


def test_what_is_added_at_the_ends():
    assert lines.edits(b"", b"a") == [lines.Edit(0, 0, (b"a",))]
    assert lines.applied(b"a\nb", lines.edits(b"a\nb", b"a\nb\n")) == b"a\nb\n"
    assert lines.size(b"a\nb\n", b"b\nc\nd\n") == (2, 1)


texts = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d\r\n", b"e"]), max_size=12).map(b"".join)


@given(texts, texts)
def test_edits_lead_from_one_text_to_the_other(before, after):
    assert lines.applied(before, lines.edits(before, after)) == after


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d\n"]), min_size=12, max_size=24),
    st.lists(
        st.tuples(st.integers(0, 23), st.sampled_from([b"", b"new\n", b"a\n", b"a\nb\n"])), min_size=2, max_size=3
    ),
)
def test_git_applies_in_any_order_what_is_said_to_commute(tmp_path: Path, body, edits):
    before = b"".join(body)
    groups = []
    for at, text in edits:
        at %= len(body)
        groups.append(lines.edits(before, b"".join([*body[:at], text, *body[at + 1 :]])))
    groups = [group for group in groups if group]
    if any(lines.touch(a, b) for a, b in itertools.combinations(groups, 2)):
        return
    after = lines.applied(before, itertools.chain(*groups))
    if not lines.commute(before, after, groups):
        return
    patches = [unified_as(b"f", before, lines.applied(before, group)) for group in groups]
    for order in itertools.permutations(patches):
        (tmp_path / "f").write_bytes(before)
        for patch in order:
            subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], cwd=tmp_path, input=patch, check=True)
        assert (tmp_path / "f").read_bytes() == after
