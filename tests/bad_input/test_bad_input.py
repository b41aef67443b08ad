"""What the engine says of input it cannot use; the run goes on and the file stays as it is.

The files go through the pool, as from the command line.  A new kind of bad input is a new line of the table.
"""

from __future__ import annotations

import ast
import codecs
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tffix import registry
from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.config.settings import Settings
from tffix.engine import fix_file
from tffix.rewriting.edits import Replace
from tffix.running.files import written
from tffix.running.pool import run
from tffix.semantics.module import Module

KERAS = b"import keras\n"
GENERATED = (b"x = '" + b"0123456789" * 100 + b"'\n") * 5_000


def _find(module: Module, _options: Options) -> Iterator[Match]:
    for node in module.nodes(ast.Name):
        if node.id == "a":
            yield Match(node, "a", fix=Fix((Replace(node, "b"),)))


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    """One codemod that makes ``a`` into ``b``."""
    codemod = Codemod("TF901", "a-to-b", "", Applicability.SAFE, Contract.NONE, (), _find, "")
    monkeypatch.setattr(registry, "codemods", lambda: (codemod,))
    return Settings(frozenset({"TF901"}))


@dataclass(frozen=True)
class Bad:
    """Bytes that cannot be used, and what is said of them."""

    data: bytes
    error: str
    before: tuple[int, int] = (9, 9)
    """The first Python that reads the bytes: there the error is not expected."""


TOO_DEEP = "the code is nested too deeply to be analysed"
PYTHON_2 = "is Python 2 code (line 2: {}), which tffix does not read"


def _newer(version: str, what: str, line: int = 2) -> str:
    return f"uses syntax of Python {version} (line {line}: {what}): run tffix on Python {version} or newer"


BAD = {
    "syntax error": Bad(KERAS + b"def f(:\n    pass\n", "syntax error on line 2: invalid syntax"),
    "bad indentation": Bad(
        KERAS + b"if a:\npass\n", "syntax error on line 3: expected an indented block after 'if' statement on line 2"
    ),
    "tabs and spaces": Bad(
        KERAS + b"if a:\n\tb\n        c\n", "syntax error on line 4: inconsistent use of tabs and spaces in indentation"
    ),
    "call in a default": Bad(KERAS + b"def f(x=tuple(), y z): a\n", "syntax error on line 2: invalid syntax"),
    "merge conflict": Bad(KERAS + b"<<<<<<< HEAD\na\n=======\n", "syntax error on line 2: invalid syntax"),
    "print statement": Bad(KERAS + b"print 'loss', a\n", PYTHON_2.format("print statement")),
    "print statement over lines": Bad(KERAS + b"print 'loss %d' % (\n  a)\n", PYTHON_2.format("print statement")),
    "exec statement": Bad(KERAS + b"exec 'a'\n", PYTHON_2.format("exec statement")),
    "except X, e": Bad(
        KERAS + b"try:\n  a\nexcept ValueError, e:\n  pass\n",
        'is Python 2 code (line 4: "except X, e"), which tffix does not read',
        before=(3, 14),
    ),
    "raise X, message": Bad(KERAS + b"raise ValueError, 'a'\n", PYTHON_2.format('"raise X, message"')),
    "backticks": Bad(KERAS + b"x = `a`\n", PYTHON_2.format("backticks")),
    "<>": Bad(KERAS + b"a <> 1\n", PYTHON_2.format('"<>"')),
    "octal number": Bad(KERAS + b"x = 0777\n", PYTHON_2.format("octal number without 0o")),
    "long integer": Bad(KERAS + b"x = 10L\n", PYTHON_2.format("long integer")),
    "ur'' string": Bad(KERAS + b"x = ur'a'\n", PYTHON_2.format("ur'' string")),
    "tuple parameter": Bad(KERAS + b"def f(a, (b, c)):\n  pass\n", PYTHON_2.format("tuple parameter")),
    "tuple parameter of a lambda": Bad(KERAS + b"lambda (a, b): a\n", PYTHON_2.format("tuple parameter")),
    "type alias": Bad(KERAS + b"type X = a\n", _newer("3.12", "type alias"), before=(3, 12)),
    "type parameters": Bad(KERAS + b"def f[T](x: T): a\n", _newer("3.12", "type parameters"), before=(3, 12)),
    "type parameters of a class": Bad(KERAS + b"class A[T]: a\n", _newer("3.12", "type parameters"), before=(3, 12)),
    "type parameter with a default": Bad(
        KERAS + b"def f[T = int](x: T): a\n", _newer("3.13", "default of a type parameter"), before=(3, 13)
    ),
    "same quotes in an f-string": Bad(
        KERAS + b'\nx = f"{a["b"]}"\n', _newer("3.12", "the same quotes inside an f-string", 3), before=(3, 12)
    ),
    "same quotes in a format spec": Bad(
        KERAS + b'x = f"{a:{b["c"]}}"\n', _newer("3.12", "the same quotes inside an f-string"), before=(3, 12)
    ),
    "backslash in an f-string": Bad(
        KERAS + b"x = f\"{'\\n'.join(a)}\"\n", _newer("3.12", "backslash inside an f-string expression"), before=(3, 12)
    ),
    "line break in an f-string": Bad(
        KERAS + b'x = f"{\n  a\n}"\n',
        _newer("3.12", "comment or line break inside an f-string expression"),
        before=(3, 12),
    ),
    "except*": Bad(KERAS + b"try:\n  a\nexcept* E:\n  pass\n", _newer("3.11", "except*"), before=(3, 11)),
    "star in an index": Bad(KERAS + b"x[*a]\n", _newer("3.11", "unpacking in an index"), before=(3, 11)),
    "star in an annotation": Bad(
        KERAS + b"def f(*x: *T): a\n", _newer("3.11", "unpacking in an annotation"), before=(3, 11)
    ),
    "t-string": Bad(KERAS + b"x = t'{a}'\n", _newer("3.14", "t-string"), before=(3, 14)),
    "exceptions without parentheses": Bad(
        KERAS + b"try:\n  a\nexcept ValueError, TypeError:\n  pass\n",
        _newer("3.14", "exceptions without parentheses", 4),
        before=(3, 14),
    ),
    "latin-1 without a cookie": Bad(
        KERAS + b"x = '\xe9'\n",
        'byte 0xe9 on line 2 is not UTF-8: declare the encoding on the first line, as in "# -*- coding: latin-1 -*-"',
    ),
    "unknown cookie": Bad(b"# coding: klingon\nimport keras\n", "declares the unknown encoding 'klingon'"),
    "NUL byte": Bad(KERAS + b"a = '\0'\n", "is not Python source text: NUL byte on line 2"),
    "binary data": Bad(b"\x89PNG\r\n\x1a\n\0\0\0\rkeras", "is not Python source text: NUL byte on line 3"),
    "pickle that names keras": Bad(
        b"\x80\x04\x95&\0\0\0\0\0\0\0\x8c\x0ckeras.models\x94.", "is not Python source text: NUL byte on line 1"
    ),
    "UTF-16": Bad(KERAS.decode().encode("utf-16"), "is UTF-16 text, which Python does not read: save it as UTF-8"),
    "5,000 parentheses": Bad(KERAS + b"x = " + b"(" * 5000 + b"a" + b")" * 5000 + b"\n", TOO_DEEP),
    "5,000 lists": Bad(KERAS + b"x = " + b"[" * 5000 + b"]" * 5000 + b"\n", TOO_DEEP),
    "deep and newer syntax": Bad(
        KERAS + b"x = " + b"(" * 150 + b"a" + b")" * 150 + b"\ntype X = a a\n", "syntax error on line 3: invalid syntax"
    ),
    "11 MB": Bad(KERAS + b"x = 1\n" * 1_900_000, "is 11.4 MB large; files over 10 MB are not analysed"),
}

DEEP = {
    "signs": b"-" * 5000 + b"a",
    "additions": b"a" + b" + z" * 50_000,
    "attributes": b"a" + b".a" * 50_000,
    "calls": b"a" + b"()" * 5000,
    "comparisons in a chain": b"a" + b" < z" * 10_000,
    "conditions": b"z if z else " * 5000 + b"a",
    "lambdas": b"lambda: " * 5000 + b"a",
}

FINE = {
    "empty": b"",
    "blank": b"\n\n",
    "a syntax error in a file of no concern": b"print 'hello'\n",
    "binary data of no concern": b"\x7fELF\0\0\0",
    "UTF-8 with a byte order mark": codecs.BOM_UTF8 + KERAS,
    "latin-1 with a cookie": b"# coding: latin-1\nimport keras\nx = '\xe9'\n",
    "lone CR": b"import keras\rx = 1\r",
    "only a comment": b"# keras",
    "invalid escape": KERAS + b"x = '\\d'\n",
    "is with a literal": KERAS + b"x = 1 is 1\n",
}

FIXED = {
    "byte order mark and CRLF": (
        codecs.BOM_UTF8 + b"import keras\r\na\r\n",
        codecs.BOM_UTF8 + b"import keras\r\nb\r\n",
    ),
    "latin-1": (b"# coding: latin-1\nimport keras\na, '\xe9'\n", b"# coding: latin-1\nimport keras\nb, '\xe9'\n"),
    "lone CR": (b"import keras\ra\r", b"import keras\rb\r"),
    "mixed line ends, tab, form feed": (b"import keras\r\n\x0cif a:\r\tx\n", b"import keras\r\n\x0cif b:\r\tx\n"),
    "no last newline": (b"import keras\na", b"import keras\nb"),
    "5 MB of generated data": (KERAS + b"a\n" + GENERATED, KERAS + b"b\n" + GENERATED),
}


def _through_the_pool(folder: Path, files: dict[str, bytes], settings: Settings) -> dict[str, str | None]:
    paths = {}
    for number, (name, data) in enumerate(files.items()):
        path = folder / f"{number:03}.py"
        path.write_bytes(data)
        paths[str(path)] = name
    results = written(run([(path, settings) for path in paths], fix_file, 1))
    return {paths[result.path]: result.error for result in results}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_named_and_left(name: str, tmp_path: Path, settings: Settings) -> None:
    bad = BAD[name]
    if sys.version_info >= bad.before:
        pytest.skip("this Python reads it")

    errors = _through_the_pool(tmp_path, {"before": KERAS + b"a\n", name: bad.data, "after": KERAS + b"a\n"}, settings)

    assert errors == {"before": None, name: bad.error, "after": None}
    assert (tmp_path / "001.py").read_bytes() == bad.data
    assert (tmp_path / "000.py").read_bytes() == (tmp_path / "002.py").read_bytes() == KERAS + b"b\n"


@pytest.mark.parametrize("name", DEEP)
def test_deep_nesting_without_brackets_costs_its_file_at_most(name: str, tmp_path: Path, settings: Settings) -> None:
    """Which of these a Python can parse differs by version; none may take the process down."""
    data = KERAS + b"x = " + DEEP[name] + b"\n"

    errors = _through_the_pool(tmp_path, {name: data, "after": KERAS + b"a\n"}, settings)

    assert errors["after"] is None
    if errors[name] is not None:
        assert "nested too deeply" in errors[name]
        assert (tmp_path / "000.py").read_bytes() == data


@pytest.mark.parametrize("name", FINE)
def test_odd_but_fine_input_is_left(name: str, tmp_path: Path, settings: Settings) -> None:
    assert _through_the_pool(tmp_path, {name: FINE[name]}, settings) == {name: None}
    assert (tmp_path / "000.py").read_bytes() == FINE[name]


@pytest.mark.parametrize("name", FIXED)
def test_odd_but_fine_input_is_fixed(name: str, tmp_path: Path, settings: Settings) -> None:
    before, after = FIXED[name]

    assert _through_the_pool(tmp_path, {name: before}, settings) == {name: None}
    assert (tmp_path / "000.py").read_bytes() == after


def test_a_symlink_out_of_the_tree_is_followed_and_stays(tmp_path: Path, settings: Settings) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "m.py").write_bytes(KERAS + b"a\n")
    (inside / "link.py").symlink_to(outside / "m.py")

    (result,) = written(run([(str(inside / "link.py"), settings)], fix_file, 1))

    assert result.written
    assert (inside / "link.py").is_symlink()
    assert (outside / "m.py").read_bytes() == KERAS + b"b\n"
    assert os.listdir(inside) == ["link.py"]


def test_a_file_that_changes_while_we_work_is_left(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "m.py"
    path.write_bytes(KERAS + b"a\n")

    fixed = list(run([(str(path), settings)], fix_file, 1))
    path.write_bytes(KERAS + b"a  # saved by an editor\n")
    (result,) = written(fixed)

    assert result.error == "changed while tffix was working: it is left as it is"
    assert path.read_bytes() == KERAS + b"a  # saved by an editor\n"
