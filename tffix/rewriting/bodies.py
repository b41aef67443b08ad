"""Lines for the body of a new function that stand in place of statements."""

from __future__ import annotations

import ast

from tffix.rewriting.spans import extent
from tffix.semantics.module import Module


def with_comments(module: Module, loop: ast.For, statement: ast.stmt, code: str) -> list[str]:
    """``code`` in place of a statement of the loop, with the comments above and beside that."""
    if statement.lineno == loop.lineno:
        return [f"        {code}"]
    start, end = extent(module, statement)
    own_start, own_end = module.span(statement)
    above = module.data[start:own_start].decode().splitlines()
    beside = module.data[own_end:end].decode().rstrip()
    indent = " " * 8
    comments = [indent + line.strip() for line in above if line.strip().startswith("#")]
    return [*comments, indent + code.replace("\n" + " " * statement.col_offset, "\n" + indent) + beside]
