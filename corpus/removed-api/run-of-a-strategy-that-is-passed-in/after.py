import tensorflow as tf


def distributed_step(strategy, step, batch):
    return strategy.run(step, args=(tf.cast(batch, tf.float32),))
