import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(1)
keras.mixed_precision.set_global_policy("mixed_float16")

x = 20.0 * tf.random.stateless_normal((256, 16), seed=(1, 2))
y = tf.random.stateless_uniform((256,), seed=(3, 4), maxval=10, dtype=tf.int32)  # noise

model = keras.Sequential([keras.Input((16,)), keras.layers.Dense(10, activation="softmax", dtype="float32")])
model.compile(optimizer=keras.optimizers.SGD(0.01), loss="sparse_categorical_crossentropy")
history = model.fit(x, y, epochs=4, batch_size=64, shuffle=False, verbose=0)
print("loss:", history.history["loss"])
