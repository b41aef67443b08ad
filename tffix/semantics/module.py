"""The semantic model of one file, shared by all codemods."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeVar

from tffix.config.settings import Generation
from tffix.semantics.tree import FunctionNode, Tree

N = TypeVar("N", bound=ast.AST)


class Module:
    """What codemods ask about a file.  Everything beyond the parse is computed when first asked for.

    Args:
        text: the source, decoded, without a byte order mark.
        path: shown in messages only.
        keras: the Keras generation the project is for.
        keras_explicit: whether the user said so; else the source may overrule it.
    """

    def __init__(
        self, text: str, path: str = "<string>", *, keras: Generation = 3, keras_explicit: bool = False
    ) -> None:
        self.path = path
        self.tree = Tree(text)
        self.text = text
        self.data = self.tree.data
        self.root = self.tree.root
        self._project_keras = keras
        self._keras_explicit = keras_explicit

    # -- the tree (see Tree for what each answers) -----------------------------------------------------------------

    def nodes(self, kind: type[N]) -> list[N]:
        return self.tree.nodes(kind)

    def calls(self, name: str) -> list[ast.Call]:
        return self.tree.calls(name)

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self.tree.parent(node)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        return self.tree.ancestors(node)

    def statement(self, node: ast.AST) -> ast.stmt:
        return self.tree.statement(node)

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        return self.tree.block(statement)

    def function(self, node: ast.AST) -> FunctionNode | None:
        return self.tree.function(node)

    def span(self, node: ast.AST) -> tuple[int, int]:
        return self.tree.span(node)

    def segment(self, node: ast.AST) -> str:
        return self.tree.segment(node)
