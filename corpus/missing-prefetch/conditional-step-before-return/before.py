import tensorflow as tf


def _make_dataset(paths, repeat):
    dataset = tf.data.TFRecordDataset(paths)
    dataset = dataset.batch(32)
    if repeat:
        dataset = dataset.repeat()
    return dataset


def main():
    train = _make_dataset(["a", "b"], repeat=True)
    model.fit(train, steps_per_epoch=100)


if __name__ == "__main__":
    main()
