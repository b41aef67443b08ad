import tensorflow as tf


def main(args):
    if args.amp:
        tf.keras.mixed_precision.set_global_policy("mixed_float16")
    model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(1, dtype="float32")])
    if args.optimizer == "sgd":
        optimizer = tf.keras.optimizers.SGD(args.rate)
    else:
        optimizer = tf.keras.optimizers.Adam(args.rate)
    loss_fn = tf.keras.losses.Huber()

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_fn(y, model(x, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    for x, y in args.data:
        tf.print(step(x, y))
