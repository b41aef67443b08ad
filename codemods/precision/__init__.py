"""Mixed precision: what has to stay in float32, and what float16 needs besides."""
