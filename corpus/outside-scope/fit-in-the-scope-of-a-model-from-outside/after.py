import tensorflow as tf
from tensorflow.keras.layers import LSTM, Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam

# 配置分布式策略
strategy = tf.distribute.MirroredStrategy()

# 包装模型
with strategy.scope():
    # 定义模型
    model = Sequential([
        LSTM(128, input_shape=(20, 8)),
        Dense(64, activation='relu'),
        Dense(1, activation='sigmoid')
    ])

    # 编译模型
    model.compile(optimizer=Adam(learning_rate=0.001), loss='binary_crossentropy', metrics=['accuracy'])
    model.fit(X_train, y_train, epochs=10, batch_size=32, validation_data=(X_val, y_val))

performance = model.evaluate(X_val, y_val)
