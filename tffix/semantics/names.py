"""What a name or attribute chain refers to, through imports and aliases of every kind."""

from __future__ import annotations

import ast
import builtins
import re
from typing import TYPE_CHECKING

from tffix.semantics.scopes import Binding, BindingKind, Scope, Scopes
from tffix.semantics.syntax import is_none

if TYPE_CHECKING:
    from tffix.semantics.tree import Tree

_BUILTINS = frozenset(dir(builtins))

KERAS_ROOTS = ("tensorflow.keras", "keras", "tf_keras")
LIBRARY_ROOTS = ("tensorflow", "keras", "tf_keras", "numpy", "builtins")
"""The libraries whose functions the semantic model knows."""

_SPELLINGS = (
    # Other spellings of the same objects, longest first.
    ("tensorflow.compat.v2.", "tensorflow."),
    ("tensorflow.data.experimental.AUTOTUNE", "tensorflow.data.AUTOTUNE"),
    ("tensorflow.mixed_precision.", "tensorflow.keras.mixed_precision."),
)
_KERAS_CLASS = re.compile(r"^tensorflow\.(optimizers|losses|metrics)\.(?=[A-Z])")
"""Keras classes that TensorFlow 2 also exports by itself (functions of these names are older than Keras)."""


class Names:
    """Qualified names: ``tf.data.AUTOTUNE`` is ``tensorflow.data.AUTOTUNE`` however it was imported or aliased."""

    def __init__(self, tree: Tree, scopes: Scopes) -> None:
        self._tree = tree
        self._scopes = scopes
        self._cache: dict[ast.expr, str | None] = {}
        self._pending: set[ast.expr] = set()
        self._leading: dict[Scope, dict[str, str]] = {}

    def qualified(self, expression: ast.expr) -> str | None:
        """The dotted name of what ``expression`` refers to; ``None`` when unknown, ambiguous or local."""
        if expression in self._cache:
            return self._cache[expression]
        if expression in self._pending:
            return None
        self._pending.add(expression)
        try:
            found = self._qualified(expression)
        finally:
            self._pending.discard(expression)
        self._cache[expression] = found
        return found

    def _qualified(self, expression: ast.expr) -> str | None:
        if isinstance(expression, ast.Attribute):
            base = self.qualified(expression.value)
            return None if base is None else canonical(f"{base}.{expression.attr}")
        if not isinstance(expression, ast.Name):
            return None
        scope = self._scopes.around(expression)
        owner = self._scopes.owner(expression.id, scope)
        if owner is None:
            return self._unbound(expression.id)
        found = {self._target(binding) for binding in owner.all(expression.id) if not _is_placeholder(binding)}
        return found.pop() if len(found) == 1 else None

    def _unbound(self, name: str) -> str | None:
        stars = self._scopes.module.stars
        if not stars:
            return f"builtins.{name}" if name in _BUILTINS else None
        if len(stars) == 1 and name not in _BUILTINS:
            return canonical(f"{stars[0]}.{name}")
        return f"builtins.{name}" if name in _BUILTINS and all(_is_tensorflow(star) for star in stars) else None

    def _target(self, binding: Binding) -> str | None:
        if binding.kind is BindingKind.IMPORT:
            return canonical(binding.qualified or "")
        is_plain = binding.kind is BindingKind.ASSIGN and not binding.path
        is_alias = isinstance(binding.value, (ast.Name, ast.Attribute))
        return self.qualified(binding.value) if is_plain and is_alias and binding.value is not None else None

    # -- writing code ---------------------------------------------------------------------------------------------

    def spell(self, qualified: str, at: ast.AST) -> str | None:
        """How ``qualified`` is written at ``at`` with the names visible there; ``None`` when none leads to it.

        The name that covers most of the path wins (an ``AUTOTUNE = tf.data.AUTOTUNE`` is used).
        """
        best: tuple[int, str] | None = None
        for scope in self._visible(at):
            for name, covered in self._leading_to_tensorflow(scope).items():
                if not (qualified == covered or qualified.startswith(covered + ".")):
                    continue
                if (best is None or len(covered) > best[0]) and self._holds(name, scope, at):
                    best = (len(covered), name + qualified[len(covered) :])
        return None if best is None else best[1]

    def is_free(self, name: str, at: ast.AST) -> bool:
        """Whether ``name`` is bound nowhere in the file's scopes that ``at`` sees."""
        return self._scopes.owner(name, self._scopes.around(at)) is None

    def _visible(self, at: ast.AST) -> list[Scope]:
        scopes = []
        current: Scope | None = self._scopes.around(at)
        first = current
        while current is not None:
            if current is first or not isinstance(current.node, ast.ClassDef):
                scopes.append(current)
            current = current.parent
        return scopes

    def _leading_to_tensorflow(self, scope: Scope) -> dict[str, str]:
        """The names bound in ``scope`` that can only mean TensorFlow or Keras, each with what it stands for."""
        if scope not in self._leading:
            self._leading[scope] = found = {}
            for name in scope.bindings:
                targets = {self._target(binding) for binding in scope.all(name) if not _is_placeholder(binding)}
                target = targets.pop() if len(targets) == 1 else None
                if target is not None and _is_tensorflow(target):
                    found[name] = target
        return self._leading[scope]

    def _holds(self, name: str, scope: Scope, at: ast.AST) -> bool:
        """Whether ``name`` at ``at`` is that of ``scope``, and bound by then."""
        if self._scopes.owner(name, self._scopes.around(at)) is not scope:
            return False
        return self._is_bound_before(scope.all(name), scope, at)

    def _is_bound_before(self, bindings: list[Binding], scope: Scope, at: ast.AST) -> bool:
        if self._scopes.around(at) is not scope:
            return True
        line = getattr(at, "lineno", None)
        return line is None or min(getattr(b.node, "lineno", 0) for b in bindings) < line


def canonical(qualified: str) -> str:
    """One spelling for names that TensorFlow offers under several."""
    if qualified == "tensorflow.compat.v2":
        return "tensorflow"
    for old, new in _SPELLINGS:
        if qualified.startswith(old):
            return new + qualified[len(old) :]
    return _KERAS_CLASS.sub(r"tensorflow.keras.\1.", qualified)


def keras_path(qualified: str | None) -> str | None:
    """``layers.Dense`` for ``tensorflow.keras.layers.Dense``, ``keras.layers.Dense`` or ``tf_keras.layers.Dense``."""
    if qualified is None:
        return None
    for root in KERAS_ROOTS:
        if qualified.startswith(root + "."):
            return qualified[len(root) + 1 :]
    return None


def _is_placeholder(binding: Binding) -> bool:
    """``tf = None`` in the ``except ImportError`` of a guarded import."""
    return is_none(binding.value)


def _is_tensorflow(qualified: str) -> bool:
    return qualified.partition(".")[0] in ("tensorflow", "keras", "tf_keras")
