from unittest.mock import patch

import tensorflow as tf


@patch("tensorflow.config.experimental.list_physical_devices", return_value=[])
def test_without_gpus(mocked):
    assert tf.config.experimental.list_physical_devices("GPU") == []


def test_with_a_fixture(monkeypatch):
    monkeypatch.setattr(tf.data.experimental, "AUTOTUNE", 1)
    assert tf.data.experimental.AUTOTUNE == 1
