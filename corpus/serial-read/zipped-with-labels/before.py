import tensorflow as tf

x = tf.data.TextLineDataset(["x1.txt", "x2.txt"])
y = tf.data.TextLineDataset(["y1.txt", "y2.txt"])
model.fit(tf.data.Dataset.zip((x, y)).batch(8))
