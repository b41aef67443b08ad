import tensorflow as tf
from tqdm import tqdm

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    loss_fn = tf.keras.losses.MeanSquaredError()


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


train_ds = tf.data.Dataset.from_tensor_slices(arrays).batch(8)
for epoch in range(3):
    for x, y in tqdm(train_ds, leave=False):
        loss = train_step(x, y) if epoch else 0.0
