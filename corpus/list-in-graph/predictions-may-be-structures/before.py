import tensorflow as tf


@tf.function
def predict(dataset: tf.data.Dataset, model: tf.keras.Model):
    predictions = []
    for x in dataset:
        predictions.append(tf.nn.softmax(model(x)))
        predictions.append(model(x))
    return tf.concat(predictions, axis=0)


inputs = tf.keras.Input((3,))
heads = tf.keras.Model(inputs, {"a": tf.keras.layers.Dense(2)(inputs)})
predict(tf.data.Dataset.from_tensor_slices(tf.ones((5, 3))).batch(2), heads)
