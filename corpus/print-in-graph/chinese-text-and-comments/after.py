# 训练脚本
import sys

import tensorflow as tf

优化器 = tf.keras.optimizers.SGD(0.1)
w = tf.Variable(1.0)


@tf.function
def 训练一步(x):
    with tf.GradientTape() as tape:
        损失 = tf.reduce_mean(tf.square(w * x))  # 均方
    优化器.apply_gradients([(tape.gradient(损失, w), w)])
    # 打印损失
    tf.print(
        tf.strings.join([
            "损失：",
            tf.strings.as_string(tf.cast(损失, tf.float64), precision=3),
            "（学习率 ",
            tf.strings.format("{}", 优化器.learning_rate),
            "）",
        ]),
        output_stream=sys.stdout,
    )  # 每一步
    tf.print('权重', w, output_stream=sys.stdout)
    return 损失


for _ in range(2):
    训练一步(tf.ones((3,)))
