import tensorflow as tf

test = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(32).cache()
model.fit(train, validation_data=test, epochs=3)
model.evaluate(test)
model.predict(test)
