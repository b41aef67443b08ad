import tensorflow as tf

tf.keras.utils.set_random_seed(1)
x_train = tf.random.stateless_normal((320, 8), seed=(1, 2))
y_train = tf.cast(tf.reduce_sum(x_train, axis=1) > 0, tf.int32)
dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(320, seed=1).batch(32)

model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(0.01)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(5):
    for step, (x, y) in enumerate(dataset):
        loss = train_step(x, y)
        if step % 5 == 0:
            print(f"epoch {epoch}, step {step}: {loss:.3f}")
