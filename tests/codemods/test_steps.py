"""How far the fixes of training steps can be trusted, and what they say; whole files are in ``corpus``."""

from __future__ import annotations

import textwrap

import pytest

from tffix.config.settings import Settings
from tffix.engine import check_file, fix_file
from tffix.results import Finding

HEAD = """\
import tensorflow as tf
import numpy as np
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam()
dataset = tf.data.Dataset.from_tensor_slices((tf.ones((64, 2)), tf.ones((64, 1)))).batch(8)
"""
STEP = """\
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss
"""
LOOP = """\
for x, y in dataset:
    loss = train_step(x, y)
"""
INLINE = """\
for x, y in dataset:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
"""


def findings(code: str, source: str) -> list[Finding]:
    settings = Settings(codes=frozenset([code]), unsafe_fixes=False)
    result = check_file(source.encode(), "input.py", settings)
    assert result.error is None
    return list(result.findings)


def fixed(code: str, source: str) -> str:
    result = fix_file(source.encode(), "input.py", Settings(codes=frozenset([code]), unsafe_fixes=True))
    assert result.error is None
    return (result.after or source.encode()).decode()


def applicability(source: str, code: str = "TF104") -> str:
    (finding,) = findings(code, source)
    return finding.reason or finding.applicability


# -- eager-training-step -----------------------------------------------------------------------------------------------


def test_what_is_known_is_safe() -> None:
    (finding,) = findings("TF104", HEAD + STEP + LOOP)
    assert finding.applicability == "safe"
    assert finding.message == "`train_step` runs eagerly, operation by operation; as a @tf.function it is one graph"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import numpy as np", "from elsewhere import *"),
        ("import numpy as np", "strategy = tf.distribute.MirroredStrategy()"),
        (".batch(8)", ".batch(1)"),
        (".batch(8)", ".ragged_batch(8)"),
        ("optimizer = keras.optimizers.Adam()", "from elsewhere import optimizer"),
        ("model = keras.Sequential([keras.layers.Dense(1)])", "from elsewhere import model"),
        ("    loss = train_step(x, y)", "    loss = train_step(*(x, y))"),
        ("    loss = train_step(x, y)", "    loss = train_step(helper(x), y)"),
        ("def train_step(x, y):", "def train_step(x, y, log=[]):"),
        ("    return loss", "    return loss, helper(loss)"),
        ("    return loss", "    metrics['loss'](loss)\n    return loss"),
        ("keras.optimizers.Adam()", "keras.optimizers.Adam(learning_rate=lambda: 0.1)"),
        ("for x, y in dataset:", "exec('model = None')\nfor x, y in dataset:"),
        ("square(model(x) - y))", "square(model(x) - y)) + config['weight']"),
        ("for x, y in dataset:", "model.layers[0].trainable = False\nfor x, y in dataset:"),
    ],
)
def test_what_is_not_known_is_unsafe(old: str, new: str) -> None:
    source = HEAD + STEP + LOOP
    assert old in source
    assert applicability(source.replace(old, new)) == "unsafe"


def test_a_step_that_another_file_may_call_is_unsafe() -> None:
    source = HEAD + STEP + "def train():\n" + textwrap.indent(LOOP, "    ")
    assert applicability(source) == "unsafe"


def test_a_layer_that_prints_makes_the_step_unsafe() -> None:
    layer = "class Layer(keras.layers.Layer):\n    def call(self, x):\n        print(x)\n        return x\n"
    source = HEAD.replace("model =", f"{layer}model =").replace("keras.layers.Dense(1)]", "Layer()]") + STEP + LOOP
    assert applicability(source) == "unsafe"


def test_what_a_lambda_does_counts() -> None:
    source = HEAD + "scale = lambda: np.random.rand()\n" + STEP.replace("- y))", "- y)) * scale()") + LOOP
    assert "is drawn once" in applicability(source)


def test_the_reason_names_the_line() -> None:
    source = HEAD + STEP.replace("    return loss", "    print(loss)\n    return loss") + LOOP
    line = source.splitlines().index("    print(loss)") + 1
    assert applicability(source).endswith("print at the call, or tf.print")
    assert f"(line {line}); " in applicability(source)


@pytest.mark.parametrize(
    "loop",
    [
        "train_step(*next(iter(dataset)))\n",
        "for _ in range(5):\n    train_step(*next(iter(dataset)))\n",
        "compiled = tf.function(train_step)\nfor x, y in dataset:\n    compiled(x, y)\n",
        "run = wrap(train_step)\nfor x, y in dataset:\n    run(x, y)\n",
        "for x, y in dataset:\n    strategy.run(train_step, args=(x, y))\n",
    ],
)
def test_what_is_no_eager_loop(loop: str) -> None:
    assert findings("TF104", HEAD + STEP + loop) == []


# -- inline-training-step ----------------------------------------------------------------------------------------------


def test_a_step_in_a_loop_is_always_unsafe() -> None:
    (finding,) = findings("TF113", HEAD + INLINE)
    assert finding.applicability == "unsafe"
    assert finding.message.startswith("the training step in this loop runs eagerly")


def test_names_that_are_taken() -> None:
    source = HEAD + "train_step = train_step_2 = None\n" + INLINE
    assert "    train_step_3(x, y)\n" in fixed("TF113", source)


def test_what_is_read_by_an_inner_function_is_returned() -> None:
    source = HEAD + INLINE + "def report():\n    return float(loss)\n"
    assert "    loss = train_step(x, y)\n" in fixed("TF113", source)


def test_the_fix_of_one_round_is_whole() -> None:
    assert findings("TF113", fixed("TF113", HEAD + INLINE)) == []
    assert findings("TF104", fixed("TF113", HEAD + INLINE)) == []


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("    gradients =", "    global total\n    gradients =", "a global variable is set"),
        ("    gradients =", "    if loss > 9.0:\n        raise ValueError\n    gradients =", "leaves the code"),
        (
            "    gradients =",
            "    try:\n        pass\n    finally:\n        pass\n    gradients =",
            "errors that are caught",
        ),
        ("    gradients =", "    weights = model.get_weights()\n    gradients =", "is for eager code"),
        ("    gradients =", "    rate = np.random.rand()\n    gradients =", "drawn once"),
        ("for x, y in dataset:", "async def main():\n  for x, y in dataset:", "coroutine"),
    ],
)
def test_what_is_not_extracted(old: str, new: str, reason: str) -> None:
    source = HEAD + INLINE.replace(old, new, 1)
    if "async" in new:
        head, body = source.split("async def main():\n")
        source = head + "async def main():\n" + body.replace("\n    ", "\n        ")
    (finding,) = findings("TF113", source)
    assert reason in (finding.reason or "")


LOSS = "tf.reduce_mean(tf.square(model(x) - y))"


@pytest.mark.parametrize(
    ("before", "loss", "in_loop", "reason"),
    [
        (
            "def loss_of():\n    return tf.reduce_mean(model(x) - y)\n",
            "loss_of()",
            "",
            "`y` is bound again in line",
        ),
        ("weights = {}\n", f"{LOSS} * weights['kl']", "weights['kl'] = float(len(history))", "is filled in line"),
        ("weights = []\n", f"{LOSS} * weights[-1]", "weights.append(1.0)", "is filled in line"),
        ("from elsewhere import config\n", f"{LOSS} * config.kl", "config.kl = 0.5", "is set in line"),
        ("", LOSS, "model.layers[0].trainable = False", "is set in line"),
    ],
)
def test_what_the_loop_changes_besides(before: str, loss: str, in_loop: str, reason: str) -> None:
    body = INLINE.replace(LOSS, loss).replace("    with", f"    {in_loop}\n    with" if in_loop else "    with")
    (finding,) = findings("TF113", HEAD + before + body)
    assert reason in (finding.reason or "")


def test_a_name_that_is_set_for_the_module() -> None:
    source = HEAD + "def main():\n    global loss\n" + textwrap.indent(INLINE, "    ")
    (finding,) = findings("TF113", source)
    assert "`loss` is a name of the code around" in (finding.reason or "")


def test_a_class_method_gets_a_function_inside() -> None:
    method = "    @classmethod\n    def train(cls):\n" + textwrap.indent(INLINE, " " * 8)
    source = HEAD + "class Task:\n" + method.replace("model(x)", "cls.scale * model(x)")
    assert "        @tf.function\n        def train_step(x, y):\n" in fixed("TF113", source)


def test_loops_in_the_body_of_a_class_are_left_alone() -> None:
    assert findings("TF113", HEAD + "class Task:\n" + textwrap.indent(INLINE, "    ")) == []
