import tensorflow as tf

train_loss = tf.keras.metrics.Mean(name="train_loss")
optimizer = tf.keras.optimizers.Adam()

for epoch in range(3):
    train_loss.reset_states()
    print(epoch, optimizer.lr.numpy(), train_loss.result())
