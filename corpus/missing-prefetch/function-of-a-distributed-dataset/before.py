import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()


def main():
    def dataset_fn(context):
        batch_size = context.get_per_replica_batch_size(256)
        dataset = tf.data.Dataset.from_tensor_slices(data)
        dataset = dataset.shard(context.num_input_pipelines, context.input_pipeline_id)
        return dataset.batch(batch_size)

    return strategy.distribute_datasets_from_function(dataset_fn)
