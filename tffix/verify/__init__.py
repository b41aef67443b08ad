"""``tffix verify``: train code before and after its fixes, and compare the curves.

Nothing here imports TensorFlow: each version runs in a process of its own, under :mod:`tffix.verify.recorder`.
"""
