import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
x = tf.random.stateless_normal((160, 4), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)

with strategy.scope():
    model = tf.keras.Sequential([
        tf.keras.layers.Input((4,)),
        tf.keras.layers.Dense(1, kernel_regularizer=tf.keras.regularizers.L2(0.1)),
    ])
    optimizer = tf.keras.optimizers.SGD(0.02)
    train_loss = tf.keras.metrics.Mean()


def train_step(features, labels):
    with tf.GradientTape() as tape:
        predictions = model(features, training=True)
        loss = tf.reduce_mean(tf.square(labels - predictions))
        loss += tf.add_n(model.losses)
        scaled_loss = loss / strategy.num_replicas_in_sync
    grads = tape.gradient(scaled_loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss)


for epoch in range(3):
    for features, labels in strategy.experimental_distribute_dataset(dataset):
        strategy.run(train_step, args=(features, labels))
    print(round(float(train_loss.result()), 3))
