import tensorflow as tf


def distributed_step(strategy, step, batch):
    return strategy.experimental_run_v2(step, args=(tf.cast(batch, tf.float32),))
