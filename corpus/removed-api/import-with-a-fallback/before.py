try:
    from tensorflow.keras.layers.experimental.preprocessing import Rescaling
except ImportError:
    from tensorflow.keras.layers import Rescaling

try:
    import tensorflow.keras.layers.experimental.preprocessing as pp
except ModuleNotFoundError:
    import tensorflow.keras.layers as pp

layer = pp.Rescaling(2.0), Rescaling(1.0)
