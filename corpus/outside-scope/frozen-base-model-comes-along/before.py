import tensorflow as tf
from tensorflow.keras.applications import MobileNetV2
from tensorflow.keras.layers import Dense, GlobalAveragePooling2D
from tensorflow.keras.models import Model

# 加载预训练模型
base_model = MobileNetV2(weights=None, include_top=False, input_shape=(64, 64, 3))

# 冻结底层的权重
for layer in base_model.layers:
    layer.trainable = False

# 添加新的全连接层
x = GlobalAveragePooling2D()(base_model.output)
predictions = Dense(5, activation='softmax')(x)

# 创建模型
model = Model(inputs=base_model.input, outputs=predictions)

# 使用分布式训练
strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    # 编译模型
    model.compile(optimizer='adam', loss='sparse_categorical_crossentropy')

# 训练模型
model.fit(get_training_dataset(), epochs=10)
