"""The interactive review: one fix at a time, every answer on disk before the next question."""
