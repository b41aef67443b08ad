import tensorflow as tf


def saliency(model, x):
    @tf.function
    def gradient():
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.reduce_sum(model(x))
        return tape.gradient(loss, x)

    return gradient()


def explain(model, dataset):
    for batch in dataset:
        print(saliency(model, batch))
