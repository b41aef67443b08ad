"""Shared by all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

# A deadline would make a slow machine a failure.
settings.register_profile("tffix", deadline=None)
settings.load_profile("tffix")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees or leaves anything in the user's cache."""
    monkeypatch.setenv("TFFIX_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))
