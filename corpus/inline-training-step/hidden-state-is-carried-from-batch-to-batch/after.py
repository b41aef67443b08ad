import tensorflow as tf

from text import batches, vocabulary

model = tf.keras.Sequential([tf.keras.layers.Dense(len(vocabulary))])
cell = tf.keras.layers.GRUCell(64)
optimizer = tf.keras.optimizers.RMSprop()
state = tf.zeros((16, 64))


@tf.function
def train_step(inputs, targets, state):
    with tf.GradientTape() as tape:
        output, state = cell(inputs, state)
        loss = tf.keras.losses.sparse_categorical_crossentropy(targets, model(output), from_logits=True)
    variables = cell.trainable_variables + model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return state


for inputs, targets in batches:
    state = train_step(inputs, targets, state)
