import tensorflow as tf
from tensorflow.keras import mixed_precision

model = tf.keras.Sequential([tf.keras.layers.Dense(1, dtype="float32")])
opt = mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam(1e-3))


def train(dataset):
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
            scaled = opt.scale_loss(loss)
        scaled_gradients = tape.gradient(scaled, model.trainable_variables)
        clipped = [tf.clip_by_norm(g, 1.0) for g in scaled_gradients]
        opt.apply_gradients(zip(opt.get_unscaled_gradients(clipped), model.trainable_variables))
