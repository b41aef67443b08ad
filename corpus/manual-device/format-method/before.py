import tensorflow as tf


def make_step(net, opt, gpus):
    def step(shards):
        grads = []
        for n in gpus:
            with tf.device("/device:GPU:{}".format(n)):
                with tf.GradientTape() as t:
                    l = tf.reduce_sum(net(shards[n]))
                grads.append(t.gradient(l, net.trainable_variables))
        opt.apply_gradients(zip(combine(grads), net.trainable_variables))

    return step
