import tensorflow as t


class Dynamics:
    def __init__(self, layer):
        self.layer = layer

    def linearize(self):
        state = t.zeros([1, 4])
        with t.GradientTape() as tape:
            """One step of the system."""
            out = t.tanh(state) * 0.5

        return tape.jacobian(out, state)
