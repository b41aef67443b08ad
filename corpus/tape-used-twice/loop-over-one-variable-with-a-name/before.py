import tensorflow as tf

EPOCHS = 1
scale = tf.Variable(2.0)
parameters = [scale]
with tf.GradientTape() as tape:
    loss = scale * scale
gradients = [tape.gradient(loss, parameter) for parameter in parameters]

with tf.GradientTape() as last:
    loss = scale**3
for _ in range(EPOCHS):
    scale.assign_sub(0.1 * last.gradient(loss, scale))
