"""Which findings are news: those that no baseline knows, and those on lines that have changed since a revision."""
