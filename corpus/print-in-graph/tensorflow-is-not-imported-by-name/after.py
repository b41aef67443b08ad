import sys

import tensorflow as tf
from tensorflow import GradientTape, Variable, function

w = Variable(2.0)


@function
def slope():
    with GradientTape() as tape:
        y = w * w
    gradient = tape.gradient(y, w)
    tf.print("slope:", gradient, output_stream=sys.stdout)
    return gradient


slope()
