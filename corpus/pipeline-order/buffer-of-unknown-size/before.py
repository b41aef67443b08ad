import tensorflow as tf


def fit(model, x, y, batch_size, args):
    train = tf.data.Dataset.from_tensor_slices((x, y)).batch(batch_size).shuffle(args.buffer)
    model.fit(train, epochs=3)
