import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
loss_fn = tf.keras.losses.MeanSquaredError()
x = np.linspace(0, 1, 10, dtype="float32").reshape(10, 1)
train_ds = tf.data.Dataset.from_tensor_slices((x, 3 * x)).batch(4)


def train_step(model, input, target, loss_function, optimizer):
    """One step of gradient descent."""
    with tf.GradientTape() as tape:
        prediction = model(input, training=True)
        loss = loss_function(target, prediction)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


train_losses = []
for epoch in range(3):
    # training (and checking in with training)
    epoch_loss_agg = []
    for input, target in train_ds:
        train_loss = train_step(model, input, target, loss_fn, optimizer)
        epoch_loss_agg.append(train_loss)

    # track training loss
    train_losses.append(tf.reduce_mean(epoch_loss_agg))

for train_loss in train_losses:
    print(float(train_loss))
