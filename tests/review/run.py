"""``tffix`` with the codemods of these tests, in the workers too; it can be told to die while it writes."""

from __future__ import annotations

import os
import signal
from typing import Any

from tests.review.codemods import CODEMODS
from tffix import registry
from tffix.cli import main

registry.codemods = lambda: CODEMODS


def die_at(number: int) -> None:
    """Kill this process when it replaces a file for the ``number``th time, just before or after."""
    replace, left = os.replace, [abs(number)]

    def replaced(*arguments: Any) -> None:
        left[0] -= 1
        if left[0] == 0 and number < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        replace(*arguments)
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    os.replace = replaced


if __name__ == "__main__":
    if "DIE_AT" in os.environ:
        die_at(int(os.environ["DIE_AT"]))
    main()
