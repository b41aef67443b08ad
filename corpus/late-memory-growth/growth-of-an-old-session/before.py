import tensorflow as tf

x = tf.compat.v1.placeholder(tf.float32, (None, 3))
config = tf.compat.v1.ConfigProto()
config.gpu_options.allow_growth = True
sess = tf.compat.v1.Session(config=config)
