import tensorflow as tf
from sklearn.model_selection import KFold

strategy = tf.distribute.MirroredStrategy()

for fold, (train_index, val_index) in enumerate(KFold(5).split(X)):
    print(f"Fold {fold}")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    with strategy.scope():
        model.compile("adam", "mse")
    model.fit(X[train_index], y[train_index], validation_data=(X[val_index], y[val_index]))
    model.save(f"fold{fold}.keras")
