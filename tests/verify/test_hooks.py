from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tffix.verify.recorder.hooks import install


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that can be imported; what a test imports and installs is gone afterwards."""
    package = tmp_path / "hooked"
    package.mkdir()
    (package / "__init__.py").write_text("from hooked.inner import value\n")
    (package / "inner.py").write_text("value = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    finders = list(sys.meta_path)
    yield
    sys.meta_path[:] = finders
    for name in [name for name in sys.modules if name.partition(".")[0] == "hooked"]:
        del sys.modules[name]


def test_an_action_runs_right_after_the_import() -> None:
    def change(module: object) -> None:
        module.value = 2  # type: ignore[attr-defined]

    install({"hooked.inner": change})
    assert "hooked.inner" not in sys.modules
    # The package sees what the action made of its module.
    assert importlib.import_module("hooked").value == 2


def test_an_action_runs_once() -> None:
    seen: list[object] = []
    install({"hooked": seen.append})
    module = importlib.import_module("hooked")
    assert seen == [module]
    importlib.reload(module)
    assert seen == [module]


def test_an_imported_module_is_acted_on_at_once() -> None:
    module = importlib.import_module("hooked")
    seen: list[object] = []
    install({"hooked": seen.append})
    assert seen == [module]


def test_other_modules_are_left_alone() -> None:
    install({"no_such_module": lambda module: None})
    assert importlib.import_module("hooked").value == 1
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        importlib.import_module("no_such_module")
