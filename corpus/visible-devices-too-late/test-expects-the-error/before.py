import pytest
import tensorflow as tf

tensor = tf.constant(1)
with pytest.raises(RuntimeError):
    tf.config.set_visible_devices([], "GPU")
