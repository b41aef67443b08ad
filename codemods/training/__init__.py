"""Training with ``compile`` and ``fit``: what they take without a word and do otherwise than meant."""
