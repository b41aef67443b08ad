import tensorflow as tf

from project.progress import tqdm

dataset = tf.data.Dataset.range(10)


@tf.function
def total():
    result = tf.constant(0, tf.int64)
    for x in tqdm(dataset):
        result += x
    return result


print(total())
