import sys as system
import sys
import tensorflow as t
from tensorflow import function, reduce_mean as mean


@function(reduce_retracing=True)
def centre(x):
    m = mean(x)
    t.print(
        t.strings.join([
            'mean ',
            t.strings.as_string(t.cast(m, t.float64), precision=2),
        ]),
        output_stream=sys.stdout,
    )
    t.print('mean', m, output_stream=sys.stdout)
    return x - m


centre(t.constant([1.0, 2.0]))
