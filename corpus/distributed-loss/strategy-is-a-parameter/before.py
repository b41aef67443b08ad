import tensorflow as t


def get_train_step_fn(strategy):
    @t.function
    def train_step(images, labels, net, optimizer):
        with t.GradientTape() as tape:
            logits = net(images, training=True)
            losses = t.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
            loss_value = t.reduce_mean(losses)
        grads = tape.gradient(loss_value, net.trainable_variables)
        optimizer.apply_gradients(zip(grads, net.trainable_variables))
        return loss_value

    if strategy is None:
        return train_step

    @t.function
    def distributed_train_step(images, labels, net, optimizer):
        losses = strategy.run(train_step, args=(images, labels, net, optimizer))
        return strategy.reduce(t.distribute.ReduceOp.MEAN, losses, axis=None)

    return distributed_train_step
