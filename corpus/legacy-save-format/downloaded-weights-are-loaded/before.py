import tensorflow as tf

base = tf.keras.applications.VGG16(include_top=False, weights=None)
base.load_weights("../input/vgg16_notop.h5")
model = tf.keras.models.load_model("../input/model.h5", compile=False)
