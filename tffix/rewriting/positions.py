"""Where the nodes of a concrete tree stand, noted while its text is written."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

import libcst as cst
from libcst._nodes.internal import CodegenState

from tffix.rewriting.spans import Span


def written(tree: cst.Module) -> tuple[str, dict[cst.CSTNode, Span]]:
    """The text of ``tree``, and the bytes of its nodes in it.

    The spans are those of ``ByteSpanPositionProvider``, which writes the text once more and takes twice as long.
    """
    state = _State(tree, len)
    tree._codegen(state)
    text = "".join(state.tokens)
    if not text.isascii():
        state = _State(tree, _byte_length)
        tree._codegen(state)
    return text, state.spans


def _byte_length(text: str) -> int:
    return len(text.encode("utf-8"))


class _State(CodegenState):
    """Counts the bytes of what is written."""

    def __init__(self, tree: cst.Module, length: Callable[[str], int]) -> None:
        super().__init__(tree.default_indent, tree.default_newline)
        self.spans: dict[cst.CSTNode, Span] = {}
        self.position = 0
        self._length = length
        self._starts: list[int] = []

    def add_indent_tokens(self) -> None:
        for token in self.indent_tokens:
            self.add_token(token)

    def add_token(self, value: str) -> None:
        self.tokens.append(value)
        self.position += self._length(value)

    def before_codegen(self, node: cst.CSTNode) -> None:
        self._starts.append(self.position)

    def after_codegen(self, node: cst.CSTNode) -> None:
        start = self._starts.pop()
        # What a node says of itself leaves out the white space around it.
        if node not in self.spans:
            self.spans[node] = start, self.position

    def record_syntactic_position(  # type: ignore[override]
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> _Recording:
        return _Recording(self, node, start_node, end_node)


class _Recording:
    """Notes the span of a node, from one of the nodes in it to another if they are given."""

    __slots__ = ("_first", "_last", "_node", "_start", "_state")

    def __init__(self, state: _State, node: cst.CSTNode, first: cst.CSTNode | None, last: cst.CSTNode | None) -> None:
        self._state = state
        self._node = node
        self._first = first
        self._last = last
        self._start = state.position

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        spans = self._state.spans
        start = self._start if self._first is None else spans[self._first][0]
        spans[self._node] = start, self._state.position if self._last is None else spans[self._last][1]
