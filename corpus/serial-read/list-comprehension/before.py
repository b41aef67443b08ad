import tensorflow as tf

ds = tf.data.TFRecordDataset([f"part-{i}.tfrecord" for i in range(10)])  # 十个文件
for epoch in range(3):
    for batch in ds.shuffle(100).batch(8):
        train_step(batch)
