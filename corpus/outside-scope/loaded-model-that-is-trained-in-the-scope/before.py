import tensorflow as tf
from tensorflow.keras.models import load_model

# 设置并行计算策略
strategy = tf.distribute.MirroredStrategy()

# 加载模型和数据
model = load_model('model.h5')
x_train = load_data('train_data')

# 使用并行计算训练模型
with strategy.scope():
    model.fit(x_train, epochs=10)
