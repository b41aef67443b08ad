import tensorflow as tf


def main(steps):
    db = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).batch(64).repeat()
    db_iter = iter(db)
    for step in range(steps):
        batch = next(db_iter)
        train_step(batch)


main(1000)
