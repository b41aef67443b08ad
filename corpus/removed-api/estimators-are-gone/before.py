import tensorflow as tf

config = tf.estimator.RunConfig(model_dir="out")
estimator = tf.estimator.DNNClassifier([8], [], config=config)
