import tensorflow as tf

db_train = tf.data.Dataset.from_tensor_slices((x_train, y_train)) \
    .shuffle(1000) \
    .batch(128)

for step, (x, y) in enumerate(db_train):
    loss = train_step(x, y)
    if step % 100 == 0:
        print(step, float(loss))
