import tensorflow as tf
from tensorflow import keras

base = keras.applications.MobileNetV2(include_top=False, pooling="avg")
model = keras.Sequential([base, keras.layers.Dropout(0.2), keras.layers.Dense(5)])
optimizer = keras.optimizers.Adam(1e-5)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
