import tensorflow as tf


@tf.function
def f(x, scale: float, name, loss):
    print(f"scale {scale:.2f}")
    print("name", name, x)
    print(f"loss {loss:.4f}")
    for i in range(3):
        print("layer", i)
    return x * scale
