import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")


class GAN:
    def __init__(self):
        self.generator = tf.keras.Sequential([tf.keras.layers.Dense(4, dtype="float32", input_shape=(2,))])
        self.critic = tf.keras.Sequential([tf.keras.layers.Dense(1, dtype="float32", input_shape=(4,))])
        self.gen_opt = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam(1e-4))
        self.critic_opt = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam(1e-4))

    @tf.function
    def train_critic(self, real):
        with tf.GradientTape() as tape:
            fake = self.generator(tf.random.normal([8, 2]))
            loss = tf.reduce_mean(self.critic(fake)) - tf.reduce_mean(self.critic(real))
            scaled_loss = self.critic_opt.get_scaled_loss(loss)
        grads = self.critic_opt.get_unscaled_gradients(tape.gradient(scaled_loss, self.critic.trainable_variables))
        grads = [tf.clip_by_norm(g, 1.0) for g in grads]
        self.critic_opt.apply_gradients(zip(grads, self.critic.trainable_variables))
        return loss

    @tf.function
    def train_generator(self):
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.critic(self.generator(tf.random.normal([8, 2]))))
            scaled_loss = self.gen_opt.get_scaled_loss(loss)
        grads = self.gen_opt.get_unscaled_gradients(tape.gradient(scaled_loss, self.generator.trainable_variables))
        self.gen_opt.apply_gradients(zip(grads, self.generator.trainable_variables))
        return loss


gan = GAN()
for _ in range(3):
    print(float(gan.train_critic(tf.ones([8, 4]))), float(gan.train_generator()))
