"""The report on a migration: HTML, Markdown and JSON, from the same data.

The page is made with plain functions and not with a template language: it is one page with few kinds of parts, and
every text goes through one function that escapes it, which is easier to see here than in a template.
"""
