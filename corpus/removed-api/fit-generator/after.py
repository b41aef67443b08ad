from tensorflow.keras import Sequential, layers
from tensorflow.keras.preprocessing.image import ImageDataGenerator

model = Sequential([layers.Flatten(), layers.Dense(2)])
model.compile("sgd", "mse")
flow = ImageDataGenerator(rescale=1 / 255).flow_from_directory("data/train")
history = model.fit(flow, steps_per_epoch=100,
                              epochs=5,
                              verbose=2)
loss = model.evaluate(flow, steps=10)
scores = model.predict(x=flow, steps=10)
