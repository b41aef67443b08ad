import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices((x, y))
dataset = dataset.batch(64)
strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = build_model()
    if drop_labels:
        dataset = dataset.map(lambda x, y: x)  # labels are not needed here
    # 开始训练
    model.fit(dataset, epochs=2)
