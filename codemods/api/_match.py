"""What the codemods of this theme share: which rows are theirs, what is said of them, and how new names are written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Edit
from tffix.semantics.module import Module

from ._table import Row, Table, full

_KERAS = frozenset(["Layer", "Metric", "Model", "Optimizer"])
_NAME = re.compile(r"\b(?:tf|keras)\.\w[\w.]*")
NO_SUCCESSOR = "there is no successor"
_NO_NAME = "`{}` means something else here; import the library under another name and write the new one by hand"


@dataclass(frozen=True)
class Search:
    """One run of a codemod over a file; ``failing`` tells APIs that fail from those that still work."""

    module: Module
    table: Table
    failing: bool

    def wants(self, row: Row) -> bool:
        """Whether the row is for this codemod and the generation of Keras that the file is for."""
        keras = self.module.keras
        if not row.is_for(keras) or (row.fix == "none" and not self.failing):
            return False
        return (row.status(keras) != "works") is self.failing

    def occurs(self, row: Row) -> bool:
        """Whether the row can apply at all, by the words of the file."""
        return any(word.lstrip(".").encode() in self.module.data for word in row.words)

    def match(
        self, node: ast.AST, row: Row, edits: tuple[Edit, ...], imports: tuple[str, ...] = (), *, safe: bool = True
    ) -> Match:
        """The finding of ``row`` whose fix makes ``edits``."""
        is_safe = safe and row.fix == "safe"
        fix = Fix(edits, imports, Applicability.SAFE if is_safe else Applicability.UNSAFE)
        return Match(node, message(row, self.module), fix=fix)

    def unfixed(self, node: ast.AST, row: Row, reason: str = "") -> Iterator[Match]:
        """The finding of ``row`` that has no fix; nothing where the API works, which is then no defect."""
        if self.failing:
            yield Match(node, message(row, self.module), reason=reason or _advice(row))


def _advice(row: Row) -> str:
    if row.note == NO_SUCCESSOR:
        return f"{NO_SUCCESSOR}; do without it"
    return row.note if "; " in row.note else f"a change of names is not enough; {row.note}"


def message(row: Row, module: Module) -> str:
    """What is said of the old API of ``row``."""
    old, new = _shown(row)
    status = row.status(module.keras)
    if status == "works" and new == old:
        return f"{old} still takes its arguments by place; Keras 3 wants them by name"
    if status == "works":
        return f"{old} still works; its stable form is {new}" if new else f"{old} still works: {row.note}"
    version = "Keras 3" if _is_keras(row) and row.status(2) != row.status(3) else "the current TensorFlow and Keras"
    effect = "has no effect with" if status == "ignored" else "fails with"
    if not new:
        return f"{old} {effect} {version}" + (f": {row.note}" if row.fix != "none" and row.note else "")
    if new == old:
        return f"{old} {effect} {version}; give it its arguments by name"
    return f"{old} {effect} {version}; it is {new} now"


def _shown(row: Row) -> tuple[str, str]:
    if row.kind == "argument":
        new = row.new.partition("=")[0]
        return f"`{row.parameters[0]}=` of `{row.name.rpartition('.*')[0] or row.name}`", f"`{new}=`" if new else ""
    if row.kind == "apply":
        return f"`{row.name}`", f"`Dataset.{row.new.partition('(')[0]}`"
    if row.kind == "signature":
        return f"`{row.last}`", f"`{row.new.partition('(')[0]}`"
    if row.kind == "member":
        return f"`{row.last}` of {_article(row.owner)}", f"`{row.new}`" if row.new else ""
    if row.kind == "call":
        new = re.sub(r"\{self\}\.?|\{(\w+)\}", r"\1", row.new)
        is_dropped = new in row.parameters
        return (
            f"`{row.last if row.owner else row.name}{'' if row.parameters else '()'}`",
            "" if is_dropped else f"`{new}`",
        )
    return f"`{row.name}`", f"`{row.new}`" if row.new else ""


def _article(owner: str) -> str:
    kinds = {"Options": "tf.data.Options", "Strategy": "a distribution strategy", "Optimizer": "an optimizer"}
    return kinds.get(owner, f"a {owner.lower()}")


def _is_keras(row: Row) -> bool:
    return row.name.startswith(("keras.", "tf.keras.")) or row.owner in _KERAS


@dataclass(frozen=True)
class Spelling:
    """A name as it is written in a place: a template with its parts, and the imports it needs."""

    template: str
    parts: dict[str, ast.AST]
    imports: tuple[str, ...] = ()


def spelled(module: Module, qualified: str, at: ast.AST, old: ast.expr | None = None) -> Spelling | None:
    """How ``qualified`` is written at ``at``, if possible with the beginning of ``old``; ``None`` if it cannot be."""
    base = old
    while base is not None:
        name = module.qualified(base)
        if name is not None and qualified.startswith(f"{name}."):
            return Spelling("{x}" + qualified[len(name) :], {"x": base})
        base = base.value if isinstance(base, ast.Attribute) else None
    text = module.spell(qualified, at)
    if text is not None:
        return Spelling(text, {})
    root, _, rest = qualified.partition(".")
    name, new = ("tf", "tensorflow as tf") if root == "tensorflow" else (root, root)
    return Spelling(f"{name}.{rest}", {}, (new,)) if module.is_free(name, at) else None


def no_name(root: str) -> str:
    """Why the new name of something below a Keras root, or in TensorFlow, cannot be written."""
    return _NO_NAME.format("tf" if root in ("", "tensorflow.keras") else root)


def with_names(module: Module, text: str, root: str, at: ast.AST) -> tuple[str, tuple[str, ...]] | None:
    """``text`` of the table with its dotted names as they are written at ``at``, and the imports they need."""
    imports: list[str] = []
    failed = False

    def written(found: re.Match[str]) -> str:
        nonlocal failed
        new = spelled(module, full(found[0], root), at)
        failed = failed or new is None
        imports.extend(new.imports if new is not None else ())
        return found[0] if new is None else new.template

    text = _NAME.sub(written, text)
    return None if failed else (text, tuple(dict.fromkeys(imports)))
