import numpy as np
import tensorflow as tf


def train(model, dataset, optimizer, writer, compute_loss, warmup, total):
    global_steps = tf.Variable(1, trainable=False, dtype=tf.int64)

    def train_step(image_data, target):
        with tf.GradientTape() as tape:
            giou_loss = conf_loss = 0
            for i, conv in enumerate(model(image_data, training=True)):
                items = compute_loss(conv, *target[i], i)
                giou_loss += items[0]
                conf_loss += items[1]

            total_loss = giou_loss + conf_loss

        gradients = tape.gradient(total_loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # update learning rate
        global_steps.assign_add(1)
        if global_steps < warmup:
            lr = global_steps / warmup * 1e-3
        else:
            lr = 1e-6 + 0.5 * 1e-3 * (
                (1 + tf.cos((global_steps - warmup) / (total - warmup) * np.pi))
            )
        optimizer.lr.assign(lr.numpy())

        # writing summary data
        with writer.as_default():
            tf.summary.scalar("lr", optimizer.lr, step=global_steps)
            tf.summary.scalar("loss/total_loss", total_loss, step=global_steps)
        writer.flush()
        # 一步结束

    for image_data, target in dataset:
        train_step(image_data, target)
