import tensorflow as tf

batch_size = 128

train_dataset = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .batch(batch_size)
    .shuffle(1000)
)

for epoch in range(20):
    for x, y in train_dataset:
        train_step(x, y)
