import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(5)])


class Trainer:
    def __init__(self):
        self.loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def step(self, x, y):
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            classes = tf.argmax(logits, axis=-1)
            loss = self.loss_fn(y, classes)
        return tape.gradient(loss, model.trainable_variables)


class Penalized(Trainer):
    def __init__(self):
        super().__init__()
        self.loss_fn = lambda labels, classes: tf.reduce_sum(model.trainable_variables[0] ** 2)
