import tensorflow as tf

env = {}
x = tf.ones((2, 2))
env["CUDA_VISIBLE_DEVICES"] = "0"
launch(env)
