import tensorflow as tf

optimizer = tf.train.AdamOptimizer(1e-3)
tower_grads = []
for i in range(2):
    with tf.device("/gpu:%d" % i):
        loss = build_loss(tf.placeholder(tf.float32, [None, 4]))
        tower_grads.append(optimizer.compute_gradients(loss))
train_op = optimizer.apply_gradients(average_gradients(tower_grads))
with tf.Session() as session:
    session.run(train_op)  # GradientTape
