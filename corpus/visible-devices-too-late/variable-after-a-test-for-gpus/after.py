from os import environ

import tensorflow as tf

if __name__ == "__main__":
    environ.setdefault("CUDA_VISIBLE_DEVICES", "0,1")
    print(tf.test.is_gpu_available())
    strategy = tf.distribute.MirroredStrategy()
