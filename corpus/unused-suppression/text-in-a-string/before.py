import tensorflow as tf

text = "# tffix: ignore[TF303]"
help_text = """
numbers  # noqa: TF303
"""
