import tensorflow as tf
from tensorflow.keras import datasets


def mnist_dataset():
    (x, y), (x_val, y_val) = datasets.fashion_mnist.load_data()
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.shuffle(60000).batch(100).prefetch(tf.data.AUTOTUNE)

    ds_val = tf.data.Dataset.from_tensor_slices((x_val, y_val))
    ds_val = ds_val.batch(100).prefetch(tf.data.AUTOTUNE)
    return ds, ds_val


def main():
    train_dataset, val_dataset = mnist_dataset()
    model.fit(train_dataset, epochs=30, validation_data=val_dataset)


if __name__ == "__main__":
    main()
