import time

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.ones((32, 4))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)
times = []

for _ in range(10):
    start = time.perf_counter()

    @tf.function
    def forward(x):
        return model(x)

    forward(x)
    times.append(time.perf_counter() - start)

print("tracing takes", sum(times) / len(times))
