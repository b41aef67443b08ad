import tensorflow as tf

try:
    tpu = tf.distribute.cluster_resolver.TPUClusterResolver()
    tf.config.experimental_connect_to_cluster(tpu)
    tf.tpu.experimental.initialize_tpu_system(tpu)
    strategy = tf.distribute.TPUStrategy(tpu)
except ValueError:
    strategy = tf.distribute.get_strategy()  # CPU and single GPU

base = tf.keras.applications.ResNet50(weights=None, include_top=False, pooling="avg", input_shape=(64, 64, 3))
model = tf.keras.Sequential([base, tf.keras.layers.Dense(5, activation="softmax")])
with strategy.scope():
    model.compile("adam", "sparse_categorical_crossentropy")
model.fit(get_training_dataset(), epochs=5)
