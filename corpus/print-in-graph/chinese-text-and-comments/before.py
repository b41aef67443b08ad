# 训练脚本
import tensorflow as tf

优化器 = tf.keras.optimizers.SGD(0.1)
w = tf.Variable(1.0)


@tf.function
def 训练一步(x):
    with tf.GradientTape() as tape:
        损失 = tf.reduce_mean(tf.square(w * x))  # 均方
    优化器.apply_gradients([(tape.gradient(损失, w), w)])
    # 打印损失
    print(f"损失：{损失:.3f}（学习率 {优化器.learning_rate}）")  # 每一步
    print('权重', w)
    return 损失


for _ in range(2):
    训练一步(tf.ones((3,)))
