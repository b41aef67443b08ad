from pathlib import Path

import tensorflow as tf
from tensorflow.keras.models import load_model, save_model

OUT = Path("models")
OUT.mkdir(exist_ok=True)
model = tf.keras.applications.MobileNetV2(weights=None)
save_model(model, OUT / "mobile.h5")
again = load_model(OUT / "mobile.h5", compile=False)
