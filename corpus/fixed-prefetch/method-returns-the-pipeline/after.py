import tensorflow as tf


class Reader:
    def __init__(self, files):
        self.dataset = tf.data.TFRecordDataset(files)

    def batches(self, n):
        # 预取两批
        return self.dataset.batch(n).prefetch(tf.data.AUTOTUNE)
