import tensorflow as tf


def train(model, images, training, epochs=None):
    ds = tf.data.Dataset.from_tensor_slices(images)
    if training:
        ds = ds.shuffle(1000)
    ds = ds.batch(64)
    if epochs is not None:
        # 重复若干轮
        ds = ds.repeat(epochs)

    for batch in ds:
        model.train_on_batch(batch)
