import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
dataset = tf.data.Dataset.range(8).apply(tf.data.experimental.assert_cardinality(8))
distributed = strategy.experimental_distribute_dataset(dataset)
rows = tf.data.experimental.make_csv_dataset("a.csv", 8)
tf.config.experimental.enable_op_determinism()


@tf.function(experimental_implements="double")
def double(x):
    return strategy.experimental_local_results(x)
