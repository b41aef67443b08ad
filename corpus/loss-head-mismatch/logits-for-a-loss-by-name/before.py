from tensorflow.keras import layers, models

model = models.Sequential()
model.add(layers.Conv2D(32, 3, activation='relu', input_shape=(28, 28, 1)))
model.add(layers.Flatten())
model.add(layers.Dense(10))  # 输出层

model.compile(optimizer='adam', loss='sparse_categorical_crossentropy', metrics=['accuracy'])
