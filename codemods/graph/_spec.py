"""Format specifications of numbers, and how ``tf.strings.as_string`` writes the same text.

Measured on TensorFlow 2.21: after a cast to float64 ``as_string`` gives the text of Python's format for every float,
integer and boolean type.  Its ``fill`` is the flag of C's ``printf``: ``-`` aligns to the left, ``0`` pads with zeros,
``+`` and a space write the sign.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_FORMAT = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<zero>0)?(?P<width>\d+)?"
    r"(?:\.(?P<precision>\d+))?(?P<type>[defgFiu%])",
    re.DOTALL,
)
_PERCENT = re.compile(r"(?P<flags>[-+ 0]*)(?P<width>\d+)?(?:\.(?P<precision>\d+))?(?P<type>[defgFiu])")


@dataclass(frozen=True)
class NumberFormat:
    """How a number is written: ``type`` is one of ``d``, ``e``, ``f``, ``g`` and ``%``."""

    type: str
    width: int | None = None
    precision: int | None = None
    fill: str = ""

    @property
    def is_plain_integer(self) -> bool:
        """Whether ``tf.print`` writes an integer this way by itself."""
        return self == NumberFormat("d")

    def as_string(self, value: str, names: dict[str, str]) -> str:
        """Code that formats the number ``value``; the sign of a percentage is not part of it.

        Args:
            value: the code of the number.
            names: how ``as_string``, ``cast``, ``float64``, ``int64`` and the ``fill`` are written.
        """
        dtype = names["int64" if self.type == "d" else "float64"]
        number = f"{names['cast']}({value}, {dtype})"
        if self.type == "%":
            number += " * 100"
        options = "".join(f", {name}={option}" for name, option in self._options(names["fill"]))
        return f"{names['as_string']}({number}{options})"

    def _options(self, fill: str) -> list[tuple[str, object]]:
        options: list[tuple[str, object]] = []
        if self.type != "d":
            options.append(("precision", 6 if self.precision is None else self.precision))
        if self.type == "e":
            options.append(("scientific", True))
        if self.type == "g":
            options.append(("shortest", True))
        if self.width is not None:
            options.append(("width", self.width))
        if self.fill:
            options.append(("fill", fill))
        return options


def parse(spec: str, *, percent: bool) -> NumberFormat | None:
    """Read ``spec``; ``None`` when ``as_string`` has no equal for it.

    Args:
        spec: a format specification, as in ``format(x, spec)``.
        percent: whether it is one of the ``%`` operator instead.
    """
    match = (_PERCENT if percent else _FORMAT).fullmatch(spec)
    if match is None:
        return None
    width = int(match["width"]) if match["width"] else None
    precision = int(match["precision"]) if match["precision"] else None
    kind = {"F": "f", "i": "d", "u": "d"}.get(match["type"], match["type"])
    if (kind == "d" and precision is not None) or (kind == "%" and width is not None):
        return None
    fill = _percent_fill(match["flags"]) if percent else _format_fill(match)
    if fill is None:
        return None
    needs_width = fill in ("-", "0")
    return NumberFormat(kind, width, precision, "" if needs_width and width is None else fill)


def _percent_fill(flags: str) -> str | None:
    kinds = set(flags)
    if "-" in kinds:
        kinds.discard("0")
    if "+" in kinds:
        kinds.discard(" ")
    return "".join(kinds) if len(kinds) < 2 else None


def _format_fill(match: re.Match[str]) -> str | None:
    fill, align, sign = match["fill"] or " ", match["align"], match["sign"] or ""
    flags = "" if sign == "-" else sign
    if align == "<" and fill == " ":
        flags += "-"
    elif align == "=" and fill == "0":
        flags += "0"
    elif align is not None and (align != ">" or fill != " "):
        return None
    if match["zero"]:
        # With an alignment the zeros stand on that side.
        if align not in (None, "="):
            return None
        flags = flags.replace("0", "") + "0"
    return flags if len(flags) < 2 else None
