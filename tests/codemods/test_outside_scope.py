"""The parts of outside-scope; whole files are in ``corpus/outside-scope``."""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tffix.codemods.distribution._bound import is_bound_before
from tffix.codemods.distribution._models import Creation, trained_models
from tffix.codemods.distribution._optimizers import keeps_slots
from tffix.codemods.distribution._statements import is_harmless, names, overlap

from tffix.config.settings import Settings
from tffix.engine import fix_file
from tffix.semantics.distribution import OUTSIDE, UNKNOWN, Distribution, Place
from tffix.semantics.module import Module
from tffix.testing import Case, cases, check_case

CORPUS = Path(__file__).parents[2] / "corpus"
HEAD = "import tensorflow as tf\n"
MIRRORED = HEAD + "strategy = tf.distribute.MirroredStrategy()\n"


@pytest.mark.parametrize("case", [c for c in cases(CORPUS) if c.codemod == "outside-scope"], ids=str)
def test_case(case: Case) -> None:
    check_case(case)


# -- strategies ------------------------------------------------------------------------------------------------------


def named(module: Module, name: str) -> ast.Name:
    """The last place where ``name`` is read."""
    return [n for n in module.nodes(ast.Name) if n.id == name and isinstance(n.ctx, ast.Load)][-1]


@pytest.mark.parametrize(
    ("source", "replicates"),
    [
        ("s = tf.distribute.MirroredStrategy()", True),
        ("s = tf.distribute.experimental.TPUStrategy(r)", True),
        ("def f():\n    return tf.distribute.MirroredStrategy()\ns = f()", True),
        ("s = tf.distribute.MirroredStrategy() if n else tf.distribute.get_strategy()", False),
        ("try:\n    s = tf.distribute.TPUStrategy(r)\nexcept ValueError:\n    s = tf.distribute.get_strategy()", False),
        ("s = tf.distribute.OneDeviceStrategy('/gpu:0')", None),
        ("s = tf.distribute.MirroredStrategy() if n else None", None),
        ("s = trading.Strategy()", None),
        ("def f():\n    return f()\ns = f()", None),
    ],
)
def test_strategy(source: str, replicates: bool | None) -> None:
    module = Module(f"{HEAD}{source}\nprint(s)\n")
    found = Distribution(module).strategy(named(module, "s"))
    assert (None if found is None else found.replicates) is replicates


def test_strategies_are_told_apart_by_their_creation() -> None:
    make = "def f():\n    return tf.distribute.MirroredStrategy()\n"
    module = Module(f"{HEAD}{make}a = f()\nb = f()\nc = a\nprint(a, b, c)\n")
    distribution = Distribution(module)
    a, b, c = (distribution.strategy(named(module, name)) for name in "abc")
    assert a is not None
    assert a == c
    assert a != b


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("here()", Place.OUTSIDE),
        ("with strategy.scope():\n    here()", Place.INSIDE),
        ("with tf.device('/gpu:0'), open('x'):\n    here()", Place.OUTSIDE),
        ("with strategy.scope(), other:\n    here()", Place.UNKNOWN),
        ("with unknown.scope():\n    here()", Place.UNKNOWN),
        ("with tf.distribute.OneDeviceStrategy('/gpu:0').scope():\n    here()", Place.UNKNOWN),
        ("with tf.distribute.get_strategy().scope():\n    here()", Place.OUTSIDE),
        ("with helper():\n    here()", Place.UNKNOWN),
        ("def f():\n    here()\nwith strategy.scope():\n    f()", Place.INSIDE),
        ("def f():\n    here()\nf()\nwith strategy.scope():\n    f()", Place.UNKNOWN),
        ("def f():\n    here()\ndef g():\n    f()\nwith strategy.scope():\n    g()", Place.INSIDE),
        ("def f():\n    here()\nuse(f)", Place.UNKNOWN),
        ("def f():\n    f()\n    here()\nf()", Place.OUTSIDE),
        ("class C:\n    def __init__(self):\n        here()\nwith strategy.scope():\n    C()", Place.INSIDE),
        ("f = lambda: here()", Place.UNKNOWN),
    ],
)
def test_enclosure(source: str, place: Place) -> None:
    module = Module(f"{MIRRORED}{source}\n")
    assert Distribution(module).enclosure(module.calls("here")[0]).place is place


def test_enclosures_compare_by_strategy() -> None:
    module = Module(f"{MIRRORED}with strategy.scope():\n    a()\nwith strategy.scope():\n    b()\n")
    distribution = Distribution(module)
    a, b = (distribution.enclosure(module.calls(name)[0]) for name in "ab")
    assert a == b
    assert a not in (OUTSIDE, UNKNOWN)


@pytest.mark.parametrize(
    ("source", "followed"),
    [
        ("with strategy.scope():\n    pass", True),
        ("stack.enter_context(strategy.scope())", False),
        ("scope = strategy.scope()\nwith scope:\n    pass", False),
        ("tf.distribute.experimental_set_strategy(strategy)", False),
    ],
)
def test_scopes_that_cannot_be_followed(source: str, followed: bool) -> None:
    assert Distribution(Module(f"{MIRRORED}{source}\n")).is_followed() is followed


@pytest.mark.parametrize(
    ("source", "bound"),
    [
        ("s = f()\nhere", True),
        ("here\ns = f()", False),
        ("if a:\n    s = f()\nhere", False),
        ("if a:\n    s = f()\nelse:\n    s = g()\nhere\ns", True),
        ("if a:\n    s = f()\nelse:\n    raise ValueError\nhere", True),
        ("try:\n    s = f()\nexcept ValueError:\n    s = g()\nhere\ns", True),
        ("try:\n    s = f()\nexcept ValueError:\n    pass\nhere", False),
        ("for s in x:\n    pass\nhere", False),
        ("s = f()\nif a:\n    here", True),
        ("if a:\n    here\nelse:\n    s = f()", False),
        ("s = f()\ndef g():\n    here", True),
        ("if a:\n    s = f()\ndef g():\n    here", False),
        ("s = f()\ndef g(s):\n    here", False),
        ("def g():\n    s = f()\n    s\ndef h():\n    here", False),
    ],
)
def test_is_bound_before(source: str, bound: bool) -> None:
    module = Module(source + "\n")
    receiver = [n for n in module.nodes(ast.Name) if n.id == "s"][-1]
    assert is_bound_before(module, receiver, module.statement(named(module, "here")), is_used=False) is bound


# -- optimizers and models -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "slots"),
    [
        ("'adam'", True),
        ("'SGD'", False),
        ("'mine'", None),
        ("tf.keras.optimizers.Adam(1e-3)", True),
        ("tf.keras.optimizers.SGD(0.1)", False),
        ("tf.keras.optimizers.SGD(0.1, momentum=0.0)", False),
        ("tf.keras.optimizers.SGD(0.1, 0.9)", True),
        ("tf.keras.optimizers.SGD(0.1, momentum=m)", None),
        ("tf.keras.optimizers.SGD(use_ema=True)", None),
        ("tf.keras.optimizers.legacy.Adam()", None),
        ("tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam())", True),
        ("tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD())", False),
        ("tfa.optimizers.AdamW()", None),
        ("make()", True),
        ("loop()", None),
    ],
)
def test_keeps_slots(expression: str, slots: bool | None) -> None:
    source = (
        f"{HEAD}def make():\n    return tf.keras.optimizers.Adam()\ndef loop():\n    return loop()\nuse({expression})\n"
    )
    module = Module(source)
    assert keeps_slots(module, module.calls("use")[0].args[0]) is slots


def test_compile_without_an_optimizer_takes_one_with_slots() -> None:
    assert keeps_slots(Module(""), None) is True


def test_creation_holds_all_that_makes_variables() -> None:
    module = Module(
        f"{HEAD}rate = 1\n"
        "inputs = tf.keras.Input((4,))\n"
        "x = tf.keras.layers.Dense(1)(inputs)\n"
        "model = tf.keras.Model(inputs, x)\n"
        "other = tf.keras.Model(inputs, x)\n"
        "model.build((None, 4))\n"
        "model(tf.ones((1, 4)))\n"
        "model.summary()\n"
        "model.compile('sgd')\n"
    )
    model = trained_models(module)[0]
    creation = Creation(module, Distribution(module), model.origins)
    assert sorted(module.statement(node).lineno for node in creation.nodes) == [3, 4, 5, 7, 8]


# -- statements ------------------------------------------------------------------------------------------------------


def test_names_with_attributes() -> None:
    statement = ast.parse("self.a.b, c[d] = f(self.e), g.h[i].j").body[0]
    assert names(statement) == ({"d", "f", "self.e", "g.h", "i"}, {"self.a.b", "c"})


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [("a", "a", True), ("a", "a.b", True), ("a.b", "a", True), ("a.b", "a.c", False), ("ab", "a", False)],
)
def test_overlap(first: str, second: str, found: bool) -> None:
    assert overlap({first}, {second}) is found


@pytest.mark.parametrize(
    ("statement", "harmless"),
    [
        ("n = 64 * len(names)", True),
        ("print('x')", True),
        ("ds = tf.data.Dataset.range(3).map(f).batch(2)", True),
        ("cb = [tf.keras.callbacks.EarlyStopping()]", True),
        ("loss = tf.keras.losses.MeanSquaredError()", True),
        ("s = tf.distribute.MirroredStrategy()", True),
        ("x = unknown()", False),
        ("tf.random.set_seed(1)", False),
        ("tf.config.set_soft_device_placement(True)", False),
        ("opt = tf.keras.optimizers.Adam()", False),
        ("v = tf.Variable(1)", False),
        ("f = lambda: unknown()", False),
        ("import os", False),
        ("if a:\n    n = 1\nelse:\n    print(a)", True),
        ("for layer in base.layers:\n    layer.trainable = False", True),
        ("for x in unknown():\n    pass", False),
        ("if a:\n    unknown()", False),
        ("for x in y:\n    break", False),
        ("del a", False),
    ],
)
def test_is_harmless(statement: str, harmless: bool) -> None:
    module = Module(f"{HEAD}{statement}\n")
    assert is_harmless(module, module.root.body[-1]) is harmless


# -- the order of statements -----------------------------------------------------------------------------------------


class _Recorder:
    """Stands for TensorFlow: notes in the scope of which strategy something is created."""

    def __init__(self) -> None:
        self.depth = 0
        self.created: dict[str, bool] = {}
        self.given: dict[str, str] = {}
        self.sequence: list[str] = []

    def make(self, kind: str) -> Any:
        def create(*arguments: object) -> _Thing:
            self.created[kind] = self.depth > 0
            self.given[kind] = repr(arguments)
            self.sequence.append(kind)
            return _Thing(self)

        return create

    @contextmanager
    def scope(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1


class _Thing:
    def __init__(self, recorder: _Recorder) -> None:
        self.scope = recorder.scope
        self.num_replicas_in_sync = 2
        self.compile = recorder.make("compile")
        self.fit = recorder.make("fit")
        self.summary = recorder.make("summary")
        self.count_params = lambda: 3


def run(source: str) -> _Recorder:
    """Run ``source`` with a stand-in for TensorFlow.

    Raises:
        NameError: a name is used before its definition.
    """
    recorder = _Recorder()
    spaces = {
        "distribute": types.SimpleNamespace(MirroredStrategy=recorder.make("strategy")),
        "keras": types.SimpleNamespace(
            Input=recorder.make("input"),
            Sequential=recorder.make("model"),
            layers=types.SimpleNamespace(Dense=lambda *_: None),
            optimizers=types.SimpleNamespace(Adam=recorder.make("optimizer")),
            losses=types.SimpleNamespace(MeanSquaredError=recorder.make("loss")),
        ),
    }
    module = types.ModuleType("tensorflow")
    vars(module).update(spaces)
    before = sys.modules.get("tensorflow")
    sys.modules["tensorflow"] = module
    try:
        exec(compile(source, "fixed.py", "exec"), {"effect": recorder.make("effect")})
    finally:
        if before is None:
            del sys.modules["tensorflow"]
        else:
            sys.modules["tensorflow"] = before
    return recorder


_STRATEGY = "strategy = tf.distribute.MirroredStrategy()"
_MODEL = "model = tf.keras.Sequential([tf.keras.Input((4,))])"
_OPTIMIZER = "optimizer = tf.keras.optimizers.Adam(rate)"
_LINES = {
    _STRATEGY: "",
    _MODEL: "",
    _OPTIMIZER: "",
    "# a comment": "",
    "# a section\n": "",
    "print(strategy.num_replicas_in_sync)": "strategy",
    "model.summary()": "model",
    "size = model.count_params()": "model",
    "print(size)": "",
    "loss = tf.keras.losses.MeanSquaredError()": "",
    "effect()": "",
    "if size:\n    effect()": "",
    "model.trainable = True": "model",
    "rate = 1e-4": "",
    "print(optimizer)": "optimizer",
}


def runnable(lines: list[str]) -> list[str]:
    """``lines`` without those that use a name before its definition."""
    bound = {""}
    kept = []
    for line in lines:
        if _LINES[line] in bound:
            kept.append(line)
            bound.add(line.partition(" = ")[0])
    return kept


@given(st.permutations(list(_LINES)))
def test_every_use_stays_behind_its_definition(order: list[str]) -> None:
    body = "\n".join(runnable(order))
    source = (
        f"import tensorflow as tf\nrate = 1e-3\nsize = 1\nloss = None\n{body}\n"
        "with strategy.scope():\n    model.compile(optimizer, loss)\nmodel.fit()\n"
    )
    before = run(source)
    settings = Settings(codes=frozenset(["TF401"]), unsafe_fixes=True)
    result = fix_file(source.encode(), "x.py", settings)
    assert result.error is None
    if result.after is None:
        assert [finding.reason for finding in result.findings]
        return
    after = run(result.after.decode())
    assert after.created["model"]
    assert after.created["optimizer"]
    assert not after.created["effect"]
    assert after.given["optimizer"] == before.given["optimizer"]
    moved = {"model", "optimizer", "summary", "loss", "strategy"}
    assert [e for e in after.sequence if e not in moved] == [e for e in before.sequence if e not in moved]
    assert sorted(after.sequence) == sorted(before.sequence)
