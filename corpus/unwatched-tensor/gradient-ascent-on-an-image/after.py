import tensorflow as tf

model = tf.keras.applications.MobileNetV2(weights=None)
image = tf.random.uniform((1, 224, 224, 3))

for step in range(20):
    with tf.GradientTape() as tape:
        tape.watch(image)
        loss = tf.reduce_mean(model(image)[:, 281])
    grads = tape.gradient(loss, image)
    grads /= tf.math.reduce_std(grads) + 1e-8
    image = tf.clip_by_value(image + grads * 0.01, 0.0, 1.0)
