import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()
lr = tf.Variable(0.0)


def train_step(x, y, step, history):
    with tf.GradientTape() as tape:
        pred = model(x, training=True)
        loss = tf.reduce_mean(tf.square(y - pred))
        print("step %d, loss %.4f, max %.4f" % (step, loss.numpy(), np.max(pred)))
        history.append(float(loss))
    optimizer.learning_rate.assign(lr.numpy())
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
