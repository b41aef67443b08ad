import sys

import tensorflow as tf


def features(line):
    parts = tf.strings.split(line, ",")
    record = {"id": parts[0], "value": tf.strings.to_number(parts[1])}
    tf.print(record, output_stream=sys.stdout)
    tf.print([parts[0], line], (line, 1), output_stream=sys.stdout)
    return record


ds = tf.data.Dataset.from_tensor_slices(["a,1", "b,2"]).map(features, num_parallel_calls=1)
