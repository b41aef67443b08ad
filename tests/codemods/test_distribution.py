"""The codemods of distribution on one file."""

from __future__ import annotations

from tffix.config.settings import Settings
from tffix.engine import fix_file
from tffix.registry import codemods

BEFORE = """\
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()

model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.02, momentum=0.9)
mse = tf.keras.losses.MeanSquaredError(reduction="none")


def train_step(features, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(mse(labels, model(features, training=True)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def distributed_step(batch):
    return strategy.reduce(tf.distribute.ReduceOp.MEAN, strategy.run(train_step, args=batch), axis=None)


for batch in strategy.experimental_distribute_dataset(dataset):
    distributed_step(batch)
"""
AFTER = (
    BEFORE.replace("\nmodel =", "\nwith strategy.scope():\n    model =")
    .replace("\noptimizer =", "\n    optimizer =")
    .replace("momentum=0.9)\n", "momentum=0.9)\n    optimizer.build(model.trainable_variables)\n")
    .replace("tf.reduce_mean(mse", "tf.nn.compute_average_loss(mse")
    .replace("ReduceOp.MEAN", "ReduceOp.SUM")
)


def test_scope_loss_and_optimizer_of_one_loop() -> None:
    codes = frozenset(codemod.code for codemod in codemods() if codemod.code.startswith("TF4"))
    result = fix_file(BEFORE.encode(), "train.py", Settings(codes=codes, unsafe_fixes=True))
    assert result.after is not None
    assert result.after.decode() == AFTER
    assert {finding.code for finding in result.findings if finding.fixed} == {"TF401", "TF402", "TF405"}
    assert all(finding.fixed for finding in result.findings)
