import tensorflow as tf


def load(path, label):
    sound, rate = tf.audio.decode_wav(tf.io.read_file(path), desired_channels=1)
    return tf.squeeze(sound, -1), label


ds = tf.data.Dataset.from_tensor_slices((paths, labels))
ds = ds.map(load).batch(32)
model.fit(ds, epochs=10)
