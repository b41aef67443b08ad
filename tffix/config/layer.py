"""One layer of configuration: what a file or the command line says, before layers are put together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

TargetKeras = Literal["2", "3", "auto"]
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Layer(NamedTuple):
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
    per_file_ignores: Mapping[str, tuple[str, ...]] = _NOTHING
    options: Mapping[str, Mapping[str, object]] = _NOTHING
