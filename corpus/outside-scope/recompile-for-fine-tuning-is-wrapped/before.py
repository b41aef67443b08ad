import tensorflow as tf

STRATEGY = tf.distribute.MirroredStrategy()


def train(train_dataset):
    with STRATEGY.scope():
        base_model = tf.keras.applications.EfficientNetB0(include_top=False, weights=None, pooling="avg")
        base_model.trainable = False
        model = tf.keras.Sequential([base_model, tf.keras.layers.Dense(1, activation="sigmoid")])
        model.compile(tf.keras.optimizers.Adam(1e-3), "binary_crossentropy")
    model.fit(train_dataset, epochs=5)

    # Phase 2: fine-tune the whole model.
    base_model.trainable = True
    model.compile(
        # ten times slower
        optimizer=tf.keras.optimizers.Adam(1e-4),
        loss="binary_crossentropy",
    )
    model.fit(train_dataset, epochs=5)
    return model
