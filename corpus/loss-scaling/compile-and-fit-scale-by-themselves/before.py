import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(1, dtype="float32")])
model.compile(optimizer=keras.optimizers.Adam(), loss="mse")
model.fit(tf.ones((8, 2)), tf.ones((8, 1)), epochs=1, verbose=0)

# A look at the gradients: nothing is trained here.
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(tf.ones((8, 2))))
print([float(tf.norm(g)) for g in tape.gradient(loss, model.trainable_variables)])
