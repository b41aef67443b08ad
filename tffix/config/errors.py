"""The error of a configuration that cannot be used."""

from __future__ import annotations


class ConfigError(Exception):
    """A key, code, type or file that is wrong; the message names where and the nearest right word."""

    def __init__(self, message: str, origin: str | None = None) -> None:
        super().__init__(f"{origin}: {message}" if origin else message)
