"""Names of files: which literal ends them, and which expressions name one file."""

from __future__ import annotations

import pytest

from tffix.semantics.module import Module
from tffix.semantics.paths import FilePath, path_of

BEGINNING = """
import os
from pathlib import Path

FOLDER = "out"
NAME = os.path.join(FOLDER, "w.h5")
for epoch in range(3):
    pass
"""


def path(code: str) -> FilePath:
    """The path given by the expression ``code`` behind some definitions."""
    module = Module(f"{BEGINNING}found({code})\n")
    (call,) = module.calls("found")
    return path_of(module, call.args[0])


@pytest.mark.parametrize(
    ("code", "pattern"),
    [
        ('"out/w.h5"', "out/w.h5"),
        ('"./out//w.h5"', "out/w.h5"),
        ("NAME", "out/w.h5"),
        ('FOLDER + "/w.h5"', "out/w.h5"),
        ('Path(FOLDER) / "w.h5"', "out/w.h5"),
        ('Path(FOLDER).joinpath("w.h5")', "out/w.h5"),
        ('str(Path(FOLDER, "w.h5"))', "out/w.h5"),
        ('os.path.join(folder, "w.h5")', "{folder}/w.h5"),
        ('f"{folder}/w.h5"', "{folder}/w.h5"),
        ('f"w_{epoch}.h5"', "w_{}.h5"),
        ('f"w_{score:.3f}.h5"', "w_{}.h5"),
        ('"w_%03d_%s.h5" % (epoch, name)', "w_{}_{}.h5"),
        ('"w_{}.h5".format(epoch)', "w_{}.h5"),
        ('"saved/"', "saved"),
    ],
)
def test_expressions_of_one_file_have_one_pattern(code: str, pattern: str) -> None:
    assert path(code).pattern == pattern


@pytest.mark.parametrize(
    ("code", "leaf"),
    [
        ("NAME", '"w.h5"'),
        ('"w_%d.h5" % epoch', '"w_%d.h5"'),
        ('"w_%d" % epoch', '"w_%d"'),
        ('"w_{:02d}".format(n)', '"w_{:02d}"'),
        ('"w_{e}".format(e=epoch)', '"w_{e}"'),
        ('f"w_{epoch}"', 'f"w_{epoch}"'),
        ('base + ".h5"', '".h5"'),
    ],
)
def test_the_literal_at_the_end_is_found(code: str, leaf: str) -> None:
    module = Module(f"{BEGINNING}found({code})\n")
    (call,) = module.calls("found")
    found = path_of(module, call.args[0]).leaf
    assert found is not None
    assert module.segment(found) == leaf


@pytest.mark.parametrize(
    "code",
    [
        "name",
        'f"out/{name}"',
        '"out/%s" % name',
        '"{}".format(name)',
        '"{0}/{1}".format(FOLDER, name)',
        'os.path.join("out", name)',
        '"out/" + name',
        'os.path.join(*["a", "b.h5"])',
        'get("w.h5")',
        '"broken {".format(epoch)',
    ],
)
def test_a_value_of_unknown_text_at_the_end_is_no_literal(code: str) -> None:
    assert path(code).leaf is None


def test_the_name_and_the_folder_of_a_path() -> None:
    assert (path("NAME").name, path("NAME").folder) == ("w.h5", "out")
    assert (path('f"{folder}/w_{epoch}.h5"').name, path('"w.h5"').folder) == ("", "")
    assert len(path("NAME").names) == 1
