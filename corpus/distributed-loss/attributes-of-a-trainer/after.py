import tensorflow as tf


class Trainer:
    def __init__(self, build_model):
        self.strategy = tf.distribute.MirroredStrategy()
        with self.strategy.scope():
            self.model = build_model()
            self.optimizer = tf.keras.optimizers.SGD(0.1)
            self.loss_fn = tf.keras.losses.BinaryCrossentropy(reduction="none")
            self.metric = tf.keras.metrics.Mean()

    def _step(self, images, masks):
        with tf.GradientTape() as tape:
            predicted = self.model(images, training=True)
            loss = tf.reduce_mean(self.loss_fn(masks, predicted))
            scaled_loss = loss / self.strategy.num_replicas_in_sync

        gradients = tape.gradient(scaled_loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        self.metric.update_state(loss)
        return loss

    @tf.function
    def step(self, batch):
        losses = self.strategy.run(self._step, args=batch)
        return self.strategy.reduce(tf.distribute.ReduceOp.MEAN, losses, axis=None)
