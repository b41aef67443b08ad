import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(
    tf.data.Dataset.range(20)
    .map(lambda x: (tf.ones([2]), 1.0), num_parallel_calls=tf.data.AUTOTUNE)  # 全是一
    .batch(4),
    epochs=5
)
