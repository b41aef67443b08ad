import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")

train_dataset = tf.data.Dataset.from_tensor_slices((tf.random.normal((64, 4)), tf.random.normal((64, 1)))).\
    shuffle(64).\
    repeat().\
    batch(8).\
    prefetch(tf.data.AUTOTUNE)

model.fit(train_dataset, epochs=2, steps_per_epoch=8)
