"""The way from the sources of a gradient to its target."""

from __future__ import annotations

import textwrap

import pytest

from tests.semantics.helpers import module_of
from tffix.semantics.gradient_ops import Break
from tffix.semantics.gradient_paths import Paths
from tffix.semantics.gradient_sources import expects_none, sources_of
from tffix.semantics.gradient_ways import Way
from tffix.semantics.module import Module

HEADER = """\
import numpy as np
import tensorflow as tf
from other import helper

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
"""


def paths_of(source: str) -> Paths:
    module = module_of(HEADER + textwrap.dedent(source))
    tape = next(tape for tape in module.tapes if tape.derivatives)
    return Paths(module, tape, tape.derivatives[0])


def way_of(source: str) -> Way:
    return paths_of(source).to_target()


def step(*body: str, sources: str = "model.trainable_variables") -> str:
    lines = textwrap.indent("\n".join(body), "        ")
    return f"""
def step(x, y):
    with tf.GradientTape() as tape:
{lines}
    return tape.gradient(loss, {sources})
"""


@pytest.mark.parametrize(
    "loss",
    [
        "loss = loss_fn(y, model(x))",
        "loss = tf.reduce_mean(tf.square(y - model(x)))",
        "loss = 0.0\nfor _ in range(3):\n    loss += tf.reduce_sum(model(x))",
        "out = model(x)\nloss = loss_fn(y, tf.cast(out, tf.float32))",
        "loss, extra = model(x), np.mean(y)",
        "losses = []\nlosses.append(model(x))\nloss = tf.add_n(losses)",
        "losses = {}\nlosses['a'] = model(x)\nloss = sum([losses['a'], 0.0])",
        "loss = (lambda p: tf.reduce_mean(p))(model(x))",
        "loss = tf.where(y > 0, model(x), 0.0)",
        "loss = tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables])",
        "loss = tf.reduce_mean(model(x) + tf.stop_gradient(tf.round(model(x)) - model(x)))",
    ],
)
def test_a_gradient_that_arrives(loss: str) -> None:
    way = way_of(step(loss))
    assert way.carriers
    assert not way.unknown


@pytest.mark.parametrize(
    ("loss", "kind"),
    [
        ("loss = np.mean(np.square(y - model(x)))", Break.NUMPY),
        ("p = model(x).numpy()\nloss = tf.reduce_mean(tf.square(y - p))", Break.NUMPY),
        ("loss = loss_fn(y, tf.argmax(model(x), axis=-1))", Break.INTEGER),
        ("loss = loss_fn(y, tf.cast(model(x) > 0.5, tf.float32))", Break.INTEGER),
        ("loss = loss_fn(y, tf.cast(model(x), 'int32'))", Break.INTEGER),
        ("loss = loss_fn(y, tf.round(model(x)))", Break.STEPS),
        ("loss = loss_fn(y, model(x) // 1)", Break.STEPS),
        ("loss = tf.reduce_mean(tf.where(model(x) > 0, 1.0, 0.0))", Break.INTEGER),
        ("loss = tf.stop_gradient(loss_fn(y, model(x)))", Break.DETACHED),
        ("loss = float(model(x))", Break.NUMPY),
        ("losses = []\nlosses.append(float(model(x)))\nloss = tf.reduce_mean(losses)", Break.NUMPY),
        ("import math\nloss = math.sqrt(model(x))", Break.NUMPY),
        ("loss = tf.keras.metrics.MeanSquaredError()(y, model(x))", Break.DETACHED),
    ],
)
def test_a_gradient_that_is_cut(loss: str, kind: Break) -> None:
    paths = paths_of(step(loss))
    way = paths.to_target()
    assert way.is_broken
    assert [cut.kind for cut in way.cuts] == [kind]
    (cut,) = way.cuts
    assert paths.into(cut.operands, cut.frame, through=Break).carriers


@pytest.mark.parametrize(
    "loss",
    [
        "loss = helper(model(x))",
        "loss = tf.map_fn(lambda p: p, model(x))",
        "losses = []\nhelper(losses, model(x))\nloss = tf.add_n(losses)",
        "losses = {}\nlosses.update(a=model(x))\nloss = losses['a']",
        "losses = []\nother = losses\nother.append(model(x))\nloss = tf.add_n(losses)",
        "loss = x.total(model)",
        "loss = tf.cast(model(x), y.dtype)",
    ],
)
def test_what_cannot_be_followed_is_unknown(loss: str) -> None:
    assert way_of(step(loss)).unknown


def test_functions_of_the_file_are_followed() -> None:
    source = """
def forward(net, x):
    return net(x), np.mean(x)

def loss_of(net, x, y):
    out, _ = forward(net, x)
    return loss_fn(y, out)

def step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_of(model, x, y)
    return tape.gradient(loss, model.trainable_variables)
"""
    way = way_of(source)
    assert way.carriers
    assert not way.unknown
    assert not way.cuts


def test_a_cut_in_a_function_is_found() -> None:
    source = """
class Trainer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return tf.round(self.dense(x))

net = Trainer()
for x, y in helper():
    with tf.GradientTape() as tape:
        loss = loss_fn(y, net(x))
    grads = tape.gradient(loss, net.trainable_variables)
"""
    paths = paths_of(source)
    way = paths.to_target()
    assert way.is_broken
    assert [cut.kind for cut in way.cuts] == [Break.STEPS]
    assert paths.into(way.cuts[0].operands, way.cuts[0].frame).carriers


def test_what_was_computed_before_the_tape_is_outside() -> None:
    source = """
def step(x, y):
    out = model(x)
    with tf.GradientTape() as tape:
        loss = loss_fn(y, out)
    return tape.gradient(loss, model.trainable_variables)
"""
    way = way_of(source)
    assert way.is_broken
    assert not way.cuts
    assert {name.id for name in way.outside} == {"out", "y"}


def test_what_is_computed_after_the_tape_is_outside() -> None:
    source = """
def step(x, y):
    with tf.GradientTape() as tape:
        out = model(x)
    loss = loss_fn(y, out)
    return tape.gradient(loss, model.trainable_variables)
"""
    assert way_of(source).is_broken


def test_other_names_for_what_was_recorded() -> None:
    source = """
with tf.GradientTape(persistent=True) as tape:
    first = model(x)
    second = model(y)
losses = [first, second]
total = losses[0]
grads = [tape.gradient(loss, model.trainable_variables) for loss in losses]
"""
    assert way_of(source).carriers


def test_variables_in_a_dictionary_may_be_the_sources() -> None:
    source = """
weights = {"h": tf.Variable([[1.0]]), "out": tf.Variable([[2.0]])}

def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.round(x @ weights["h"]) @ weights["out"])
    variables = list(weights.values()) + []
    return tape.gradient(loss, variables)
"""
    way = way_of(source)
    assert way.unknown
    assert not way.cuts or not way.is_broken


def test_what_a_call_after_the_tape_returns_is_unknown() -> None:
    source = """
def step(trainer, x):
    with tf.GradientTape() as tape:
        trainer.forward(model, x)
    loss = trainer.loss()
    return tape.gradient(loss, model.trainable_variables)
"""
    assert way_of(source).unknown


def test_a_parameter_of_a_function_is_what_it_is_passed() -> None:
    source = """
w1, w2 = tf.Variable(5.0), tf.Variable(3.0)

def f(a, b):
    return 3 * a**2 + tf.stop_gradient(b)

with tf.GradientTape() as tape:
    z = f(w1, w2)
grads = tape.gradient(z, [w1, w2])
"""
    paths = paths_of(source)
    way = paths.to_target()
    assert [paths.module.segment(carrier) for carrier in way.carriers] == ["w1"]
    assert [paths.is_behind(cut) for cut in way.cuts] == [True]


@pytest.mark.parametrize(
    ("target", "broken"),
    [
        ("tf.reduce_mean(loss)", True),
        ("loss + 1.0", True),
        ("loss", False),
        ("[loss, loss]", False),
    ],
)
def test_a_target_that_is_computed_after_the_tape(target: str, broken: bool) -> None:
    source = step("loss = model(x)").replace("gradient(loss", f"gradient({target}")
    assert way_of(source).is_broken is broken


def test_a_tape_that_is_paused_is_unknown() -> None:
    assert way_of(step("with tape.stop_recording():\n    z = model(x)\nloss = z")).unknown


def test_another_model_may_share_variables() -> None:
    source = step("loss = tf.reduce_mean(other(x))").replace("def step(x, y)", "def step(x, y, other)")
    assert way_of(source).unknown


@pytest.mark.parametrize(
    ("given", "values", "owners", "complete"),
    [
        ("model.trainable_variables", [], ["model"], True),
        ("[w, b]", ["w", "b"], [], True),
        ("[w] + model.trainable_weights", ["w"], ["model"], True),
        ("variables", ["variables"], [], False),
        ("{'w': w}", ["w"], [], True),
        ("model.layers[0].kernel", ["model.layers[0].kernel"], [], False),
        ("helper()", [], [], False),
        ("list(w.values()) + list(b.values())", [], [], False),
    ],
)
def test_sources(given: str, values: list[str], owners: list[str], complete: bool) -> None:
    module = Module(f"import tensorflow as tf\nwith tf.GradientTape() as t:\n    y = f()\ng = t.gradient(y, {given})\n")
    found = sources_of(module, module.calls("gradient")[0])
    assert [module.segment(value) for value in found.values] == values
    assert [module.segment(owner) for owner in found.owners] == owners
    assert found.complete is complete


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("print(g)", False),
        ("# None", False),
        ("if g is None:\n    pass", True),
        ("g = [one if one is not None else 0 for one in g]", True),
        ("for one in g:\n    assert one is not None", True),
        ("if other is None:\n    pass", False),
    ],
)
def test_code_that_expects_none(after: str, expected: bool) -> None:
    module = Module(
        f"import tensorflow as tf\nwith tf.GradientTape() as t:\n    y = f()\ng = t.gradient(y, x)\n{after}\n"
    )
    assert expects_none(module, module.calls("gradient")[0]) is expected


def test_a_comment_that_expects_none() -> None:
    before = "import tensorflow as tf\nwith tf.GradientTape() as t:\n    y = f()"
    module = Module(f"{before}\ng = t.gradient(y, x)  # None: a constant\n")
    assert expects_none(module, module.calls("gradient")[0])
