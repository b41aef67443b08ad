import tensorflow as t
from tensorflow.keras import Input, Model
from tensorflow.keras.layers import Conv2D, Dense, Flatten, SpatialDropout2D


def block(x, filters, drop):
    x = Conv2D(filters, 3, activation="relu")(x)
    if drop:
        x = SpatialDropout2D(0.2)(x)
    return x


def make_model():
    inputs = Input((28, 28, 1))
    x = inputs
    for filters in (16, 32):
        x = block(x, filters, drop=filters > 16)
    return Model(inputs, Dense(10)(Flatten()(x)))


def train_step(model, optimizer, batch):
    images, labels = batch
    with t.GradientTape() as tape:
        predictions = model(
            images,  # [batch, 28, 28, 1]
        )
        loss = t.reduce_mean(t.nn.sparse_softmax_cross_entropy_with_logits(labels, predictions))
    gradients = tape.gradient(loss, model.trainable_weights)
    optimizer.apply_gradients(zip(gradients, model.trainable_weights))
    return loss


net = make_model()
adam = t.keras.optimizers.Adam()
for batch in t.data.Dataset.from_tensor_slices((t.zeros([8, 28, 28, 1]), t.zeros([8], t.int32))).batch(4):
    train_step(net, adam, batch)
