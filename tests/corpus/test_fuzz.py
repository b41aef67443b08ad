"""All codemods over real sources that are installed: nothing crashes, and results compile and are final."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import pytest

from tffix.config.settings import Generation, Settings
from tffix.engine import fix_file
from tffix.registry import codemods

PACKAGES = ("keras", "tf_keras", "tensorflow")
FILES_PER_PACKAGE = 25
LARGEST = 120_000


def sample(package: str) -> list[Path]:
    """The same files each time: the sources of an installed package that name tensorflow or keras."""
    spec = importlib.util.find_spec(package)  # does not import the package
    if spec is None or not spec.submodule_search_locations:
        return []
    (root, *_) = spec.submodule_search_locations
    candidates = []
    for path in sorted(Path(root).rglob("*.py")):
        data = path.read_bytes()
        if len(data) <= LARGEST and (b"tensorflow" in data or b"keras" in data):
            candidates.append(path)
    return random.Random(0).sample(candidates, min(FILES_PER_PACKAGE, len(candidates)))


@pytest.mark.slow
@pytest.mark.parametrize("keras", [2, 3])
@pytest.mark.parametrize("package", PACKAGES)
def test_real_sources(package: str, keras: Generation) -> None:
    paths = sample(package)
    if not paths:
        pytest.skip(f"{package} is not installed")
    codes = frozenset(codemod.code for codemod in codemods())
    settings = Settings(codes=codes, unsafe_fixes=True, keras=keras, keras_explicit=True)
    for path in paths:
        data = path.read_bytes()
        result = fix_file(data, str(path), settings)
        assert result.error is None, f"{path}: {result.error}"
        if result.after is not None:
            compile(result.after, str(path), "exec", dont_inherit=True)
            assert fix_file(result.after, str(path), settings).after is None, f"{path}: a second run changes something"
