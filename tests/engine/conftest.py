"""Installs codemods for one test."""

from __future__ import annotations

from typing import Protocol

import pytest

from tffix import registry
from tffix.codemod import Codemod
from tffix.config.settings import Settings


class Install(Protocol):
    """Makes ``codemods`` the only ones there are; the settings select them all."""

    def __call__(self, *codemods: Codemod) -> Settings: ...


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    def install(*codemods: Codemod) -> Settings:
        monkeypatch.setattr(registry, "codemods", lambda: tuple(codemods))
        return Settings(frozenset(codemod.code for codemod in codemods))

    return install
