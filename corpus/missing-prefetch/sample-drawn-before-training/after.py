import tensorflow as tf

db = tf.data.Dataset.from_tensor_slices((x, y))
db = db.map(preprocess, num_parallel_calls=tf.data.AUTOTUNE).shuffle(10000).batch(128).prefetch(tf.data.AUTOTUNE)

sample = next(iter(db))
print("batch:", sample[0].shape, sample[1].shape)
for images, labels in db.take(1):
    plt.imshow(images[0])
print(db.element_spec, len(db))

model.fit(db, epochs=5)
