"""The parts of a file that are parsed with libcst, and the way from ``ast`` nodes into their concrete trees."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import libcst as cst

from tffix.rewriting.errors import RefusedError
from tffix.rewriting.positions import written
from tffix.rewriting.spans import Places, Span, line_bounds, line_of, outer_string, span
from tffix.semantics.module import Module
from tffix.semantics.tree import DefNode

_STRINGS = (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)
_EXPRESSIONS: dict[type[ast.AST], tuple[type[cst.CSTNode], ...]] = {
    ast.Name: (cst.Name,),
    ast.Attribute: (cst.Attribute,),
    ast.Call: (cst.Call,),
    ast.Constant: (*_STRINGS[::2], cst.Integer, cst.Float, cst.Imaginary, cst.Name, cst.Ellipsis),
    ast.JoinedStr: _STRINGS[1:],
    ast.BinOp: (cst.BinaryOperation,),
    ast.BoolOp: (cst.BooleanOperation,),
    ast.UnaryOp: (cst.UnaryOperation,),
    ast.Compare: (cst.Comparison,),
    ast.IfExp: (cst.IfExp,),
    ast.Lambda: (cst.Lambda,),
    ast.NamedExpr: (cst.NamedExpr,),
    ast.Subscript: (cst.Subscript,),
    ast.List: (cst.List,),
    ast.Set: (cst.Set,),
    ast.Dict: (cst.Dict,),
    ast.Tuple: (cst.Tuple,),
    ast.ListComp: (cst.ListComp,),
    ast.SetComp: (cst.SetComp,),
    ast.DictComp: (cst.DictComp,),
    ast.GeneratorExp: (cst.GeneratorExp,),
    ast.Await: (cst.Await,),
    ast.Yield: (cst.Yield,),
    ast.YieldFrom: (cst.Yield,),
    ast.Starred: (cst.StarredElement, cst.Arg),
    ast.keyword: (cst.Arg,),
}
_EXPRESSION_TYPES = tuple({kind for kinds in _EXPRESSIONS.values() for kind in kinds})
_STATEMENT_TYPES: tuple[type, ...] = (cst.BaseSmallStatement, cst.BaseCompoundStatement)


@cache
def is_kind(node_type: type, kinds: tuple[type, ...]) -> bool:
    """``issubclass``, which is slow for the abstract classes of libcst."""
    return issubclass(node_type, kinds)


class Index:
    """The nodes of one concrete tree by the bytes they cover in the file; ``places`` are those in its text."""

    def __init__(self, tree: cst.Module, places: Mapping[cst.CSTNode, Span], base: int, module: Module) -> None:
        self.tree = tree
        self._base = base
        self._module = module
        self._expressions: dict[Span, list[cst.CSTNode]] = {}
        self._statements: dict[int, list[cst.CSTNode]] = {}
        self._spans: dict[cst.CSTNode, Span] = {}
        for node, (start, end) in places.items():
            start, end = base + start, base + end
            self._spans[node] = start, end
            if is_kind(type(node), _STATEMENT_TYPES):
                self._statements.setdefault(start, []).append(node)
            elif is_kind(type(node), _EXPRESSION_TYPES):
                # ast counts the parentheses of a tuple or generator as part of it.
                if isinstance(node, (cst.Tuple, cst.GeneratorExp)) and node.lpar:
                    start, end = base + places[node.lpar[-1]][0], base + places[node.rpar[0]][1]
                self._expressions.setdefault((start, end), []).append(node)

    def add_to(self, places: Places[Span], node: cst.CSTNode) -> None:
        """Add the place of ``node`` to ``places``."""
        place = self._spans[node]
        places.add(place, place)

    def holds(self, node: cst.CSTNode, places: Places[Span]) -> bool:
        """Whether one of ``places`` overlaps that of ``node`` and does not enclose it."""
        own = self._spans.get(node)
        if own is None:
            return True
        start, end = own
        return any(
            start < last and first < end and (start < first or last < end or (first, last) == own)
            for first, last in places.near(own)
        )

    def find(self, node: ast.AST) -> cst.CSTNode:
        """The concrete node of ``node``.

        Raises:
            RefusedError: it has none, such as the tuple in ``a[1, 2]``.
        """
        if isinstance(node, ast.stmt):
            return self._find_statement(node)
        string = outer_string(self._module, node)
        if string is not None:
            return self._find_in_string(string, node)
        return self._find_expression(node)

    def _find_statement(self, node: ast.stmt) -> cst.CSTNode:
        candidates = self._statements.get(self._module.span(node)[0], [])
        if len(candidates) != 1:
            raise RefusedError(f"the statement in line {node.lineno} cannot be located")
        return candidates[0]

    def _find_expression(self, node: ast.AST) -> cst.CSTNode:
        place = self._module.span(node)
        kinds = _EXPRESSIONS.get(type(node), ())
        candidates = [item for item in self._expressions.get(place, []) if isinstance(item, kinds)]
        if isinstance(node, ast.GeneratorExp) and not candidates:
            # The parentheses of a call serve its only argument as well.
            inner = place[0] + 1, place[1] - 1
            candidates = list(self._bare_generators(inner))[:1]
        if len(candidates) != 1:
            raise RefusedError(f"the {type(node).__name__} in line {getattr(node, 'lineno', '?')} cannot be located")
        return candidates[0]

    def _bare_generators(self, place: Span) -> Iterator[cst.CSTNode]:
        for (start, end), items in self._expressions.items():
            if place[0] <= start and end <= place[1]:
                yield from (item for item in items if isinstance(item, cst.GeneratorExp) and not item.lpar)

    def _find_in_string(self, string: ast.JoinedStr, node: ast.AST) -> cst.CSTNode:
        """A node that means the same as ``node`` inside the f-string, where positions cannot be relied on."""
        wanted = ast.dump(node)
        kinds = _EXPRESSIONS.get(type(node), ())
        for candidate in _descendants(self._find_expression(string)):
            if isinstance(candidate, kinds) and isinstance(candidate, cst.BaseExpression):
                code = cst.Module([]).code_for_node(candidate)
                try:
                    same = ast.dump(ast.parse(f"({code})", mode="eval").body) == wanted
                except SyntaxError:
                    continue
                if same:
                    return candidate
        raise RefusedError("a part of the f-string cannot be located")


def _descendants(node: cst.CSTNode) -> Iterable[cst.CSTNode]:
    for child in node.children:
        yield child
        yield from _descendants(child)


@dataclass(frozen=True)
class Region:
    """The bytes ``start:end`` of a file: contiguous statements of the module, or a method, with the lines around them.

    ``header`` is the line to parse it below, as the bytes of a method are no module by themselves.
    """

    start: int
    end: int
    header: str = ""

    def source(self, module: Module) -> str:
        """What is parsed."""
        return self.header + module.data[self.start : self.end].decode("utf-8")


# libcst loses some of the blank lines that end a module when one of them holds white space.
_WHITE_LINES = re.compile(rb"(?<=[\r\n])[ \t\f]+(?:\r\n|\r|\n)[ \t\f\r\n]*\Z")


class Layout:
    """Cuts a file into regions."""

    def __init__(self, module: Module) -> None:
        self._module = module
        body = module.root.body
        self._starts = [span(module, statement)[0] for statement in body]
        self._group = list(range(len(body)))
        for index in range(1, len(body)):
            if body[index].lineno == body[index - 1].end_lineno:
                self._group[index] = self._group[index - 1]

    def statement_range(self, places: Iterable[Span]) -> tuple[int, int]:
        """The first and last statement of the module (whole lines) that ``places`` lie in."""
        found = [bisect_right(self._starts, start) - 1 for start, _ in places]
        first, last = self._group[min(found)], max(found)
        while last + 1 < len(self._group) and self._group[last + 1] == self._group[last]:
            last += 1
        return first, last

    def adjoin(self, last: int, first: int) -> bool:
        """Whether a region that ends with statement ``last`` shares lines with one that begins with ``first``."""
        return first == last + 1 and not self._indented(first)

    def _indented(self, index: int) -> bool:
        """Whether a form feed, which libcst would lose, stands in front of the statement."""
        starts = self._module.tree.line_starts
        return starts[bisect_right(starts, self._starts[index]) - 1] < self._starts[index]

    def region(self, first: int, last: int) -> Region:
        """The region of the statements ``first`` to ``last``: up to their neighbours, comments between included."""
        module, body = self._module, self._module.root.body
        starts = module.tree.line_starts
        begin = 0
        if first > 0:
            line = body[first - 1].end_lineno
            assert line is not None
            begin = starts[line] if line < len(starts) else len(module.data)
        if self._indented(first):
            begin = self._starts[first]
        end = len(module.data)
        if last + 1 < len(body):
            end = starts[bisect_right(starts, self._starts[last + 1]) - 1]
        return Region(begin, self._trimmed(begin, end))

    def method_region(self, method: DefNode) -> Region | None:
        """The region of a method: up to the next statement; ``None`` if something else is on its first line."""
        module = self._module
        place = span(module, method)
        begin, _ = line_bounds(module, line_of(module, place[0]))
        if module.data[begin : place[0]].strip(b" \t"):
            return None
        siblings = module.block(method)
        index = siblings.index(method) + 1
        end = self.region(*self.statement_range([place])).end
        if index < len(siblings):
            end, _ = line_bounds(module, line_of(module, span(module, siblings[index])[0]))
        end = self._trimmed(begin, end)
        text = module.data[begin:end]
        newline = "\r\n" if b"\r\n" in text else "\r" if b"\r" in text and b"\n" not in text else "\n"
        return Region(begin, end, f"class _:{newline}")

    def _trimmed(self, start: int, end: int) -> int:
        return start + len(_WHITE_LINES.sub(b"", self._module.data[start:end]))


def parse(module: Module, region: Region, indent: str, newline: str) -> Index:
    """The concrete tree of ``region``.

    Raises:
        RefusedError: libcst cannot parse it, or not without a loss.
    """
    text = region.source(module)
    lone = "\r" in text and "\n" not in text
    source = text.replace("\r", "\n") if lone else text
    try:
        tree = cst.parse_module(source)
        result, places = written(tree)
        if result != source:
            raise RefusedError("libcst does not keep the layout of this code")
    except cst.ParserSyntaxError as error:
        raise RefusedError("libcst cannot parse this code") from error
    except RecursionError as error:
        raise RefusedError("the code is nested too deep") from error
    if "\n" not in source and "\r" not in source:
        tree = tree.with_changes(default_newline=newline)
    if not any(line.startswith((" ", "\t")) for line in source.splitlines()):
        tree = tree.with_changes(default_indent=indent)
    return Index(tree, places, region.start - len(region.header), module)


def code(module: Module, region: Region, tree: cst.Module) -> str:
    """The text of ``tree``, its header included, with the line ends of ``region``."""
    text = region.source(module)
    result = tree.code if tree.body or tree.header or tree.footer else ""
    return result.replace("\n", "\r") if "\r" in text and "\n" not in text else result


def indentation(module: Module) -> str:
    """The indentation of the first block of the file; four spaces when there is none."""
    for statement in module.root.body:
        body = getattr(statement, "body", None)
        if isinstance(body, list) and body[0].lineno > statement.lineno:
            end = span(module, body[0])[0]
            start = module.tree.line_starts[bisect_right(module.tree.line_starts, end) - 1]
            before = module.data[start:end].decode("utf-8")
            if before and not before.strip():
                return before
    return "    "


def line_end(module: Module) -> str:
    """The most frequent line end of the file."""
    crlf = module.data.count(b"\r\n")
    counts = {"\n": module.data.count(b"\n") - crlf, "\r\n": crlf, "\r": module.data.count(b"\r") - crlf}
    return max(counts, key=lambda end: counts[end])
