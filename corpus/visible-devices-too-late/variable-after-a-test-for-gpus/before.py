from os import environ

import tensorflow as tf

if __name__ == "__main__":
    print(tf.test.is_gpu_available())
    environ.setdefault("CUDA_VISIBLE_DEVICES", "0,1")
    strategy = tf.distribute.MirroredStrategy()
