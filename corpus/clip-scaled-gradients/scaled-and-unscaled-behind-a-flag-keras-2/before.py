import tensorflow as tf
def train(model, opt, x, y, fp16):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
        if fp16:
            loss = opt.get_scaled_loss(loss)
    g = tape.gradient(loss, model.trainable_variables)
    g, _ = tf.clip_by_global_norm(g, 1.0)
    if fp16:
        g = opt.get_unscaled_gradients(g)
    opt.apply_gradients(zip(g, model.trainable_variables))
