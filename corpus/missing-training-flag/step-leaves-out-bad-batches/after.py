import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(16), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(3)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam()


def train(batches):
    for step, (images, labels) in enumerate(batches):
        with tf.GradientTape() as tape:
            logits = model(images, training=True)
            loss = loss_fn(labels, logits)
        if not tf.math.is_finite(loss):
            print("left out", step)
            continue
        grads = tape.gradient(loss, model.trainable_variables)
        if step > 0:
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
