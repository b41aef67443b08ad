"""Names of files as the source writes them: which literal ends one, and which expressions name the same file."""

from __future__ import annotations

import ast
import posixpath
import re
import string
from dataclasses import dataclass

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind

_NUMERIC = re.compile(r"[<>=^ +\-#0-9,_]*(\.\d+)?[bcdeEfFgGnoxX%]")
"""A format specification that only numbers have."""
_PERCENT = re.compile(r"%(?P<flags>[#0\- +]*)(\d+|\*)?(\.(\d+|\*))?(?P<type>[a-zA-Z%])")
FOLDER_PREFIX = re.compile(r"(\{[^{}]*(?:dir|path|folder|root)[^{}]*\})[A-Za-z]")
"""A value in front of a name that by its own name ends with a slash, as in ``model_dir + "net"``."""
_JOIN = frozenset(["os.path.join", "tensorflow.io.gfile.join", "posixpath.join"])
_SAME = frozenset(
    [
        *("builtins.str", "os.path.abspath", "os.path.expanduser", "os.path.normpath", "os.path.realpath", "os.fspath"),
        *("pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath"),
    ]
)
"""Functions whose only argument names the same file as their result."""


@dataclass(frozen=True)
class FilePath:
    """The name of a file.

    ``pattern`` is the name with ``{code}`` for what is not literal, the same for expressions that name one file.
    ``leaf`` is the literal that ends it, ``None`` where a value of unknown text does.  ``names`` are the names the
    literal was followed through.
    """

    pattern: str
    leaf: ast.expr | None
    names: tuple[ast.expr, ...] = ()

    @property
    def name(self) -> str:
        """The part behind the last slash, as far as it is literal: empty where it is not all literal."""
        last = self.pattern.rpartition("/")[2]
        return "" if "{" in last else last

    @property
    def folder(self) -> str:
        """The part before the last slash, or a value named like a folder; empty for the working directory."""
        folder, slash, last = self.pattern.rpartition("/")
        prefix = FOLDER_PREFIX.match(last)
        return folder if prefix is None else folder + slash + prefix[1]


def path_of(module: Module, expression: ast.expr) -> FilePath:
    """The file that ``expression`` names: plain assignments, joins, formatting and ``pathlib`` are followed."""
    pattern, leaf, names = _read(module, expression, 0)
    return FilePath(posixpath.normpath(pattern) if pattern else "", leaf, names)


_Read = tuple[str, "ast.expr | None", tuple[ast.expr, ...]]


def _read(module: Module, node: ast.expr, depth: int) -> _Read:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value, node, ()
    if isinstance(node, ast.JoinedStr):
        return _formatted(module, node)
    if depth > 20:
        return _unknown(node)
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _named(module, node, depth)
    if isinstance(node, ast.BinOp):
        return _operated(module, node, depth)
    return _called(module, node, depth) if isinstance(node, ast.Call) else _unknown(node)


def _unknown(node: ast.expr) -> _Read:
    return "{" + ast.unparse(node).replace("{", "(").replace("}", ")").replace("/", "|") + "}", None, ()


def _named(module: Module, node: ast.Name | ast.Attribute, depth: int) -> _Read:
    binding = module.binding(node)
    if binding is None or binding.kind is not BindingKind.ASSIGN or binding.path or binding.value is None:
        return _unknown(node)
    pattern, leaf, names = _read(module, binding.value, depth + 1)
    return pattern, leaf, (node, *names)


def _operated(module: Module, node: ast.BinOp, depth: int) -> _Read:
    if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
        text = node.left.value
        ending = [field for field in _PERCENT.finditer(text) if field.end() == len(text)]
        is_known = not ending or ending[0]["type"] not in "sra%"
        return _PERCENT.sub("{}", text), node.left if is_known else None, ()
    if isinstance(node.op, (ast.Add, ast.Div)):
        left, _, _ = _read(module, node.left, depth + 1)
        right, leaf, names = _read(module, node.right, depth + 1)
        return left + ("/" if isinstance(node.op, ast.Div) else "") + right, leaf, names
    return _unknown(node)


def _called(module: Module, node: ast.Call, depth: int) -> _Read:
    name = module.qualified(node.func)
    plain = bool(node.args) and not any(isinstance(one, ast.Starred) for one in node.args) and not node.keywords
    if plain and (name in _JOIN or (name in _SAME and (len(node.args) == 1 or name.startswith("pathlib.")))):
        parts = [_read(module, one, depth + 1) for one in node.args]
        return posixpath.join(*(pattern for pattern, _, _ in parts)), parts[-1][1], parts[-1][2]
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr == "joinpath" and plain:
        parts = [_read(module, one, depth + 1) for one in (function.value, *node.args)]
        return posixpath.join(*(pattern for pattern, _, _ in parts)), parts[-1][1], parts[-1][2]
    if isinstance(function, ast.Attribute) and function.attr == "format":
        pattern, leaf, names = _read(module, function.value, depth + 1)
        if leaf is not None and isinstance(leaf, ast.Constant):
            return _template(pattern), leaf if _ends_with_text(module, str(leaf.value), node) else None, names
    return _unknown(node)


def _template(text: str) -> str:
    """The template with its fields emptied."""
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError:
        return text
    return "".join(literal + ("" if field is None else "{}") for literal, field, _, _ in fields)


def _ends_with_text(module: Module, text: str, call: ast.Call) -> bool:
    """Whether the formatted text ends with what the template ends with, or with a number."""
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError:
        return False
    if not fields or fields[-1][1] is None:
        return bool(fields)
    _, field, specification, _ = fields[-1]
    if _NUMERIC.fullmatch(specification or ""):
        return True
    given = [keyword.value for keyword in call.keywords if keyword.arg == field]
    if not field and len(call.args) == sum(one[1] == "" for one in fields):
        given = call.args[-1:]
    return len(given) == 1 and module.kind(given[0]) is Kind.NUMBER


def _formatted(module: Module, node: ast.JoinedStr) -> _Read:
    pattern = "".join(
        str(part.value) if isinstance(part, ast.Constant) else _field(module, part) for part in node.values
    )
    last = node.values[-1] if node.values else None
    is_known = isinstance(last, ast.Constant) or (isinstance(last, ast.FormattedValue) and _is_number(module, last))
    return pattern, node if is_known else None, ()


def _field(module: Module, part: ast.expr) -> str:
    """A number is any number, as in ``epoch_{epoch}``; of anything else the code counts."""
    if isinstance(part, ast.FormattedValue):
        return "{}" if _is_number(module, part) else _unknown(part.value)[0]
    return _unknown(part)[0]


def _is_number(module: Module, part: ast.FormattedValue) -> bool:
    specification = part.format_spec
    if isinstance(specification, ast.JoinedStr) and len(specification.values) == 1:
        text = specification.values[0]
        if isinstance(text, ast.Constant) and _NUMERIC.fullmatch(str(text.value)):
            return True
    return module.kind(part.value) is Kind.NUMBER
