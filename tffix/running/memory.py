"""When the garbage collector runs: between files, not in them.

The model of a file refers to itself all over, so only the collector frees it.  Left to itself it would run hundreds of
times while a large file is parsed, over a tree that is all in use.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_ENOUGH = 20_000
"""Containers made since the last collection: files without a model never come to that."""


def take_over() -> None:
    """Stop the collector for good, in a process of our own; what is there already is never looked at again."""
    gc.freeze()
    gc.disable()


@contextmanager
def taken_over() -> Iterator[None]:
    """:func:`take_over` for a while, in a process that others use as well."""
    was_enabled = gc.isenabled()
    take_over()
    try:
        yield
    finally:
        gc.unfreeze()
        if was_enabled:
            gc.enable()


def collect() -> None:
    """Free the models of the files that are done, if it is worth it; what is left is never looked at again.

    That is what was imported meanwhile, and results: both stay.
    """
    if gc.get_count()[0] > _ENOUGH:
        gc.collect()
        gc.freeze()
