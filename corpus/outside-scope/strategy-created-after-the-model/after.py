import tensorflow as tf

# 分布式训练
strategy = tf.distribute.MirroredStrategy()
print("设备数量: {}".format(strategy.num_replicas_in_sync))
with strategy.scope():
    # 模型设计
    model = tf.keras.Sequential([
        tf.keras.layers.Dense(128, activation='relu', input_shape=(784,)),
        tf.keras.layers.Dropout(0.2),  # 防止过拟合
        tf.keras.layers.Dense(10, activation='softmax')
    ])
    model.compile(loss='categorical_crossentropy', optimizer=tf.keras.optimizers.Adam(0.001), metrics=['accuracy'])

model.fit(x_train, y_train, epochs=5, validation_data=(x_val, y_val))
