import tensorflow as tf


def report(model, x):
    with tf.GradientTape() as g:
        y = model(x)
        z = tf.square(y)
    print("dy/dw", g.gradient(y, model.trainable_variables), "dz/dw", g.gradient(z, model.trainable_variables))
    print("done")
