import tensorflow as tf
from tensorflow.keras import layers, metrics, optimizers

network = tf.keras.Sequential([layers.Dense(64, activation="relu"), layers.Dense(10)])
adam = optimizers.Adam()
metric = metrics.CategoricalAccuracy()
meter = metrics.Mean()


def main(db):
    for step, (x, y) in enumerate(db):
        with tf.GradientTape() as tape:
            logits = network(x)
            loss = tf.reduce_mean(tf.losses.categorical_crossentropy(y, logits, from_logits=True))
            # print(y.shape, logits.shape)
            metric.update_state(y, logits)
            meter.update_state(loss)  # running mean

        # MUST clip, or it diverges
        grads = [tf.clip_by_norm(g, 15) for g in tape.gradient(loss, network.trainable_variables)]
        adam.apply_gradients(zip(grads, network.trainable_variables))
