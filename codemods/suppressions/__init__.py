"""Codemods about the comments that silence other codemods."""
