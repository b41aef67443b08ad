import tensorflow as tf


class Net(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        loss = tf.reduce_mean(tf.square(x - y))
        print(f"loss {loss:.3f}")
        return {"loss": loss}


net = Net()
net.compile(run_eagerly=True)
