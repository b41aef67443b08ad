import tensorflow as tf

if __name__ == "__main__":
    model = tf.keras.models.load_model("pretrained.keras")
    optimizer = tf.keras.optimizers.SGD(1e-4)
    batches = tf.data.Dataset.load("features").batch(64)
    for images, labels in batches:
        with tf.GradientTape() as tape:
            prediction = model(images, training=True)
            loss = tf.reduce_mean(tf.square(prediction - labels))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
