import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(1000).batch(64)

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((784,)), tf.keras.layers.Dense(10)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def train_step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_fn(y, model(x, training=True))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss

    for epoch in range(5):
        for x, y in dataset:
            loss = train_step(x, y)
        print(loss)
