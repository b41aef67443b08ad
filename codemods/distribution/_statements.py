"""What a statement does to what stands around it."""

from __future__ import annotations

import ast

from tffix.semantics.distribution import REPLICATING
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module

_HARMLESS_BUILTINS = frozenset(
    "builtins." + name
    for name in [
        "abs",
        "bool",
        "dict",
        "float",
        "format",
        "int",
        "len",
        "list",
        "max",
        "min",
        "print",
        "range",
        "round",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "zip",
    ]
)
_HARMLESS_PREFIXES = ("tensorflow.data.", "tensorflow.distribute.cluster_resolver.", "math.", "os.path.")
_HARMLESS_KERAS = ("callbacks.", "losses.", "optimizers.schedules.")
_HARMLESS_METHODS = {
    Kind.MODEL: frozenset(["count_params", "get_layer", "summary"]),
    Kind.STRING: frozenset(["format", "join", "strip", "replace", "split"]),
    Kind.STRATEGY: frozenset(["experimental_distribute_dataset"]),
}


def names(node: ast.AST) -> tuple[set[str], set[str]]:
    """The names, with the attributes taken of them (``self.model``), that a statement reads and those that it sets."""
    read: set[str] = set()
    bound: set[str] = set()
    stack = [node]
    while stack:
        current = stack.pop()
        target = current.value if isinstance(current, ast.Subscript) else current
        path = _path(target)
        if path is None:
            stack.extend(ast.iter_child_nodes(current))
            continue
        is_read = isinstance(getattr(current, "ctx", None), ast.Load)
        (read if is_read else bound).add(path)
        if isinstance(current, ast.Subscript):
            stack.append(current.slice)
    return read, bound


def overlap(first: set[str], second: set[str]) -> bool:
    """Whether a name of one is a name of the other, or an attribute of it."""
    return any(a == b or a.startswith(b + ".") or b.startswith(a + ".") for a in first for b in second)


def _path(node: ast.AST) -> str | None:
    """``self.model`` of that expression; ``None`` for anything that is not a name with attributes."""
    if isinstance(node, ast.Name):
        return node.id
    base = _path(node.value) if isinstance(node, ast.Attribute) else None
    return None if base is None or not isinstance(node, ast.Attribute) else f"{base}.{node.attr}"


def is_harmless(module: Module, statement: ast.stmt) -> bool:
    """Whether a statement creates no variable, draws no random number and touches no device or file.

    It then does the same in the scope of a strategy, and before or after the creation of a model.
    """
    if isinstance(statement, (ast.If, ast.For)):
        head = statement.test if isinstance(statement, ast.If) else statement.iter
        return _is_quiet(module, head) and all(is_harmless(module, s) for s in (*statement.body, *statement.orelse))
    simple = isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Pass))
    return simple and _is_quiet(module, statement)


def _is_quiet(module: Module, node: ast.AST) -> bool:
    """Whether all that ``node`` calls is known to be harmless."""
    inner = list(ast.walk(node))
    if any(isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda)) for node in inner):
        return False
    return all(_is_harmless_call(module, node) for node in inner if isinstance(node, ast.Call))


def _is_harmless_call(module: Module, call: ast.Call) -> bool:
    qualified = module.qualified(call.func)
    if qualified is not None:
        keras = module.keras_path(call.func) or ""
        return (
            qualified in _HARMLESS_BUILTINS
            or qualified in REPLICATING
            or qualified.startswith(_HARMLESS_PREFIXES)
            or keras.startswith(_HARMLESS_KERAS)
        )
    if not isinstance(call.func, ast.Attribute):
        return False
    kind = module.kind(call.func.value)
    return kind is Kind.DATASET or call.func.attr in _HARMLESS_METHODS.get(kind, ())


def ends(statement: ast.stmt) -> bool:
    """Whether nothing that follows ``statement`` in its block runs."""
    return isinstance(statement, (ast.Return, ast.Raise, ast.Break, ast.Continue))
