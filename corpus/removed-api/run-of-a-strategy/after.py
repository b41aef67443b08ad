import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()


@tf.function
def distributed_step(batch):
    losses = strategy.run(
        train_step,
        args=(batch,),
    )
    return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)


def train_step(batch):
    return tf.reduce_sum(batch)
