"""tffix finds TensorFlow and Keras anti-patterns in Python source and rewrites them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tffix.api import Config, Result, check_source, fix_source
    from tffix.results import Finding

__version__ = "0.1.0"
__all__ = ["Config", "Finding", "Result", "__version__", "check_source", "fix_source"]


def __getattr__(name: str) -> Any:
    """Import the public names when first asked for: the command line starts without them."""
    if name == "Finding":
        from tffix.results import Finding

        return Finding
    if name in __all__:
        from tffix import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
