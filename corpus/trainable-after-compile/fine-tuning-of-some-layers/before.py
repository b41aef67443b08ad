from tensorflow import keras

from data import val_x, val_y, x, y

base = keras.applications.MobileNetV2(include_top=False, pooling="avg")
base.trainable = False
inputs = keras.Input((96, 96, 3))
x1 = base(inputs, training=False)
model = keras.Model(inputs, keras.layers.Dense(5, activation="softmax")(x1))
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="sparse_categorical_crossentropy")
model.fit(x, y, epochs=10)

# Fine-tuning
base.trainable = True
for layer in base.layers[:100]:
    layer.trainable = False
model.fit(x, y, epochs=5, validation_data=(val_x, val_y))
