import h5py
import joblib
import numpy as np
import tensorflow as tf
from PIL import Image

np.save("x.h5", np.zeros(3))
joblib.dump({}, "scaler.h5")
Image.new("L", (8, 8)).save("image.ckpt")
with h5py.File("data.h5", "w") as file:
    file["x"] = np.zeros(3)
checkpoint = tf.train.Checkpoint(step=tf.Variable(0))
checkpoint.save("ckpt/model")
manager = tf.train.CheckpointManager(checkpoint, "ckpt", max_to_keep=3)
manager.save()
tf.saved_model.save(tf.Module(), "module")
