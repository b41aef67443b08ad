import tensorflow as tf

episodes = tf.data.Dataset.from_generator(play, output_signature=tf.TensorSpec([None]))
episodes = episodes.batch(4)


@tf.function
def learn():
    for batch in episodes:
        update(batch)


learn()
