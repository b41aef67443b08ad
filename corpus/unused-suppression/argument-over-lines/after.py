import tensorflow as tf

numbers = tf.range(
    10,  # 十个数
)
