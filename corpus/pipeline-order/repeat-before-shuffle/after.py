import tensorflow as tf

# Use tf.data API to shuffle and batch data.
train_data = tf.data.Dataset.from_tensor_slices((x_train, y_train))
train_data = train_data.shuffle(5000).repeat().batch(256).prefetch(1)

for step, (batch_x, batch_y) in enumerate(train_data.take(1000), 1):
    run_optimization(batch_x, batch_y)
