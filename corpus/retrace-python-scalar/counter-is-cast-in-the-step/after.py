import tensorflow as t

weights = t.Variable(t.ones((3,)))
x = t.ones((5, 3))


@t.function
def regularized(x, step):
    rate = t.minimum(t.cast(step, t.float32) / 1000.0, 1.0)
    return t.reduce_mean(t.square(x * weights)) * rate


step = 0
while step < 100:
    value = regularized(x, t.constant(step, t.int64))
    step += 1
