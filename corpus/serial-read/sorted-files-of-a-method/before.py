import glob

from tensorflow import data


class Reader:
    def load(self, batch_size):
        names = sorted(glob.glob("*.tfrec"))
        dataset = data.TFRecordDataset(names)
        return dataset.shuffle(100).batch(batch_size)
