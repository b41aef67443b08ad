import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")


def train_step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(model(x, training=True) - y))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


net = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(1, dtype="float32")])
adam = tf.keras.optimizers.Adam(0.01)
step = tf.function(train_step)
for _ in range(3):
    print(float(step(net, adam, tf.ones([8, 8]), tf.ones([8, 1]))))
