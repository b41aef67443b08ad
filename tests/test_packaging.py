"""The wheel: everything is in it, and it works where the checkout is not."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def _tracked(*folders: str) -> set[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *folders]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {name for name in listed.splitlines() if (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the checkout: a build leaves folders behind."""
    pytest.importorskip("build")
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in _tracked("tffix", "codemods", "corpus", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(out), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = out.iterdir()
    return built


@pytest.mark.slow
def test_every_module_and_every_case_is_in_the_wheel(wheel):
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    modules = {name for name in _tracked("tffix") if name.endswith((".py", "py.typed"))}
    codemods = {f"tffix/{name}" for name in _tracked("codemods") if name.endswith(".py")}
    cases = {f"tffix/{name}" for name in _tracked("corpus") if name.count("/") == 3 or name.endswith("__init__.py")}
    assert packed == modules | codemods | cases


@pytest.mark.slow
def test_an_installed_wheel_explains_with_the_example(wheel, tmp_path):
    folder = tmp_path / "venv"
    venv.create(folder, with_pip=True)
    binaries = folder / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([binaries / "python", "-m", "pip", "install", "--quiet", wheel], check=True, capture_output=True)
    # A folder of that name must not shadow the installed codemods.
    (tmp_path / "codemods").mkdir()
    (tmp_path / "codemods" / "__init__.py").touch()

    def tffix(*arguments: str) -> str:
        command = [binaries / "tffix", *arguments]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, encoding="utf-8").stdout

    codes = [line.split()[0] for line in tffix("codemods").splitlines()[1:]]
    assert codes
    for code in codes:
        assert "+++ b/example.py\n" in tffix("explain", code)
