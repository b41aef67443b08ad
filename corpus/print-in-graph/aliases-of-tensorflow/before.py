import sys as system
import tensorflow as t
from tensorflow import function, reduce_mean as mean


@function(reduce_retracing=True)
def centre(x):
    m = mean(x)
    print(f'mean {m:.2f}')
    print('mean', m)
    return x - m


centre(t.constant([1.0, 2.0]))
