"""The table of old APIs (``table.tsv``), by the last part of their names.

One row an API. The columns:

- ``kind``: ``name`` (a dotted name), ``value`` (a dotted name that a literal takes the place of), ``namespace`` (a
  module whose names stand in rows of their own), ``call`` (a call that is written in another way), ``apply`` (a
  function given to ``Dataset.apply``), ``argument`` (a keyword argument), ``signature`` (a call whose arguments move),
  ``member`` (an attribute or a method) and ``keep`` (a current name that looks like an old one).
- ``old``, ``new``: ``tf.`` stands for TensorFlow, ``keras.`` for Keras under any name, except where a row for
  ``tf.keras.`` says otherwise; a capital (``Optimizer.lr``) for an object of that kind; ``f(x=1)`` for an argument with
  that value only. ``{x}`` is what was given for the parameter ``x``, ``{self}`` the object. An empty ``new`` removes an
  argument, where there is a fix.
- ``fix``: ``safe``, ``unsafe`` or ``none``. ``telling``: the name of a member alone says what it is.
- ``keras3``, ``keras2``: what the old API does with TensorFlow 2.21 and that generation of Keras: ``works``,
  ``ignored`` (accepted, without its effect) or ``fails``.
- ``since``: the first release with the new API, ``Keras 3.0`` where Keras 2 has none. ``until``: the last with the old.
- ``note``: for the author of the code. ``source``: the documentation.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from tffix.config.settings import Generation

TABLE = Path(__file__).with_name("table.tsv")
_TELLING = ("engine",)
"""Parts of names that few files have."""
_COMMON = (
    *("*", "tf", "keras", "data", "config", "nn", "random", "train", "summary", "math", "lite", "test", "layers"),
    *("losses", "metrics", "models", "optimizers", "utils", "preprocessing", "image", "sequence", "text", "callbacks"),
    *("backend", "initializers"),
)
"""Parts of names that many files have."""
_COMMON_ARGUMENTS = ("name", "dim", "dtype", "options", "alpha", "batch_size", "epsilon", "period")
_CALL = re.compile(r"(?P<name>[\w.*]+)\((?P<parameters>[^)]*)\)")


@dataclass(frozen=True)
class Row:
    """One old API; the fields are the columns of the table."""

    kind: str
    old: str
    new: str
    fix: str
    telling: str
    keras3: str
    keras2: str
    since: str
    until: str
    note: str
    source: str

    @cached_property
    def name(self) -> str:
        """The dotted name, without arguments."""
        return self.old.partition("(")[0]

    @cached_property
    def last(self) -> str:
        """What the row is found by: the last part of its name, or the name of its argument."""
        return self.parameters[0] if self.kind == "argument" else self.name.rpartition(".")[2]

    @cached_property
    def owner(self) -> str:
        """``Optimizer`` of ``Optimizer.lr``; empty for a function."""
        owner = self.name.partition(".")[0]
        return owner if owner[0].isupper() else ""

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The parameters in the parentheses of the old API."""
        return tuple(part.partition("=")[0] for part in self._arguments)

    @cached_property
    def values(self) -> dict[str, object]:
        """The values that the old API must have been given, by parameter."""
        given = (part.partition("=") for part in self._arguments if "=" in part)
        return {name: ast.literal_eval(value) for name, _, value in given}

    @cached_property
    def _arguments(self) -> tuple[str, ...]:
        found = _CALL.fullmatch(self.old)
        return _parts(found["parameters"]) if found else ()

    def allows(self, parameter: str, value: ast.expr) -> bool:
        """Whether the row is about calls that give ``value`` for ``parameter``."""
        if parameter not in self.values:
            return True
        return isinstance(value, ast.Constant) and value.value == self.values[parameter]

    @cached_property
    def new_parameters(self) -> tuple[str, ...]:
        """The parameters in the parentheses of the new API."""
        found = _CALL.fullmatch(self.new)
        return _parts(found["parameters"]) if found else ()

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Words one of which any file has that uses the old API: see ``Codemod.words``."""
        parts = self.name.split(".")
        if parts[1:3] == ["compat", "v1"]:
            # Also where the module has another name: imported under it, or bound at the end of a line.
            return (f"v1.{parts[3]}", "compat.v1 import", "compat.v1 as", "import v1", "compat.v1\n", "compat.v1\r")
        if "core" in parts[-2:]:
            return ("layers.core", "import core", f".core.{parts[-1]}")
        old = next((part for part in parts if "experimental" in part or part in _TELLING), None)
        if old is not None:
            return (old,)
        if self.kind == "argument":
            if self.last in _COMMON_ARGUMENTS or parts[-1] == "TensorBoard":
                return (f".{parts[-1]}",)
            return (self.last,) if "_" in self.last else (f"{self.last}=", f"{self.last} =")
        if self.owner:
            end = "()" if self.kind == "call" and not self.parameters else ""
            return (f".{self.last}{end}", f"def {self.last}") if self.owner == "Metric" else (f".{self.last}{end}",)
        return (f".{parts[-1] if len(parts) == 2 or parts[-2] in _COMMON else parts[-2]}",)

    def status(self, keras: Generation) -> str:
        """What the old API does with a generation of Keras."""
        return self.keras3 if keras == 3 else self.keras2

    def is_for(self, keras: Generation) -> bool:
        """Whether there is something to change in code for a generation of Keras."""
        return self.kind not in ("keep", "namespace") and (keras == 3 or not self.since.startswith("Keras 3"))


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",")) if text.strip() else ()


def read(text: str) -> tuple[Row, ...]:
    """The rows of a table in tab-separated text.

    Raises:
        ValueError: a line has too many or too few columns.
    """
    lines = [line.split("\t") for line in text.splitlines()]
    names = lines[0]
    return tuple(Row(**dict(zip(names, line, strict=True))) for line in lines[1:])


class Table:
    """The rows, by what they are looked up with."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.rows = rows
        self.names: dict[str, Row] = {}
        """Names, values and namespaces by their dotted name, those of functions that are called included."""
        self.last_names: set[str] = set()
        self.members: dict[str, list[Row]] = {}
        self.arguments: dict[str, list[Row]] = {}
        self.called = [row for row in rows if row.kind in ("call", "apply") and not row.owner]
        for row in rows:
            if row.kind == "argument":
                self.arguments.setdefault(row.last, []).append(row)
            elif row.owner:
                self.members.setdefault(row.last, []).append(row)
            elif "(" not in row.old or row.kind != "keep":
                self.names[row.name] = row
                self.last_names.add(row.last)

    def named(self, qualified: str) -> tuple[Row, str] | None:
        """The row of a dotted name and the Keras root it was named by (empty for TensorFlow)."""
        root, path = split(qualified)
        row = self.names.get(f"tf.{path}") if root in ("", "tensorflow.keras") else None
        row = row or (self.names.get(path) if root else None)
        return None if row is None else (row, root)


def split(qualified: str) -> tuple[str, str]:
    """The Keras root of a dotted name and the rest, as the table writes it (``keras.layers.Dense``)."""
    for root in ("tensorflow.keras", "tf_keras", "keras"):
        if qualified == root or qualified.startswith(root + "."):
            return root, "keras" + qualified[len(root) :]
    return "", qualified.removeprefix("tensorflow.")


def full(name: str, root: str) -> str:
    """The dotted name of a new API of the table: ``tensorflow.data.AUTOTUNE``, ``keras`` being that of ``root``."""
    if name.startswith("tf."):
        return "tensorflow." + name[3:]
    return (root or "tensorflow.keras") + name[len("keras") :] if name.startswith("keras.") else name


@lru_cache(maxsize=1)
def table() -> Table:
    """The table of the package, read when it is first asked for."""
    return Table(read(TABLE.read_text(encoding="utf-8")))


def words(*, failing: bool) -> tuple[str, ...]:
    """The words of all rows for one of the codemods: what fails with some generation of Keras, or what works."""
    rows = [row for row in table().rows if any(_can_be(row, keras, failing) for keras in (2, 3))]
    found = dict.fromkeys(word for row in rows for word in row.words)
    # What holds another word needs none of its own.
    return tuple(word for word in found if not any(other != word and other in word for other in found))


def _can_be(row: Row, keras: Generation, failing: bool) -> bool:
    if row.kind == "namespace":
        return (row.status(keras) != "works") is failing
    return row.is_for(keras) and (row.status(keras) != "works") is failing and (failing or row.fix != "none")
