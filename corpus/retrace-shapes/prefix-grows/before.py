import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Embedding(50, 8), tf.keras.layers.GRU(16), tf.keras.layers.Dense(50)])
tokens = tf.ones((4, 20), tf.int32)


@tf.function
def next_logits(tokens):
    return model(tokens, training=False)


for step in range(1, 20):
    logits = next_logits(tokens[:, :step])
    print(step, float(tf.reduce_mean(logits)))
