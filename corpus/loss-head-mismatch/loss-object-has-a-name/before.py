import tensorflow as tf

num_classes = 10
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(reduction="sum")  # over the batch
optimizer = tf.keras.optimizers.Adam()


class Classifier(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(32, activation="relu")
        self.classes = tf.keras.layers.Dense(num_classes)

    def call(self, inputs):
        return self.classes(self.hidden(inputs))


model = Classifier()


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        predictions = model(images, training=True)
        loss = loss_object(labels, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def test_step(images, labels):
    return loss_object(labels, model(images, training=False))
