"""Run a script under the recorder; the settings are named by the one argument."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    """Record the run that the settings describe; return the exit code of the script."""
    # The script must not find the recorder's modules under their short names, nor tffix where it is not installed.
    sys.path.pop(0)
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    from tffix.verify.recorder.run import Settings, record

    sys.path.pop(0)
    return record(Settings.read(sys.argv[1]))


if __name__ == "__main__":
    sys.exit(main())
