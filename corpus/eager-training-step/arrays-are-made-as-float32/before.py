import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(1)


class PPO:
    def __init__(self):
        self.actor = tf.keras.Sequential([tf.keras.layers.Dense(16, "tanh"), tf.keras.layers.Dense(2)])
        self.opt = tf.keras.optimizers.Adam(1e-2)
        self.clip = 0.2

    def logp(self, obs, acts):
        return -tf.nn.sparse_softmax_cross_entropy_with_logits(labels=acts, logits=self.actor(obs))

    def update(self, obs, acts, adv, old):
        with tf.GradientTape() as tape:
            ratio = tf.exp(self.logp(obs, acts) - old)
            clipped = tf.clip_by_value(ratio, 1 - self.clip, 1 + self.clip)
            loss = -tf.reduce_mean(tf.minimum(ratio * adv, clipped * adv))
        grads = tape.gradient(loss, self.actor.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.actor.trainable_variables))
        return loss


agent = PPO()
rng = np.random.default_rng(0)
for it in range(12):
    obs = rng.normal(size=(16, 3)).astype(np.float32)
    acts = rng.integers(0, 2, size=16)
    adv = rng.normal(size=16).astype(np.float32)
    old = agent.logp(obs, acts).numpy().astype(np.float32)
    for _ in range(4):
        loss = agent.update(obs, acts, adv, old)
    print(it, float(loss))
