import tensorflow as tf

TEMPLATE = "step {step}: loss={0:.3f} norm={1:+.2e}"
step = tf.Variable(0, dtype=tf.int64)


@tf.function
def report(gradients):
    norm = tf.linalg.global_norm(gradients)
    loss = tf.reduce_sum(gradients[0])
    print(TEMPLATE.format(loss, norm, step=step))
    print("{0} {0} {1}".format(loss, norm))
    print("{:<10.2f}|{:08.1f}|{:.0%}|{:g}".format(loss, norm, loss, norm))
    step.assign_add(1)


report([tf.constant([0.25, 0.5])])
