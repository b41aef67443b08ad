import tensorflow as tf
from tensorflow import keras


def train(model, dataset, args):
    opt = keras.optimizers.Adam(args.lr)
    if args.fp16:
        opt = keras.mixed_precision.LossScaleOptimizer(opt)
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
            scaled_loss = opt.scale_loss(loss)
        grads = tape.gradient(scaled_loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
