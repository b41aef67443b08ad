"""Configuration: what holds for each file, and from where."""
