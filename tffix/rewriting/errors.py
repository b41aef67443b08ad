"""The error with which the rewriting of one fix ends."""

from __future__ import annotations


class RefusedError(Exception):
    """A fix that cannot be carried out on the concrete tree; the message says why, for the author of the code."""
