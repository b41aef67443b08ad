import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dropout = tf.keras.layers.Dropout(0.5)

    def call(self, inputs, train=False):
        return self.dropout(inputs, training=train)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.out = tf.keras.layers.Dense(3)

    def call(self, inputs):
        return self.out(self.block(inputs, train=True))


model = Net()
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam()


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        loss = loss_fn(labels, model(images))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss
