import tensorflow as tf
from tensorflow.keras import layers, losses, mixed_precision, optimizers

policy = mixed_precision.Policy("mixed_float16")
mixed_precision.set_global_policy(policy)

net = tf.keras.Sequential([layers.Dense(32, activation="relu"), layers.Dense(10, dtype="float32")])
opt = optimizers.RMSprop(1e-3)
criterion = losses.SparseCategoricalCrossentropy(from_logits=True)
dataset = tf.data.Dataset.from_tensor_slices((tf.ones((32, 4)), tf.zeros((32,), tf.int32))).batch(8)

for epoch in range(2):
    for step, (images, labels) in enumerate(dataset):
        with tf.GradientTape() as tape:
            logits = net(images, training=True)
            loss = criterion(labels, logits)
            loss += tf.add_n([tf.nn.l2_loss(v) for v in net.trainable_variables]) * 1e-4

        grads = tape.gradient(loss, net.trainable_variables)
        opt.apply_gradients(zip(grads, net.trainable_variables))
        if step % 2 == 0:
            print(epoch, step, float(loss))  # 损失
