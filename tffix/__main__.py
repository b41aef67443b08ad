"""``python -m tffix``."""

from __future__ import annotations

from tffix.cli import main

if __name__ == "__main__":
    main()
