"""Stages that stand in a line."""

from __future__ import annotations

import pytest

from tffix.semantics.pipeline_lines import line, lines

from .helpers import module_of

HEAD = "import tensorflow as tf\nds = tf.data.Dataset.range(9)\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ds.map(f).batch(2).cache()", ["map", "batch", "cache"]),
        ("ds = ds.map(f)\nds = ds.batch(2)\nfit(ds.cache())", ["map", "batch", "cache"]),
        ("a = ds.map(f)\nb = a.batch(2).cache()", ["map", "batch", "cache"]),
        ("a = ds.map(f)\nlook(a)\nb = a.batch(2).cache()", ["batch", "cache"]),
        ("a = ds.map(f)\nif x:\n    a = a.batch(2)\na = a.cache()", ["cache"]),
        ("a = ds.map(f)\nfor i in r:\n    a.batch(2).cache()", ["batch", "cache"]),
        ("a, b = ds.map(f), 1\na.batch(2).cache()", ["batch", "cache"]),
        ("a = ds.map(f)\na += 1\na.cache()", None),
        ("a = ds.map(f)\ndef g():\n    return a\na = a.cache()\n", ["map", "cache"]),
        ("a = ds.map(f)\ndef g():\n    return a\nb = a.cache()\n", ["cache"]),
        ("ds = ds.cache().map(f).cache().batch(2)", ["cache", "map", "cache", "batch"]),
        ("frame.map(f).cache()", None),
    ],
)
def test_a_line_goes_on_while_nothing_else_reads_what_is_between(source: str, expected: list[str] | None) -> None:
    module = module_of(HEAD + source)
    found = list(lines(module, "cache"))
    assert [one.names for one in found] == ([] if expected is None else [expected])


def test_a_line_is_the_same_from_each_of_its_stages() -> None:
    module = module_of(HEAD + "ds = ds.map(f)\nds = ds.batch(2).cache()")
    found = [line(module, module.calls(name)[0]) for name in ("map", "batch", "cache")]
    assert found[0] == found[1] == found[2]
    assert module.segment(found[0].end) == "ds.batch(2).cache()"
