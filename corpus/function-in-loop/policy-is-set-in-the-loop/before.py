import tensorflow as tf

x = tf.ones((32, 4))

for policy in ["float32", "mixed_float16", "float32", "mixed_bfloat16", "float32", "mixed_float16"]:
    tf.keras.mixed_precision.set_global_policy(policy)

    @tf.function
    def activate(x):
        return tf.keras.layers.Activation("relu")(x)

    print(policy, activate(x).dtype)
