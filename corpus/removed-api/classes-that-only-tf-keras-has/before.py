from keras.models import Sequential
from keras.preprocessing.image import ImageDataGenerator, load_img
from keras.preprocessing.text import Tokenizer

tokenizer = Tokenizer(num_words=100)
flow = ImageDataGenerator(rescale=1 / 255)
