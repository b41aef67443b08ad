"""Finding codemods by walking a package."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tffix import registry

MODULE = '''"""What {name} does."""

from tffix.codemod import Applicability, Codemod, Contract

CODEMOD = Codemod(
    code="{code}",
    name="{name}",
    summary="",
    applicability=Applicability.SAFE,
    contract=Contract.NONE,
    words=(),
    find=lambda module, options: iter(()),
    example="",
)
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest):
    """Makes a package of codemods, the only one there is."""
    name = f"plugged_{request.node.name.split('[')[0]}"
    root = tmp_path / name
    (root / "theme").mkdir(parents=True)
    (root / "__init__.py").touch()
    (root / "theme" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "PACKAGES", (name,))

    def add(file: str, code: str, codemod: str) -> None:
        (root / "theme" / file).write_text(MODULE.format(code=code, name=codemod))

    yield add
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]


def test_codemods_are_ordered_by_code_and_have_their_page(package):
    package("a.py", "TF902", "second")
    package("b.py", "TF901", "first")
    found = registry.codemods()
    assert [codemod.code for codemod in found] == ["TF901", "TF902"]
    assert found[0].page == "What first does."


def test_modules_without_a_codemod_are_helpers(package, tmp_path):
    package("a.py", "TF901", "first")
    next(tmp_path.glob("plugged_*/theme")).joinpath("helper.py").write_text("CODEMOD = None\n")
    assert len(registry.codemods()) == 1


@pytest.mark.parametrize(("code", "name", "key"), [("TF901", "other", "TF901"), ("TF902", "first", "first")])
def test_a_code_or_name_that_is_taken_is_an_error(package, code, name, key):
    package("a.py", "TF901", "first")
    package("b.py", code, name)
    with pytest.raises(registry.RegistryError, match=rf"{key} is defined in both \S+theme\.a and \S+theme\.b"):
        registry.codemods()


def test_find(package):
    package("a.py", "TF901", "first")
    assert registry.find("tf901") is registry.find("First")
    with pytest.raises(registry.UnknownCodemodError, match="did you mean 'first'"):
        registry.find("frist")


@pytest.fixture
def index(package, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> ModuleType:
    """The package, with bytecode allowed, after its codemods have been found once."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    package("a.py", "TF901", "first")
    registry._load.cache_clear()
    registry.codemods()
    return sys.modules[registry.PACKAGES[0]]


def _forget(package: ModuleType) -> None:
    registry._load.cache_clear()
    for name in [name for name in sys.modules if name.startswith(package.__name__ + ".")]:
        del sys.modules[name]


def test_a_codemod_known_from_the_index_is_imported_when_it_is_used(index):
    _forget(index)
    (found,) = registry.codemods()
    assert (found.code, found.name, found.page) == ("TF901", "first", "What first does.")
    assert f"{index.__name__}.theme.a" not in sys.modules
    assert list(found.find(None, {})) == []
    assert f"{index.__name__}.theme.a" in sys.modules


def test_the_index_holds_until_a_file_changes(index, package):
    _forget(index)
    package("b.py", "TF902", "second")
    assert [codemod.code for codemod in registry.codemods()] == ["TF901", "TF902"]
    _forget(index)
    package("b.py", "TF903", "another")
    assert [codemod.code for codemod in registry.codemods()] == ["TF901", "TF903"]


@pytest.mark.parametrize("content", [b"", b"\x00", b"i\x01\x00\x00\x00", b"not marshalled"])
def test_an_index_that_cannot_be_read_is_made_again(index, content):
    (path,) = Path(index.__path__[0]).glob("__pycache__/codemods.*.index")
    path.write_bytes(content)
    _forget(index)
    assert [codemod.code for codemod in registry.codemods()] == ["TF901"]
    assert path.read_bytes() != content


def test_every_folder_of_codemods_is_a_package():
    root = Path(__file__).parent.parent / "codemods"
    folders = {path.parent for path in root.rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_every_codemod_has_an_own_page_and_fits_its_place():
    for codemod in registry.codemods():
        assert codemod.page.strip(), codemod.code
        assert codemod.code.startswith("TF")
        assert codemod.name == codemod.name.lower()
