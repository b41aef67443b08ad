"""Which codemods run: selectors (``ALL``, a prefix such as ``TF3``, a code, a name) made into codes.

As in ruff the more specific selector wins, and ``ignore`` wins at equal specificity.  A layer (the command line over
the configuration file) that selects starts anew; one that does not goes on from what the layer below it left.
"""

from __future__ import annotations

from collections.abc import Iterable

from tffix.codemod import Codemod
from tffix.config.errors import ConfigError
from tffix.config.layer import Layer
from tffix.registry import nearest

ALL = "ALL"
_NONE = -1
_EXACT = 1_000


def select(layers: Iterable[Layer], codemods: Iterable[Codemod]) -> frozenset[str]:
    """The codes that run when ``layers`` apply, the strongest last."""
    known = tuple(codemods)
    chosen = {codemod.code for codemod in known if codemod.default}
    for layer in layers:
        wanted = (*(layer.select or ()), *layer.extend_select)
        if layer.select is not None:
            chosen = set()
        for codemod in known:
            selected = _strongest(wanted, codemod, exact_only=not codemod.default)
            ignored = _strongest(layer.ignore, codemod)
            if selected > ignored:
                chosen.add(codemod.code)
            elif ignored > _NONE:
                chosen.discard(codemod.code)
    return frozenset(chosen)


def matching(selector: str, codemods: Iterable[Codemod]) -> frozenset[str]:
    """The codes ``selector`` stands for."""
    return frozenset(codemod.code for codemod in codemods if _specificity(selector, codemod) > _NONE)


def check_selectors(selectors: Iterable[str], codemods: Iterable[Codemod], origin: str) -> None:
    """Raise :class:`ConfigError` for the first selector that stands for nothing."""
    known = tuple(codemods)
    for selector in selectors:
        if selector.upper() == ALL or matching(selector, known):
            continue
        near = nearest(selector, [ALL, *(word for codemod in known for word in (codemod.code, codemod.name))])
        hint = f"; did you mean {near!r}?" if near else "; `tffix codemods` lists them"
        raise ConfigError(f"unknown codemod {selector!r}{hint}", origin)


def _strongest(selectors: Iterable[str], codemod: Codemod, *, exact_only: bool = False) -> int:
    best = max((_specificity(selector, codemod) for selector in selectors), default=_NONE)
    return best if best == _EXACT or not exact_only else _NONE


def _specificity(selector: str, codemod: Codemod) -> int:
    """How narrow ``selector`` is; -1 if it does not stand for ``codemod``."""
    word = selector.upper()
    if word == ALL:
        return 0
    if word == codemod.code or selector.lower() == codemod.name:
        return _EXACT
    return len(word) if word and codemod.code.startswith(word) else _NONE
