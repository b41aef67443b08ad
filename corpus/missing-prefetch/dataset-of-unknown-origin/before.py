import tensorflow as tf

import my_data


def train(dataset, replay_buffer):
    dataset = dataset.shuffle(10).batch(32)
    for batch in dataset:
        step(batch)
    for batch in replay_buffer.as_dataset(sample_batch_size=64, num_steps=2):
        step(batch)
    for batch in my_data.load("train").batch(3):
        step(batch)
