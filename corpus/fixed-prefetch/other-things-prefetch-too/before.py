import tensorflow as tf

queue = redis_client.pipeline().prefetch(10)
loader = torch_like.DataLoader(tf.constant([1])).prefetch(2)
"""ds.prefetch(1) in a docstring"""
