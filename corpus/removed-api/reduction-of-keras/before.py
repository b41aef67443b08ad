import keras
from keras.losses import Reduction

loss_fn = keras.losses.MeanSquaredError(reduction=keras.losses.Reduction.NONE)
other = keras.losses.MeanAbsoluteError(reduction=Reduction.SUM)
