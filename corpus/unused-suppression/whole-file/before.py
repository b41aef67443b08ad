# Copyright.
# tffix: ignore-file[TF3]
import tensorflow as tf

numbers = tf.range(10)
