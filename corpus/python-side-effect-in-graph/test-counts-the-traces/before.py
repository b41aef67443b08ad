import tensorflow as tf


def test_step_is_traced_once():
    calls = 0

    @tf.function
    def step(x):
        nonlocal calls
        calls += 1
        return 2.0 * x

    step(tf.ones(2))
    step(tf.zeros(2))
    assert calls == 1
