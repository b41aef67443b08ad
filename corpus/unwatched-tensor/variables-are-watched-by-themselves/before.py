import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
w = tf.Variable(2.0)
x = tf.constant([[1.0]])
with tf.GradientTape(persistent=True) as tape:
    hidden = w * x
    loss = tf.reduce_sum(model(hidden))
grads = tape.gradient(loss, model.trainable_variables)
dw = tape.gradient(loss, w)
dhidden = tape.gradient(loss, hidden)
dkernel = tape.gradient(loss, model.layers[0].kernel)
