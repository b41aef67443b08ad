"""The model of an input pipeline: its stages, its end, and where it goes."""

from __future__ import annotations

import ast

import pytest

from tffix.semantics.module import Module
from tffix.semantics.pipeline_ends import ends
from tffix.semantics.pipeline_uses import Sink, consumed, uses
from tffix.semantics.pipelines import history, stages
from tffix.semantics.syntax import method_name

from .helpers import argument_of, module_of

HEAD = "import tensorflow as tf\nds = tf.data.Dataset.range(9)\n"


def _stages(source: str) -> list[str]:
    module = module_of(HEAD + source)
    return sorted({method_name(stage) for stage in history(module, argument_of(module)).stages})


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("probe(ds.map(f).batch(2))", ["batch", "map"]),
        ("ds = ds.map(f)\nds = ds.batch(2)\nprobe(ds)", ["batch", "map"]),
        ("ds = ds.map(f)\nprobe(ds)\nds = ds.batch(2)", ["map"]),
        ("if x:\n    ds = ds.map(f)\nds = ds.batch(2)\nprobe(ds)", ["batch", "map"]),
        ("def make(n):\n    return ds.batch(n)\nprobe(make(2).repeat())", ["batch", "repeat"]),
        ("def add(d):\n    return d.repeat()\nprobe(add(ds.batch(3)))", ["batch", "repeat"]),
        ("def two():\n    return ds.map(f), ds.batch(2)\na, b = two()\nprobe(b)", ["batch"]),
        ("probe(tf.data.Dataset.zip((ds.map(f), ds.batch(2))))", ["batch", "map"]),
        ("probe(ds.map(f).concatenate(ds.batch(2)))", ["batch", "concatenate", "map"]),
        ("def add(d: tf.data.Dataset):\n    return d.repeat()\nprobe(ds.apply(add))", ["apply", "repeat"]),
        ("probe(ds.batch(2) if x else ds.repeat())", ["batch", "repeat"]),
        ("for i in range(3):\n    d = ds.map(f)\n    probe(d)", ["map"]),
    ],
)
def test_history_holds_every_stage_on_the_way(source: str, expected: list[str]) -> None:
    assert _stages(source) == expected


def test_history_reaches_attributes_of_self() -> None:
    module = module_of(
        HEAD
        + """
        class Reader:
            def __init__(self):
                self.ds = ds.batch(3)
            def use(self):
                probe(self.ds)
        """.replace("\n        ", "\n")
    )
    found = history(module, argument_of(module))
    assert [method_name(stage) for stage in found.stages] == ["batch"]
    assert found.complete


@pytest.mark.parametrize(
    "source",
    ["def f(d: tf.data.Dataset):\n    probe(d.batch(2))", "probe(ds.batch(2) if x else other)"],
)
def test_history_says_when_it_does_not_know_everything(source: str) -> None:
    module = module_of(HEAD + source)
    assert not history(module, argument_of(module)).complete


def test_stages_are_calls_on_datasets_only() -> None:
    module = module_of(HEAD + "ds.map(f)\nframe.map(f)\nmap(f, [1])\nds.batch(2).map(g)")
    assert [module.segment(call) for call in stages(module, "map")] == ["ds.map(f)", "ds.batch(2).map(g)"]


# -- ends --------------------------------------------------------------------------------------------------------------


def _ends(source: str) -> list[tuple[str, bool]]:
    module = module_of(HEAD + source)
    return [(module.segment(end.node), end.after is not None) for end in ends(module, argument_of(module))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("probe(ds.batch(2))", [("ds.batch(2)", False)]),
        ("ds = ds.map(f)\nds = ds.batch(2)\nprobe(ds)", [("ds.batch(2)", False)]),
        ("other = ds.batch(2)\nsame = other\nprobe(same)", [("ds.batch(2)", False)]),
        ("ds = ds.batch(2)\nif x:\n    ds = ds.repeat()\nprobe(ds)", [("ds", True)]),
        ("if x:\n    ds = ds.repeat()\nds = ds.batch(2)\nprobe(ds)", [("ds.batch(2)", False)]),
        ("if x:\n    ds = ds.repeat()\nelse:\n    ds = ds.batch(2)\nprobe(ds)", [("ds", True)]),
        ("def make():\n    return ds.batch(2)\nprobe(make())", [("ds.batch(2)", False)]),
        ("def make(d):\n    if x:\n        d = d.repeat()\n    return d\nprobe(make(ds))", [("d", False)]),
        ("def two():\n    return ds.map(f), ds.batch(2)\na, b = two()\nprobe(b)", [("ds.batch(2)", False)]),
        (
            "def train(d):\n    probe(d)\ntrain(ds.batch(2))\ntrain(ds.batch(3))",
            [("ds.batch(2)", False), ("ds.batch(3)", False)],
        ),
        ("ds = ds.batch(2)\ndef use():\n    probe(ds)", [("ds.batch(2)", False)]),
        ("probe(ds)", []),
        ("for i in range(3):\n    d = ds.batch(2)\n    probe(d)", [("ds.batch(2)", False)]),
        ("for i in range(3):\n    probe(ds)\n    ds = ds.batch(2)", []),
    ],
)
def test_where_the_last_stage_stands(source: str, expected: list[tuple[str, bool]]) -> None:
    assert _ends(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("if a:\n    if b:\n        ds = ds.batch(2)\n    probe(ds)", ["b"]),
        ("with s.scope():\n    if b:\n        ds = ds.batch(2)\n    probe(ds)", ["b"]),
        ("if a:\n    if b:\n        ds = ds.batch(2)\nprobe(ds)", ["a"]),
        ("if b:\n    ds = ds.batch(2)\nfor i in range(3):\n    probe(ds)", ["b"]),
        ("other = ds\nfor i in range(3):\n    ds = other\n    if b:\n        ds = ds.batch(2)\n    probe(ds)", ["b"]),
        ("other = ds\nfor i in range(3):\n    if b:\n        ds = other.batch(2)\n    probe(ds)", []),
        ("other = ds\nfor i in range(3):\n    probe(ds)\n    if b:\n        ds = other.batch(2)", []),
        ("def f(d: tf.data.Dataset):\n    while c:\n        if b:\n            d = ds.batch(2)\n        probe(d)", []),
        ("def f(d: tf.data.Dataset):\n    if b:\n        d = ds.batch(2)\n    probe(d)", ["b"]),
        ("for i in range(3):\n    ds = ds if i else ds\nprobe(ds)", []),
    ],
)
def test_a_statement_goes_where_all_that_reaches_the_reader_has_come_together(source: str, expected: list[str]) -> None:
    module = module_of(HEAD + source)
    found = [end.after for end in ends(module, argument_of(module))]
    assert [module.segment(after.test) for after in found if isinstance(after, ast.If)] == expected


def test_the_statement_behind_a_condition_is_the_outermost_one() -> None:
    module = module_of(HEAD + "if a:\n    if b:\n        ds = ds.batch(2)\nwith open(p):\n    probe(ds)")
    (end,) = ends(module, argument_of(module))
    assert isinstance(end.after, ast.If)
    assert module.segment(end.after.test) == "a"


# -- uses --------------------------------------------------------------------------------------------------------------


def _sinks(source: str) -> set[Sink]:
    module = module_of(HEAD + "ds = ds.batch(2)\n" + source)
    (batch,) = stages(module, "batch")
    return {use.sink for use in uses(module, batch)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("for x in ds: f(x)", {Sink.ITERATED}),
        ("for i, x in enumerate(ds): f(x)", {Sink.ITERATED}),
        ("for x, y in zip(ds, [1]): f(x)", {Sink.ITERATED}),
        ("from tqdm import tqdm\nfor x in tqdm(ds): f(x)", {Sink.ITERATED}),
        ("it = iter(ds)\nwhile True:\n    next(it)", {Sink.ITERATED}),
        ("for x in ds.as_numpy_iterator(): f(x)", {Sink.ITERATED}),
        ("next(ds.as_numpy_iterator())", {Sink.INSPECTED}),
        ("next(iter(ds))", {Sink.INSPECTED}),
        ("model.fit(ds)", {Sink.TRAINED}),
        ("model.fit(x=a, validation_data=ds)", {Sink.TRAINED}),
        ("model.fit(a, b, ds)", {Sink.UNKNOWN}),
        ("strategy.experimental_distribute_dataset(ds)", {Sink.DISTRIBUTED}),
        ("list(ds), len(ds), ds.element_spec, [x for x in ds]", {Sink.INSPECTED}),
        ("ds.reduce(0, f), ds.save('a'), tf.data.experimental.get_single_element(ds)", {Sink.INSPECTED}),
        ("ds.repeat()", {Sink.STAGE}),
        ("tf.data.Dataset.zip((ds, ds))", {Sink.COMBINED}),
        ("tf.data.Dataset.sample_from_datasets([ds])", {Sink.COMBINED}),
        ("other = tf.data.Dataset.range(3)\nother.concatenate(ds)", {Sink.COMBINED}),
        ("show(ds)", {Sink.UNKNOWN}),
        ("data = {'train': ds}", {Sink.UNKNOWN}),
        ("def train(d):\n    for x in d: f(x)\ntrain(ds)", {Sink.ITERATED}),
        ("def train(m, *, d=None):\n    m.fit(d)\ntrain(1, d=ds)", {Sink.TRAINED}),
    ],
)
def test_where_a_dataset_goes(source: str, expected: set[Sink]) -> None:
    assert _sinks(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def _make():\n    return ds.batch(2)\nmodel.fit(_make())", {Sink.TRAINED}),
        ("def _make():\n    return ds.batch(2), 1\ntrain, n = _make()\nmodel.fit(train)", {Sink.TRAINED}),
        ("def _make():\n    return ds.batch(2), 1\nmodel.fit(_make()[0])", {Sink.TRAINED}),
        ("def _make():\n    return ds.batch(2)\n_make().repeat()", {Sink.STAGE}),
        ("def make():\n    return ds.batch(2)", {Sink.RETURNED}),
        ("def make():\n    return ds.batch(2)\nx = make()\ny = x.repeat()", {Sink.RETURNED, Sink.STAGE}),
        ("def _make(c):\n    return ds.batch(2)\ns.distribute_datasets_from_function(_make)", {Sink.DISTRIBUTED}),
        ("def _make(c):\n    return ds.batch(2)\nds.interleave(_make)", {Sink.COMBINED}),
        ("ds.flat_map(lambda x: ds.batch(2))", {Sink.COMBINED}),
        ("def _make():\n    yield ds.batch(2)", {Sink.UNKNOWN}),
    ],
)
def test_what_becomes_of_a_returned_dataset(source: str, expected: set[Sink]) -> None:
    module = module_of(HEAD + source)
    (batch,) = stages(module, "batch")
    assert {use.sink for use in uses(module, batch)} == expected


def test_consumed_names_every_dataset_that_is_read() -> None:
    module: Module = module_of(
        HEAD + "for i, x in enumerate(ds): f(x)\nit = iter(ds.repeat())\nnext(it)\nmodel.fit(ds.batch(2))"
    )
    assert {module.segment(node) for node in consumed(module)} == {"ds", "ds.repeat()", "ds.batch(2)"}
