import tensorflow as tf
tf.keras.mixed_precision.set_global_policy('mixed_float16')
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
@tf.function
def ev(ds):
    losses = []
    for x, y in ds:
        losses.append(tf.reduce_mean(tf.square(model(x))))
    return tf.reduce_mean(losses)
print(ev(tf.data.Dataset.from_tensor_slices((tf.ones([8, 3]), tf.ones([8, 1]))).batch(4)))
