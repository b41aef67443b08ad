import tensorflow as tf
from tensorflow import keras

base = keras.Sequential([keras.layers.Conv2D(8, 3), keras.layers.BatchNormalization(), keras.layers.GlobalMaxPool2D()])
inputs = keras.Input((28, 28, 3))
features = base(inputs, training=False)
outputs = keras.layers.Dense(10)(keras.layers.Dropout(0.5)(features))
model = keras.Model(inputs, outputs)

optimizer = keras.optimizers.Adam()
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
