"""Devices: what has to be said of them before TensorFlow takes them."""
