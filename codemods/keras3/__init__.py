"""What Keras 2 code does that Keras 3 does not, beyond the names of its API."""
