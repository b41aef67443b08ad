"""What syntax alone says of a node: arguments, elements, literals.  Questions about meaning are for ``Module``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tffix.semantics.tree import DefNode, FunctionNode


def argument(call: ast.Call, name: str, position: int | None = None) -> ast.expr | None:
    """The argument that ``call`` gives by ``name``, or by ``position`` if the function takes it there too.

    Where ``*values`` may hold it, that ``Starred`` node, of which nothing is known; ``None`` when it is not given.
    """
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if position is None:
        return None
    before = call.args[: position + 1]
    starred = next((value for value in before if isinstance(value, ast.Starred)), None)
    return starred or (before[position] if position < len(before) else None)


def argument_values(call: ast.Call) -> list[ast.expr]:
    """The values of all arguments of ``call``, in source order."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def argument_number(call: ast.Call, value: ast.expr) -> int:
    """Which argument of ``call`` in source order ``value`` is, from 0 on.

    Raises:
        ValueError: it is none.
    """
    written = sorted(argument_values(call), key=lambda one: (one.lineno, one.col_offset))
    return written.index(value)


def has_starred(nodes: Iterable[ast.expr]) -> bool:
    """Whether ``*values`` is among ``nodes``, so that their number and places are not known."""
    return any(isinstance(node, ast.Starred) for node in nodes)


def positional_parameters(function: FunctionNode) -> list[ast.arg]:
    """The parameters of ``function`` that can be given by position, ``self`` included."""
    return [*function.args.posonlyargs, *function.args.args]


def named_parameters(function: FunctionNode) -> list[ast.arg]:
    """The parameters of ``function`` that have a name of their own: all but ``*args`` and ``**kwargs``."""
    return [*positional_parameters(function), *function.args.kwonlyargs]


def has_plain_decorators(function: DefNode) -> bool:
    """Whether no decorator changes how ``function`` runs."""
    return all(isinstance(d, ast.Name) and d.id in ("staticmethod", "classmethod") for d in function.decorator_list)


def default(function: FunctionNode, parameter: ast.arg) -> ast.expr | None:
    """The default value of ``parameter``; ``None`` when it has none."""
    arguments, positional = function.args, positional_parameters(function)
    if parameter in positional:
        index = positional.index(parameter) - (len(positional) - len(arguments.defaults))
        return arguments.defaults[index] if index >= 0 else None
    return arguments.kw_defaults[arguments.kwonlyargs.index(parameter)] if parameter in arguments.kwonlyargs else None


def receiver(call: ast.Call) -> ast.expr | None:
    """``x`` of ``x.method(...)``; ``None`` when no attribute is called."""
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def method_name(call: ast.Call) -> str:
    """``method`` of ``x.method(...)``; empty when no attribute is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def single_target(node: ast.AST | None) -> ast.expr | None:
    """``x`` of the statement ``x = value``; ``None`` for anything else."""
    return node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None


def literal_element(value: ast.expr, index: int | None) -> ast.expr | None:
    """The element of a tuple or list that is written out; ``None`` when it is not certain which one that is."""
    if index is None or not isinstance(value, (ast.Tuple, ast.List)) or index >= len(value.elts):
        return None
    return None if has_starred(value.elts) else value.elts[index]


def names_in(*nodes: ast.AST) -> Iterator[ast.Name]:
    """All names in ``nodes``, read or written, those in inner functions included."""
    for node in nodes:
        yield from (inner for inner in ast.walk(node) if isinstance(inner, ast.Name))


def is_none(node: ast.AST | None) -> bool:
    """Whether ``node`` is the literal ``None``."""
    return isinstance(node, ast.Constant) and node.value is None


def is_true(node: ast.AST | None) -> bool:
    """Whether ``node`` is the literal ``True``."""
    return isinstance(node, ast.Constant) and node.value is True


def is_false(node: ast.AST | None) -> bool:
    """Whether ``node`` is a literal that a condition takes for false, such as ``False`` or ``None``."""
    return isinstance(node, ast.Constant) and not node.value


def is_main_guard(statement: ast.stmt) -> bool:
    """Whether ``statement`` is ``if __name__ == "__main__":``."""
    return isinstance(statement, ast.If) and any(name.id == "__name__" for name in names_in(statement.test))
