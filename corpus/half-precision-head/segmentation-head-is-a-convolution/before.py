import tensorflow as tf

layers = tf.keras.layers
strategy = tf.distribute.MirroredStrategy()
tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")

with strategy.scope():
    image = layers.Input((64, 64, 3))
    x = layers.Conv2D(8, 3, padding="same", activation="relu")(image)
    mask = layers.Conv2D(1, 1, activation="sigmoid")(x)
    unet = tf.keras.Model(image, mask)
    unet.compile(optimizer="adam", loss="binary_crossentropy")
