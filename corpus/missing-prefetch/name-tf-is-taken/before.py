from tensorflow.data import Dataset

import tokenizer_functions as tf

train = Dataset.from_tensor_slices(tf.tokenize(text)).batch(32)
model.fit(train)
