import tensorflow as tf
from tensorflow.keras import layers


class BinaryNet(tf.keras.Model):
    """二值网络"""

    def __init__(self):
        super().__init__()
        self.hidden = layers.Dense(64)
        self.head = layers.Dense(10)

    def call(self, inputs):
        return tf.sign(self.head(tf.nn.relu(self.hidden(inputs))))


net = BinaryNet()
loss_fn = tf.keras.losses.Hinge()
optimizer = tf.keras.optimizers.Adam()

for x, y in tf.data.Dataset.from_tensor_slices((tf.zeros([8, 4]), tf.ones([8, 10]))).batch(4):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, net(x))
    grads = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
