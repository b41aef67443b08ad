"""Which package a file belongs to."""

from __future__ import annotations

import pytest

from tffix.migrate.packages import Packages


@pytest.mark.parametrize(
    ("path", "package"),
    [
        ("top.py", "."),
        ("services/a/src/x.py", "services/a"),
        ("services/a/plugin/deep/x.py", "services/a/plugin"),
        ("lib/pkg/sub/x.py", "lib/pkg"),
        ("scripts/deep/x.py", "scripts"),
    ],
)
def test_the_package_of_a_file(tmp_path, path, package):
    for name in (
        "pyproject.toml",
        "services/a/pyproject.toml",
        "services/a/plugin/setup.py",
        "lib/pkg/__init__.py",
        "lib/pkg/sub/__init__.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert Packages(tmp_path).of(path) == package
