import tensorflow as tf

functions = []
layers = [tf.keras.layers.Dense(n) for n in range(8)]
for layer in layers:
    functions.append(tf.function(layer))
for n in range(8):

    @tf.function
    def f(x):
        return 2 * x

    functions.append(f)
