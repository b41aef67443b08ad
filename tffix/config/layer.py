"""One layer of configuration: what a file or the command line says, before layers are put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

TargetKeras = Literal["2", "3", "auto"]


@dataclass(frozen=True)
class Layer:
    """What one source of configuration says; ``None`` and empty mean that it says nothing.

    ``origin`` is shown to people (a file, ``"command line"``); ``root`` is the folder that the patterns of ``exclude``
    and ``per_file_ignores`` are relative to.
    """

    origin: str
    root: str
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    unsafe_fixes: bool | None = None
    target_keras: TargetKeras | None = None
    exclude: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
