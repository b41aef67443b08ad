import logging

import tensorflow as tf

logger = logging.getLogger(__name__)


def gradients(model, x, y, loss_fns):
    with tf.GradientTape() as tape:
        first, second = model(x, training=True)
        loss1 = loss_fns[0](y[0], first)
        loss2 = loss_fns[1](y[1], second)
        logger.info("losses %s %s", loss1, loss2)
        grads = tape.gradient([loss1, loss2], model.trainable_variables)
    return grads
