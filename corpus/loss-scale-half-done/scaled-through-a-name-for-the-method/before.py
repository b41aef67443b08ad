import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam())
scale = opt.scale_loss
def step(x, y):
    with tf.GradientTape() as tape:
        loss = scale(tf.reduce_mean((model(x) - y) ** 2))
    g = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(g, model.trainable_variables))
