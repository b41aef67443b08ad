import tensorflow as tf
from tensorflow import keras

model = keras.Sequential(
    [keras.layers.Conv2D(8, 3), keras.layers.BatchNormalization(), keras.layers.Flatten(), keras.layers.Dense(10)]
)
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
image = tf.Variable(tf.random.normal([1, 28, 28, 3]))
optimizer = keras.optimizers.Adam(0.1)
for _ in range(100):
    with tf.GradientTape() as tape:
        loss = -model(image)[0, 3]
    optimizer.apply_gradients([(tape.gradient(loss, image), image)])
