"""The edits that put code in place of many expressions."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tffix.rewriting.edits import Edit, Replace, escaped
from tffix.rewriting.spans import outer_string
from tffix.semantics.module import Module


def replacements(module: Module, codes: Mapping[ast.expr, str]) -> list[Edit] | None:
    """Put code in place of expressions, also inside of f-strings; ``None`` when one cannot be found there.

    Inside of an f-string ``ast`` has no reliable positions before Python 3.12: there the expression is looked for by
    its text, and the whole string is replaced.
    """
    edits: list[Edit] = []
    strings: dict[ast.expr, str] = {}
    for node, code in codes.items():
        string = outer_string(module, node)
        if string is None:
            edits.append(Replace(node, code))
            continue
        text = strings.get(string, module.segment(string))
        if text.count(ast.unparse(node)) != 1:
            return None
        strings[string] = text.replace(ast.unparse(node), code)
    for whole, text in strings.items():
        if "\n" in text:
            if '"""' in text or "'''" in text:
                return None
            # Parts on lines of their own; a template's lines begin at the indentation of the statement.
            text = f"({text})".replace("\n" + " " * module.statement(whole).col_offset, "\n")
        edits.append(Replace(whole, escaped(text)))
    return edits
