import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope(): # this line is all that is needed to run on several GPUs

    pretrained_model = tf.keras.applications.MobileNetV2(weights=None, include_top=False)

    model = tf.keras.Sequential([
        tf.keras.layers.Lambda(lambda data: data / 127.5 - 1, input_shape=[64, 64, 3]),
        pretrained_model,
        tf.keras.layers.GlobalAveragePooling2D(),
        tf.keras.layers.Dense(5, activation='softmax', name='flower_prob')
    ])
    model.compile(
        optimizer='adam',
        loss = 'sparse_categorical_crossentropy',
        metrics=['sparse_categorical_accuracy'],
    )

model.summary()

history = model.fit(get_training_dataset(), epochs=2)
