import sys
import tensorflow as tf


@tf.function
def watch(x):
    total = tf.reduce_sum(x)
    print("total", total, file=sys.stderr)
    print("total", total, sep="=", end="; ", flush=True)
    print(f"total {total:.1f}", file=sys.stdout, end="")
    print("total", total, sep=None, end=None)


watch(tf.ones((3,)))
