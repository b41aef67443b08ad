import tensorflow as tf
import tf_keras as keras


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(32, activation="relu")
        self.dropout = keras.layers.Dropout(0.3, seed=7)
        self.out = keras.layers.Dense(1)

    def call(self, inputs):
        return self.out(self.dropout(self.hidden(inputs)))


net = Net()
optimizer = keras.optimizers.Adam(0.01)
x = tf.random.stateless_normal((64, 4), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
for step in range(40):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y))
    gradients = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(gradients, net.trainable_variables))
print("loss:", float(loss))
