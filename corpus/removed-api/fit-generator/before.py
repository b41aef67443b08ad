from tensorflow.keras import Sequential, layers
from tensorflow.keras.preprocessing.image import ImageDataGenerator

model = Sequential([layers.Flatten(), layers.Dense(2)])
model.compile("sgd", "mse")
flow = ImageDataGenerator(rescale=1 / 255).flow_from_directory("data/train")
history = model.fit_generator(flow, 100,
                              epochs=5, workers=4,
                              use_multiprocessing=True,
                              verbose=2)
loss = model.evaluate_generator(flow, 10)
scores = model.predict_generator(generator=flow, steps=10)
