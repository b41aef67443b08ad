import tensorflow as tf

w1, w2 = tf.Variable(5.0), tf.Variable(3.0)


def f(a, b):
    return 3 * a**2 + 2 * a * b


with tf.GradientTape(persistent=True) as hessian_tape:
    with tf.GradientTape() as jacobian_tape:
        z = f(w1, w2)
    jacobians = jacobian_tape.gradient(z, [w1, w2])
hessians = [hessian_tape.gradient(jacobian, [w1, w2]) for jacobian in jacobians]
