import tensorflow as tf
from tqdm import tqdm

from project.data import load

dataset = load("train")


@tf.function
def count():
    n = 0
    for batch in tqdm(dataset):
        n += 1
    return n


print(count())
