import tensorflow as tf
def train(model, opt, x, y):
    with tf.GradientTape() as tape:
        loss = opt.get_scaled_loss(tf.reduce_mean((model(x) - y) ** 2))
    g = tape.gradient(loss, model.trainable_variables)
    g, _ = tf.clip_by_global_norm(g, 1.0 * opt.loss_scale)
    g = opt.get_unscaled_gradients(g)
    opt.apply_gradients(zip(g, model.trainable_variables))
