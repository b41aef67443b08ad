import tensorflow as t
from tensorflow.distribute import MirroredStrategy as Mirrored
from tensorflow.keras.optimizers import Nadam

strat = Mirrored()
keras = t.keras
with strat.scope():
    m = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(1)])
m.compile(Nadam(), "mse")
m.fit(t.ones((8, 4)), t.ones((8, 1)))
