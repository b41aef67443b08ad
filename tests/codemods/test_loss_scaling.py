"""The preconditions of loss-scaling, one by one; whole files are in ``corpus``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix.config.settings import Generation, Settings
from tffix.engine import check_file, fix_file
from tffix.testing import case_folders, check_case, read_case

FOLDERS = [folder for folder in case_folders(Path(__file__).parents[2] / "corpus") if "loss-scaling" in folder.parts]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_case(folder: Path) -> None:
    check_case(read_case(folder))


def step(
    *,
    optimizer: str = "keras.optimizers.SGD(0.1)",
    tape: str = "tf.GradientTape()",
    target: str = "loss",
    variables: str = "model.trainable_variables",
    between: str = "pass",
    applied: str = "grads",
    extra: str = "",
) -> str:
    """A training step under mixed_float16 with one part exchanged."""
    return f"""
import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
optimizer = {optimizer}
loss_fn = keras.losses.MeanSquaredError()
{extra}

def train_step(model, x, y):
    with {tape} as tape:
        loss = loss_fn(y, model(x, training=True))
    grads = tape.gradient({target}, {variables})
    {between}
    optimizer.apply_gradients(zip({applied}, {variables}))
    return loss
"""


def settings(keras: Generation) -> Settings:
    return Settings(codes=frozenset(["TF502"]), unsafe_fixes=True, keras=keras, keras_explicit=True)


def fixed(source: str, keras: Generation = 3) -> str | None:
    """The text after the fix; ``None`` where there is no finding."""
    result = fix_file(source.encode(), "train.py", settings(keras))
    assert result.error is None
    assert result.after is not None or not result.findings, result.findings
    return None if result.after is None else result.after.decode()


def reason(source: str, keras: Generation = 3) -> str | None:
    """The reason of the only finding; ``None`` where it has a fix."""
    result = check_file(source.encode(), "train.py", settings(keras))
    (finding,) = result.findings
    return finding.reason


def test_fix_is_never_safe() -> None:
    (finding,) = check_file(step().encode(), "train.py", settings(3)).findings
    assert finding.applicability == "unsafe"


def test_both_forms() -> None:
    new, old = fixed(step(), 3), fixed(step(), 2)
    assert new is not None
    assert old is not None
    assert "scaled_loss = optimizer.scale_loss(loss)" in new
    assert "get_unscaled_gradients" not in new
    assert "scaled_loss = optimizer.get_scaled_loss(loss)" in old
    assert "grads = optimizer.get_unscaled_gradients(tape.gradient(scaled_loss, model.trainable_variables))" in old


@pytest.mark.parametrize(
    ("between", "keyword"),
    [
        ("grads, _ = tf.clip_by_global_norm(grads, 2.0)", "global_clipnorm=2.0"),
        ("grads, unused = tf.clip_by_global_norm(grads, clip_norm=2.0)", "global_clipnorm=2.0"),
        ("grads = tf.clip_by_global_norm(grads, 2.0)[0]", "global_clipnorm=2.0"),
        ("grads = [tf.clip_by_norm(g, 2) for g in grads]", "clipnorm=2"),
        ("grads = [None if g is None else tf.clip_by_norm(g, 2) for g in grads]", "clipnorm=2"),
        ("grads = [tf.clip_by_value(g, -2.0, 2.0) for g in grads]", "clipvalue=2.0"),
        (
            "grads = [tf.clip_by_value(g, clip_value_min=-2.0, clip_value_max=2.0) for g in grads]",
            "clipvalue=2.0",
        ),
    ],
)
def test_clipping_moves_into_the_optimizer(between: str, keyword: str) -> None:
    after = fixed(step(between=between))
    assert after is not None
    assert f"LossScaleOptimizer(keras.optimizers.SGD(0.1, {keyword}))" in after
    assert "tf.clip" not in after


@pytest.mark.parametrize(
    "between",
    [
        "grads = [tf.clip_by_value(g, -1.0, 2.0) for g in grads]",
        "grads, _ = tf.clip_by_global_norm(grads, limit())",
        "grads, _ = tf.clip_by_global_norm(grads, 2.0, use_norm=norm)",
        "grads, norm = tf.clip_by_global_norm(grads, 2.0); print(norm)",
        "print(tf.linalg.global_norm(grads))",
    ],
)
def test_what_keras_3_cannot_do_keras_2_can(between: str) -> None:
    assert reason(step(between=between), 3) is not None
    after = fixed(step(between=between), 2)
    assert after is not None
    assert between in after


def test_clipping_twice() -> None:
    source = step(
        optimizer="keras.optimizers.SGD(0.1, clipvalue=1.0)", between="grads, _ = tf.clip_by_global_norm(grads, 2.0)"
    )
    assert "clips already" in (reason(source) or "")


@pytest.mark.parametrize(
    ("source", "part"),
    [
        (step(optimizer="make(config)"), "not made by a Keras optimizer class"),
        (step(target="[loss, loss]"), "several losses"),
        (step(target="loss * 0.5"), "not a name that is bound inside the tape"),
        (step(extra="print(optimizer.momentum)"), "optimizer.momentum"),
        (step(extra="scaled_loss = upscaled_loss = None"), "mean something else here"),
        (step(extra="strategy = tf.distribute.MirroredStrategy()"), "mixed_bfloat16"),
        (step(extra="def run(strategy): strategy.run(train_step)"), "mixed_bfloat16"),
    ],
)
def test_reasons(source: str, part: str) -> None:
    assert part in (reason(source) or "")


@pytest.mark.parametrize(
    "source",
    [
        step().replace("mixed_float16", "mixed_bfloat16"),
        step().replace('"mixed_float16"', "name"),
        step(variables="[w, b]"),
        step(between="grads = [g / 8 for g in grads]"),
        step(extra="def f(o, x): return o.get_scaled_loss(x)"),
        step(
            optimizer="keras.mixed_precision.experimental.LossScaleOptimizer(keras.optimizers.SGD(0.1), 'dynamic')",
            extra="optimizer.get_scaled_loss",
        ),
        step(applied="averaged(grads)"),
        step().replace("optimizer.apply", "model.optimizer.apply"),
    ],
)
def test_left_alone(source: str) -> None:
    assert fixed(source.replace("optimizer.get_scaled_loss\n", "optimizer.get_scaled_loss(0.0)\n")) is None


@pytest.mark.parametrize(
    "pairs",
    [
        "list(zip(grads, model.trainable_variables))",
        "((g, v) for g, v in zip(grads, model.trainable_variables) if g is not None)",
        "[(g, v) for (g, v) in zip(grads, model.trainable_variables)]",
    ],
)
def test_ways_to_pair_gradients_with_variables(pairs: str) -> None:
    source = step().replace("zip(grads, model.trainable_variables)", pairs)
    after = fixed(source)
    assert after is not None
    assert f"optimizer.apply_gradients({pairs})" in after


def test_loss_that_is_added_up() -> None:
    source = step().replace("    with tf", "    loss = 0.0\n    with tf").replace("loss = loss_fn", "loss += loss_fn")
    after = fixed(source)
    assert after is not None
    assert "scaled_loss = optimizer.scale_loss(loss)" in after


def test_loss_that_is_changed_behind_the_tape() -> None:
    source = step().replace("    grads = tape", "    loss = loss / 2\n    grads = tape")
    assert "bound inside the tape" in (reason(source) or "")


def test_gradients_of_a_helper_that_are_also_looked_at() -> None:
    source = """
import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.1)

def gradients(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    return tape.gradient(loss, model.trainable_variables)

optimizer.apply_gradients(zip(gradients(x), model.trainable_variables))
print(gradients(x))
"""
    assert "used elsewhere" in (reason(source, 3) or "")
    assert fixed(source, 2) is not None
    assert fixed(source.replace("print(gradients(x))", ""), 3) is not None


def test_optimizer_that_is_made_behind_the_tape() -> None:
    line = "    optimizer = keras.optimizers.SGD(0.1)\n"
    source = step().replace("    grads = tape", line + "    grads = tape")
    assert "not there yet" in (reason(source) or "")
    assert fixed(step().replace("    with tf", line + "    with tf")) is not None


def test_long_constructor_is_wrapped_in_a_statement_of_its_own() -> None:
    after = fixed(step(optimizer="keras.optimizers.SGD(\n    0.1,  # slow\n)"))
    assert after is not None
    assert "optimizer = keras.mixed_precision.LossScaleOptimizer(optimizer)\nloss_fn" in after


@pytest.mark.parametrize(("base", "found"), [("tf.Module", False), ("keras.layers.Layer", True)])
def test_class_of_the_model(base: str, found: bool) -> None:
    source = step(extra=f"class Net({base}):\n    pass\n").replace(
        "def train_step(model, ", "model = Net()\n\ndef train_step("
    )
    assert (fixed(source) is not None) is found


def test_strategy_of_one_device() -> None:
    source = step(extra="strategy = tf.distribute.OneDeviceStrategy('/gpu:0')\nstrategy.run(train_step)")
    assert fixed(source) is not None


def test_several_replicas_of_keras_2() -> None:
    assert fixed(step(extra="strategy = tf.distribute.MirroredStrategy()"), 2) is not None


def test_wrapper_is_spelled_below_the_keras_of_the_optimizer() -> None:
    source = step().replace("from tensorflow import keras", "import keras")
    after = fixed(source)
    assert after is not None
    assert "keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.1))" in after


def test_import_is_added_where_no_name_leads_to_the_wrapper() -> None:
    source = """
from tensorflow import GradientTape
from tensorflow.keras.mixed_precision import set_global_policy
from tensorflow.keras.optimizers import SGD

set_global_policy("mixed_float16")
optimizer = SGD(0.1)

def train_step(model, loss_fn, x, y):
    with GradientTape() as tape:
        loss = loss_fn(y, model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
"""
    after = fixed(source)
    assert after is not None
    assert "import tensorflow as tf" in after
    assert "tf.keras.mixed_precision.LossScaleOptimizer(SGD(0.1))" in after
