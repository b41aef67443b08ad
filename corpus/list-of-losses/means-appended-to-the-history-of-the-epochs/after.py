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


@tf.function
def train_epoch(dataset):
    total = 0.0
    count = 0.0
    for input, target in dataset:
        train_loss = train_step(model, input, target, loss_fn, optimizer)
        total += train_loss
        count += 1.0
    return total / count


train_losses = []
for epoch in range(3):
    # training (and checking in with training)

    # track training loss
    train_losses.append(train_epoch(train_ds))

for train_loss in train_losses:
    print(float(train_loss))
