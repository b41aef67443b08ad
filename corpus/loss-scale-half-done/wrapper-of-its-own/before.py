import tensorflow as tf
class Mine(tf.keras.mixed_precision.LossScaleOptimizer):
    def apply(self, g, v=None):
        return self.inner_optimizer.apply(g, v)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = Mine(tf.keras.optimizers.Adam())
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    g = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(g, model.trainable_variables))
