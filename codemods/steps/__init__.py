"""Codemods about training steps that run eagerly."""
