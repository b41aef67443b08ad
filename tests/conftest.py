"""Shared by all tests."""

from __future__ import annotations

from hypothesis import settings

# A deadline would make a slow machine a failure.
settings.register_profile("tffix", deadline=None)
settings.load_profile("tffix")
