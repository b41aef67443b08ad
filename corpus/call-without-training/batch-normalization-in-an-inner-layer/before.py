import tensorflow as tf
from tensorflow.keras import Model, Sequential
from tensorflow.keras import layers as L


class Residual(L.Layer):
    """残差块"""

    def __init__(self, filters):
        super().__init__()
        self.body = Sequential([L.Conv2D(filters, 3, padding="same"), L.BatchNormalization(), L.ReLU()])

    def call(self, x):
        return x + self.body(x)


class ResNet(Model):
    def __init__(self, blocks):
        super(ResNet, self).__init__()
        self.stem = L.Conv2D(16, 3)
        self.blocks = [Residual(16) for _ in range(blocks)]
        self.head = Sequential([L.GlobalAveragePooling2D(), L.Dense(10)])

    def call(self, x):  # [b, 28, 28, 1]
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def main():
    model = ResNet(3)
    model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model.fit(tf.data.Dataset.from_tensor_slices((tf.zeros([8, 28, 28, 1]), tf.zeros([8]))).batch(4), epochs=1)


if __name__ == "__main__":
    main()
