import tensorflow
from tensorflow.keras import losses


def step(model, optimizer, x, y, smooth):
    with tensorflow.GradientTape() as tape:
        outputs = model(x, training=True)
        if smooth:
            loss = losses.huber(y, outputs)
        else:
            loss = losses.mse(y, outputs)
        # The gradient comes next.
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
