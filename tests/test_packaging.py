"""The wheel: everything is in it, and it works where the checkout is not."""

from __future__ import annotations

import os
import subprocess
import sys
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
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(out), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = out.iterdir()
    return built


@pytest.mark.slow
def test_every_module_and_every_case_is_in_the_wheel(wheel):
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    modules = {name for name in _tracked("tffix") if name.endswith((".py", "py.typed"))}
    codemods = {f"tffix/{name}" for name in _tracked("codemods") if name.endswith((".py", ".tsv"))}
    cases = {f"tffix/{name}" for name in _tracked("corpus") if name.count("/") == 3 or name.endswith("__init__.py")}
    assert packed == modules | codemods | cases


@pytest.mark.slow
def test_an_installed_wheel_explains_with_the_example(wheel, tmp_path):
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    # A folder of that name where the user stands must not shadow the installed codemods.
    here = tmp_path / "here"
    (here / "codemods").mkdir(parents=True)
    (here / "codemods" / "__init__.py").touch()

    def python(*arguments: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(site)}
        command = [sys.executable, *arguments]
        result = subprocess.run(command, cwd=here, env=environment, check=True, capture_output=True, encoding="utf-8")
        return result.stdout

    where = python("-c", "import tffix.codemods as c, tffix.corpus as e; print(c.__file__, e.__file__)").split()
    assert all(path.startswith(str(site)) for path in where)
    codes = [line.split()[0] for line in python("-m", "tffix", "codemods").splitlines()[1:]]
    assert codes
    pages = {code: python("-m", "tffix", "explain", code) for code in codes}
    assert [code for code, page in pages.items() if "\nExample\n" not in page] == []
    assert "+++ b/example.py\n" in pages["TF101"]
