from tensorflow import keras


class SaveEveryEpoch(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.save_weights(f"epoch_{epoch}.h5")
        print("saved", epoch)
