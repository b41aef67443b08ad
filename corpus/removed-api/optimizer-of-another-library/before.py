import tensorflow as tf
from torch.optim import Adam, SGD

optimizer = Adam(params, lr=1e-3)
other = SGD(params, lr=0.1, weight_decay=1e-4)
print(tf.constant(optimizer.lr))
