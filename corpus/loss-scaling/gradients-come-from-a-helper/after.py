import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.layers.Dense(10, activation="relu"), keras.layers.Dense(3, dtype="float32")])
loss_object = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(learning_rate=0.01))


def grad(model, inputs, targets):
    with tf.GradientTape() as tape:
        loss_value = loss_object(targets, model(inputs, training=True))
        scaled_loss = optimizer.scale_loss(loss_value)
    return loss_value, tape.gradient(scaled_loss, model.trainable_variables)


for x, y in tf.data.Dataset.from_tensors((tf.ones((4, 2)), tf.zeros((4,), tf.int32))).repeat(2):
    loss_value, grads = grad(model, x, y)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
