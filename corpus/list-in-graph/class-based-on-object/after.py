import tensorflow as tf


class Trainer(object):
	"""训练器"""

	def __init__(self, model):
		self.model = model
		self.loss_obj = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

	@tf.function
	def evaluate(self, dataset):
		total = 0.0
		count = 0.0
		for images, labels in dataset:
			logits = self.model(images, training=False)
			total += self.loss_obj(labels, logits)
			count += 1.0
		return total / count


model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
data = tf.data.Dataset.from_tensor_slices((tf.ones([16, 3]), tf.zeros([16], tf.int32))).batch(4)
print(Trainer(model).evaluate(data).numpy())
