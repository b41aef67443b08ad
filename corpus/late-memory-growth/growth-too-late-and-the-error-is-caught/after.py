import tensorflow as tf

tf.random.set_seed(0)
(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
gpus = tf.config.experimental.list_physical_devices('GPU')
if gpus:
  try:
    # Currently, memory growth needs to be the same across GPUs
    for gpu in gpus:
      tf.config.experimental.set_memory_growth(gpu, True)
    logical_gpus = tf.config.experimental.list_logical_devices('GPU')
    print(len(gpus), "Physical GPUs,", len(logical_gpus), "Logical GPUs")
  except RuntimeError as e:
    # Memory growth must be set before GPUs have been initialized
    print(e)
train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).batch(32)
