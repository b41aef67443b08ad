from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint

for fold in range(5):
    callbacks = [
        EarlyStopping(patience=3),
        ModelCheckpoint('fold_%d.keras' % fold, save_best_only=True, monitor='val_loss'),  # best epoch only
    ]
    model.fit(x, y, validation_split=0.1, callbacks=callbacks)
    model.load_weights('fold_%d.keras' % fold)
