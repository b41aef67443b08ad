import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    encoder = tf.keras.applications.MobileNetV2(include_top=False, weights=None, pooling="avg")
    head = tf.keras.Sequential([tf.keras.layers.Dense(10, input_shape=(1280,))])
    optimizer = tf.keras.optimizers.Adam()


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.nn.compute_average_loss(tf.keras.losses.sparse_categorical_crossentropy(y, head(encoder(x))))
    variables = encoder.trainable_variables + head.trainable_variables
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))


train = tf.function(lambda x, y: strategy.run(step, args=(x, y)))
