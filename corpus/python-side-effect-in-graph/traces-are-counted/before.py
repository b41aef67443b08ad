import tensorflow as tf

num_traces = 0
calls = 0


class Net(tf.Module):
    def __init__(self):
        self.trace_count = 0
        self.n_compiles = 0

    @tf.function
    def __call__(self, x):
        self.trace_count += 1
        self.n_compiles += 1
        return x


@tf.function
def f(x):
    global num_traces, calls
    num_traces += 1
    calls += 1  # runs only while tracing
    return x
