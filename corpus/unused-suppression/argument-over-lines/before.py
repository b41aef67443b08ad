import tensorflow as tf

numbers = tf.range(
    10,  # 十个数 # tffix: ignore[TF101] 不需要
)
