"""Models: how they are called in training, and what their outputs are compared with."""
