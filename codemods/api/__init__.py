"""Codemods for old names of APIs; what is known of each name stands in ``table.tsv``."""
