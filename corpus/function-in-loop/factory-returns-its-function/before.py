import tensorflow as tf


def make_step(model):
    @tf.function
    def step(x):
        return model(x)

    return step


def run(models, x):
    for model in models:
        step = make_step(model)
        step(x)
