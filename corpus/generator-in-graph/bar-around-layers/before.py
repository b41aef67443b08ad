import tensorflow as tf
from tqdm import tqdm

dataset = tf.data.Dataset.range(10)
layers = [tf.keras.layers.Dense(8) for _ in range(3)]


@tf.function
def forward(x):
    for layer in tqdm(layers):
        x = layer(x)
    return x


forward(tf.ones((4, 8)))
