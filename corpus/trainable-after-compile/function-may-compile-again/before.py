from tensorflow import keras

from data import prepare, val_x, val_y, x, y

base = keras.applications.MobileNetV2(include_top=False, pooling="avg")
base.trainable = False
model = keras.Sequential([base, keras.layers.Dense(5, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy")
model.fit(x, y, epochs=10)

# Fine-tuning
base.trainable = True
prepare(model)
model.fit(x, y, epochs=5, validation_data=(val_x, val_y))
