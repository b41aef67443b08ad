from tensorflow.data import Dataset

import tokenizer_functions as tf

ds = Dataset.from_tensor_slices(tf.tokenize(text)).prefetch(1)
