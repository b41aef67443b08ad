"""Random edits on the sources of the standard library and on generated code."""

from __future__ import annotations

import ast
import sysconfig
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tffix.codemod import Fix
from tffix.rewriting import edits as e
from tffix.rewriting.apply import apply_fixes
from tffix.rewriting.checks import verify
from tffix.rewriting.conflicts import nodes_of, top_statement
from tffix.rewriting.errors import RefusedError
from tffix.rewriting.regions import Layout, parse
from tffix.rewriting.spans import outer_string
from tffix.semantics.module import Module

LIBRARY = Path(sysconfig.get_path("stdlib"))
FILES = sorted(path for path in LIBRARY.glob("*.py") if 2_000 < path.stat().st_size < 40_000)
PACKAGES = sorted(
    path for name in ("asyncio", "email", "json", "logging", "unittest") for path in (LIBRARY / name).glob("*.py")
)

PIECES = [
    "a = f(1, 2)  # 注释",
    "ds = (\n    ds.map(f)  # one\n    .batch(2)  # two\n)",
    "if x: a = 1; b = f(2)  # beside",
    "for i in y:\n\tz.append(f(i))  # tab\n\t# end",
    "# above\n@dec(1)\ndef g(x, *, k=f(1)):\n    '''doc'''\n    return f(\n        x,  # one\n    )\n    # tail",
    "class A(B):\n    x = f()\n\n    # about m\n    async def m(self):\n        async with f(self) as y: await y",
    "try:\n  f(a)\nexcept E as e:  # why\n  pass\nelse: f(b)\nfinally:\n  f(c); g(d)",
    "match x:\n    case {'a': 1}:\n        f(1)\n    case _: f(2)",
    "s = f'''\n{f(1)!r:>{w}}\n''' 'more'",
    "t = f(x for x in y), (f(a), b)",
    "x = a + \\\n    f(b)",
    "\x0c",
    "",
    "# 中文",
    "while f(x):\n    if y:\n        f(1)\n    elif z:\n        f(2)\n    else:\n        f(3)",
    "y = 1;",
]


@cache
def _source(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as file:
        return file.read()


def _edit(draw: st.DrawFn, module: Module) -> e.Edit | None:
    def pick(nodes: list[ast.AST]) -> ast.AST | None:
        return draw(st.sampled_from(nodes)) if nodes else None

    statements = [node for node in ast.walk(module.root) if isinstance(node, ast.stmt)]
    kind = draw(
        st.sampled_from(
            [
                "replace",
                "keyword",
                "append",
                "method",
                "decorate",
                "parameter",
                "insert",
                "remove",
                "move",
                "wrap",
                "dedent",
            ]
        )
    )
    if kind in ("replace", "keyword", "append", "method"):
        node = pick(module.nodes(ast.Call))
        if node is None:
            return None
        if kind == "replace":
            parts = {"x": node.args[0]} if node.args else {"x": node.func}
            return e.Replace(node, draw(st.sampled_from(["g({x})", "{x} + 1", "{x}", "not {x}", "{x}.y"])), parts)
        if kind == "method" and isinstance(node.func, ast.Attribute):
            return e.ReplaceMethod(node, "m(1)")
        return e.SetKeyword(node, "new", "v") if kind == "keyword" else e.AppendCall(node, "m", "1")
    if kind == "decorate":
        node = pick(module.nodes(ast.FunctionDef))
        return e.AddDecorator(node, "new", outermost=draw(st.booleans())) if node else None
    if kind == "parameter":
        node = pick(module.nodes(ast.FunctionDef))
        return e.AddParameter(node, "new_parameter", "None") if node else None
    node = draw(st.sampled_from(statements))
    where = draw(st.sampled_from(["before", "after"]))
    if kind == "insert":
        return e.Insert(node, "new()\nif new:\n    new()  # new", where)
    if kind == "remove":
        return e.Remove(node)
    block = module.block(node)
    rest = block[block.index(node) :]
    if kind == "move":
        anchor = draw(st.sampled_from(statements))
        return None if module.tree.contains(node, anchor) else e.Move((node,), anchor, where)
    if kind == "wrap":
        return e.Wrap(tuple(rest[: draw(st.integers(1, 3))]), "with new:")
    return None if isinstance(module.parent(node), ast.Module) else e.Dedent(tuple(rest))


def _check(draw: st.DrawFn, source: str) -> None:
    module = Module(source)
    edits = [_edit(draw, module) for _ in range(draw(st.integers(1, 5)))]
    fixes = [Fix((edit,)) for edit in edits if edit is not None]
    outcome = apply_fixes(module, fixes)
    assert sorted([*outcome.applied, *outcome.waiting, *outcome.refused]) == list(range(len(fixes)))
    assert verify(source, outcome.text, outcome.touched) is None
    _same_elsewhere(module, [edit for number in outcome.applied for edit in fixes[number].edits], outcome.text)


def _same_elsewhere(module: Module, edits: list[e.Edit], after: str) -> None:
    touched = {top_statement(module, node) for edit in edits for node in nodes_of(module, edit)}
    rest = iter([ast.dump(statement) for statement in ast.parse(after).body])
    for statement in module.root.body:
        if statement not in touched:
            wanted = ast.dump(statement)
            assert any(other == wanted for other in rest)


def _ends(source: str, newline: str) -> str:
    return source.replace("\r\n", "\n").replace("\n", newline)


SETTINGS = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@SETTINGS
@given(st.data(), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_edits_of_generated_code(data: st.DataObject, newline: str, ended: bool) -> None:
    pieces = data.draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6))
    source = "\n".join([*pieces, "last = f(0)"]) + ("\n" if ended else "")
    _check(data.draw, _ends(source, newline))


@settings(SETTINGS, max_examples=15)
@given(st.data(), st.sampled_from(FILES), st.sampled_from(["\n", "\r\n"]))
def test_edits_of_real_code(data: st.DataObject, path: Path, newline: str) -> None:
    _check(data.draw, _ends(_source(path), newline))


# A tuple or starred element in the brackets of a subscript is no node of its own for libcst.
UNMAPPED = (ast.Tuple, ast.Starred)
MAPPED = (ast.expr, ast.stmt, ast.keyword)


@pytest.mark.slow
def test_every_node_has_its_concrete_node() -> None:
    count = 0
    for path in [*FILES, *PACKAGES]:
        module = Module(_source(path))
        if not module.root.body or path.name == "__phello__.py":
            continue
        for index in range(len(module.root.body)):
            count += _map(module, index)
    assert count > 100_000


def _map(module: Module, number: int) -> int:
    layout = Layout(module)
    first, last = layout.statement_range([module.span(module.root.body[number])])
    if first != number:
        return 0
    try:
        index = parse(module, layout.region(first, last), "    ", "\n")
    except RefusedError:
        return 0  # libcst drops the space in `except E :`
    count = 0
    for top in module.root.body[first : last + 1]:
        for node in ast.walk(top):
            if isinstance(node, MAPPED) and hasattr(node, "lineno") and outer_string(module, node) is None:
                if isinstance(node, ast.Slice) or _in_pattern(module, node):
                    continue
                count += 1
                try:
                    index.find(node)
                except RefusedError:
                    assert isinstance(node, UNMAPPED), module.segment(node)
                    assert isinstance(module.parent(node), (ast.Subscript, ast.Tuple)), module.segment(node)
    return count


def _in_pattern(module: Module, node: ast.AST) -> bool:
    return any(isinstance(outer, ast.pattern) for outer in module.ancestors(node))
