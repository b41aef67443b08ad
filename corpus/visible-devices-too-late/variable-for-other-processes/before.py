import os
import subprocess
import sys

import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
for index in range(len(gpus)):
    os.environ["CUDA_VISIBLE_DEVICES"] = str(index)
    subprocess.Popen([sys.executable, "train.py"])
