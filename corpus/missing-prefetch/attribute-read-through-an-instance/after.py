import tensorflow as tf


class Data:
    def __init__(self, batch_size):
        samples = tf.data.Dataset.from_tensor_slices((tf.ones([8, 2]), tf.ones([8, 1])))
        self.train = samples.shuffle(8, seed=1).batch(batch_size).prefetch(tf.data.AUTOTUNE)
        self.val = samples.batch(batch_size).prefetch(tf.data.AUTOTUNE)  # 验证集
        self.all = samples.repeat()

    def test(self):
        return tf.data.Dataset.from_tensor_slices((tf.ones([4, 2]), tf.ones([4, 1]))).batch(2).prefetch(tf.data.AUTOTUNE)


def main():
    data = Data(2)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(data.train, validation_data=data.val)
    model.evaluate(data.test())
    model.fit(data.all.batch(4).prefetch(tf.data.AUTOTUNE), steps_per_epoch=2)


if __name__ == "__main__":
    main()
