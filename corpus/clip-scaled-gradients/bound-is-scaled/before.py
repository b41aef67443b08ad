import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
LSO = tf.keras.mixed_precision.LossScaleOptimizer
adam = tf.keras.optimizers.Adam(1e-3)
opt = LSO(adam)
def step(x, y):
    with tf.GradientTape() as tape:
        scaled = opt.scale_loss(tf.reduce_mean((model(x) - y) ** 2))
    g = tape.gradient(scaled, model.trainable_variables)
    g, _ = tf.clip_by_global_norm(g, 1.0 * opt.dynamic_scale)
    opt.apply_gradients(zip(g, model.trainable_variables))
