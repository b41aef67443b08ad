import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Embedding(50, 8), tf.keras.layers.GRU(16), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.Adam()
BATCH_SIZE = 16


def make(lines):
    return tf.data.Dataset.from_generator(lambda: lines, output_signature=tf.TensorSpec([None], tf.int32))


dataset = make([[1] * n for n in range(1, 200)])
dataset = dataset.shuffle(200).padded_batch(BATCH_SIZE)
dataset = dataset.prefetch(tf.data.AUTOTUNE)


@tf.function(reduce_retracing=True)
def train_step(tokens):
    with tf.GradientTape() as tape:
        loss = loss_fn(1.0, model(tokens, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(10):
    for batch, tokens in enumerate(dataset):
        loss = train_step(tokens)
