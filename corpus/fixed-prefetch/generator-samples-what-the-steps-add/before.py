import collections
import random

import tensorflow as tf


class ReplayBuffer:
    def __init__(self, size):
        self.transitions = collections.deque(maxlen=size)

    def sample(self):
        while True:
            yield random.choice(self.transitions)


replay = ReplayBuffer(100)
replay.transitions.extend(float(i) for i in range(10))
dataset = tf.data.Dataset.from_generator(replay.sample, output_signature=tf.TensorSpec((), tf.float32))
batches = iter(dataset.batch(4).prefetch(1))
for step in range(20):
    batch = next(batches)
    replay.transitions.append(float(tf.reduce_mean(batch)))
