import tensorflow as tf
from tensorflow.keras import layers, optimizers

mirrored = tf.distribute.MirroredStrategy()

with mirrored.scope():
    # 模型
    net = tf.keras.Sequential()
    net.add(layers.Input((28, 28, 1)))
    net.add(layers.Flatten())
    net.add(layers.Dense(10))

with mirrored.scope():
    opt = optimizers.RMSprop(1e-3)  # 优化器
    acc = tf.keras.metrics.Mean()


@tf.function
def train_step(iterator):
    def step_fn(inputs):
        x, y = inputs
        with tf.GradientTape() as tape:
            loss = tf.nn.compute_average_loss(tf.keras.losses.sparse_categorical_crossentropy(y, net(x)))
        grads = tape.gradient(loss, net.trainable_weights)
        opt.apply_gradients(zip(grads, net.trainable_weights))

    mirrored.run(step_fn, args=(next(iterator),))
