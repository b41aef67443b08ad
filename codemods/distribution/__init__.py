"""Codemods about training on several devices."""
