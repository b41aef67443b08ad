import tensorflow as tf

raw = tf.data.experimental.make_csv_dataset("titanic.csv", batch_size=5, label_name="survived", num_epochs=1)
packed = raw.map(pack_numeric, num_parallel_calls=2)
model.fit(packed, epochs=20)
