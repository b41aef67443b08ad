import tensorflow.keras as K

policy = K.mixed_precision.Policy('mixed_float16')
K.mixed_precision.set_global_policy(policy)

model = K.models.Sequential()
model.add(K.layers.Flatten(input_shape=(28, 28)))
model.add(K.layers.Dense(128))
model.add(K.layers.Activation('relu'))
model.add(K.layers.Dense(10))  # 十个类别
model.add(K.layers.Activation('softmax', dtype='float32'))  # 输出概率
model.compile(optimizer='adam', loss='categorical_crossentropy', metrics=['accuracy'])
