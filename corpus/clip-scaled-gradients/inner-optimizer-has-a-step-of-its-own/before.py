import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
adam = tf.keras.optimizers.Adam(1e-3)
opt = tf.keras.mixed_precision.LossScaleOptimizer(adam)
def warm(x, y):
    with tf.GradientTape() as tape:
        l = tf.reduce_mean((model(x) - y) ** 2)
    adam.apply_gradients(zip(tape.gradient(l, model.trainable_variables), model.trainable_variables))
def step(x, y):
    with tf.GradientTape() as tape:
        scaled = opt.scale_loss(tf.reduce_mean((model(x) - y) ** 2))
    g = tape.gradient(scaled, model.trainable_variables)
    g, _ = tf.clip_by_global_norm(g, 1.0)
    opt.apply_gradients(zip(g, model.trainable_variables))
