import tensorflow as tf

BATCH = 32
# 按需分配显存
gpus = tf.config.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
ds = tf.data.Dataset.range(1000).batch(BATCH)
optimizer = tf.keras.optimizers.Adam(1e-3)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
