from tensorflow.keras.models import load_model

from data import x

classes = load_model("model.h5").predict_classes(x)
