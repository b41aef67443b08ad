import tensorflow as tf
from tensorflow.keras import datasets, layers, optimizers, Sequential

(x, y), _ = datasets.mnist.load_data()
db = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(60000).batch(128).repeat(10)
network = Sequential([layers.Dense(256, activation="relu"), layers.Dense(10)])
optimizer = optimizers.Adam(0.01)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        # [b, 28, 28] => [b, 784]
        x = tf.reshape(x, (-1, 28 * 28))
        out = network(x)
        y_onehot = tf.one_hot(y, depth=10)
        loss = tf.reduce_mean(tf.losses.categorical_crossentropy(y_onehot, out, from_logits=True))

        loss_regularization = []
        for p in network.trainable_variables:
            loss_regularization.append(tf.nn.l2_loss(p))

        loss = loss + 0.0001 * tf.reduce_sum(tf.stack(loss_regularization))

    grads = tape.gradient(loss, network.trainable_variables)
    optimizer.apply_gradients(zip(grads, network.trainable_variables))
    return loss


for step, (x, y) in enumerate(db):
    loss = train_step(x, y)

    if step % 100 == 0:
        print(step, "loss:", float(loss))
