import tensorflow as tf

if tf.__version__ >= "2.11":
    optimizer = tf.keras.optimizers.legacy.Adam(learning_rate=1e-3)
else:
    optimizer = tf.keras.optimizers.Adam(lr=1e-3)


def run(strategy, step):
    if hasattr(strategy, "run"):
        return strategy.run(step)
    return strategy.experimental_run_v2(step)
