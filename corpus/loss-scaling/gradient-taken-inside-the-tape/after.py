import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.applications.MobileNetV2(weights=None, classes=10)
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-4))
loss_object = keras.losses.SparseCategoricalCrossentropy()


def train(dataset):
    for images, labels in dataset:
        with tf.GradientTape() as tape:
            predictions = model(images, training=True)
            loss = loss_object(labels, predictions)
            scaled_loss = optimizer.scale_loss(loss + sum(model.losses))
            grads = tape.gradient(scaled_loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
