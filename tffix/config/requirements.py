"""The requirements a project's metadata states, from every usual file; and what a version limit rules out.

Files are read leniently: metadata that is broken states nothing, for it is not tffix's to judge.
"""

from __future__ import annotations

import configparser
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tffix.config.errors import ConfigError
from tffix.config.files import read_toml

Version = tuple[int, ...]
LOCK_FILES = ("uv.lock", "poetry.lock", "pdm.lock")

_REQUIREMENT = re.compile(
    r"""^\s*(?:-\s*)?(?P<name>[A-Za-z][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?(?P<spec>(?:[=<>!~^]=?=?\s*v?\d[\w.*+!]*[\s,]*)*)"""
)
_CLAUSE = re.compile(r"(?P<op>===|==|=|<=|>=|<|>|!=|~=|~|\^)?\s*v?(?P<version>\d+(?:\.\d+)*)(?P<wildcard>\.\*)?")
_STRING = re.compile(r"""(['"])(?P<text>[A-Za-z][^'"\n]*)\1""")


@dataclass(frozen=True)
class Requirement:
    """A normalized name, and its version specifier in the syntax of pip, conda or Poetry."""

    name: str
    specifier: str = ""

    def below(self, limit: Version) -> bool:
        """True if the specifier rules out ``limit`` and everything after it."""
        return any(upper is not None and upper <= limit for upper in map(_upper, self._clauses()))

    def from_(self, *limit: int) -> bool:
        """True if the specifier rules out everything before ``limit``."""
        return any(lower is not None and lower >= limit for lower in map(_lower, self._clauses()))

    def _clauses(self) -> Iterator[tuple[str, Version, bool]]:
        for match in _CLAUSE.finditer(self.specifier):
            version = tuple(map(int, match["version"].split(".")))
            yield match["op"] or "==", version, bool(match["wildcard"])


def declared(folder: str) -> Iterator[tuple[str, tuple[Requirement, ...]]]:
    """The requirements each metadata file of ``folder`` declares, the most telling file first."""
    for name, read in (
        ("pyproject.toml", _pyproject),
        ("setup.cfg", _setup_cfg),
        ("setup.py", _setup_py),
        ("Pipfile", _pipfile),
    ):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            yield path, tuple(read(path))
    for path in _line_files(folder):
        yield path, tuple(_from_lines(_text(path).splitlines()))


def locked(folder: str) -> Iterator[tuple[str, tuple[Requirement, ...]]]:
    """The versions each lock file of ``folder`` pins."""
    for name in LOCK_FILES:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            packages = _toml(path).get("package", [])
            yield (
                path,
                tuple(
                    _named(package["name"], f"=={package['version']}")
                    for package in packages
                    if isinstance(package, dict) and {"name", "version"} <= package.keys()
                ),
            )


def parse(text: str) -> Requirement | None:
    """The requirement that ``text`` (``"tensorflow[and-cuda]>=2.10,<2.16 ; ..."``) states, if it states one."""
    match = _REQUIREMENT.match(text)
    return _named(match["name"], match["spec"].strip()) if match else None


def _upper(clause: tuple[str, Version, bool]) -> Version | None:
    """The first version that ``clause`` no longer allows (exclusive bound), or ``None`` if it has no upper end."""
    operator, version, wildcard = clause
    if operator == "<":
        return version
    if operator in ("==", "=", "==="):
        return _next(version, -1) if wildcard or operator == "=" else (*version, 0)
    if operator == "<=":
        return (*version, 0)
    if operator == "~=" and len(version) > 1:
        return _next(version, -2)
    if operator == "~":
        return _next(version[:2], -1)
    if operator == "^":
        return _next(version, 0) if version[0] else _next(version[:2], -1)
    return None


def _lower(clause: tuple[str, Version, bool]) -> Version | None:
    operator, version, _ = clause
    return version if operator not in ("<", "<=", "!=") else None


def _next(version: Version, index: int) -> Version:
    """``version`` cut behind ``index`` and counted up there: ``(2, 15, 1), -2`` gives ``(2, 16)``."""
    end = len(version) + index if index < 0 else index
    return (*version[:end], version[end] + 1)


def _named(name: str, specifier: object) -> Requirement:
    return Requirement(re.sub(r"[-_.]+", "-", name).lower(), specifier if isinstance(specifier, str) else "")


def _from_lines(lines: Iterable[str]) -> Iterator[Requirement]:
    for line in lines:
        requirement = parse(line)
        if requirement is not None:
            yield requirement


def _pyproject(path: str) -> Iterator[Requirement]:
    document = _toml(path)
    project = _table(document, "project")
    lists = [project.get("dependencies"), *_table(project, "optional-dependencies").values()]
    lists += _table(document, "dependency-groups").values()
    for entries in lists:
        if isinstance(entries, list):
            yield from _from_lines(entry for entry in entries if isinstance(entry, str))
    poetry = _table(document, "tool", "poetry")
    groups = [_table(group, "dependencies") for group in _table(poetry, "group").values() if isinstance(group, dict)]
    for table in (_table(poetry, "dependencies"), _table(poetry, "dev-dependencies"), *groups):
        yield from _from_table(table)


def _pipfile(path: str) -> Iterator[Requirement]:
    document = _toml(path)
    for section in ("packages", "dev-packages"):
        yield from _from_table(_table(document, section))


def _from_table(table: Mapping[str, Any]) -> Iterator[Requirement]:
    """Requirements as Poetry and Pipenv write them: ``name = "^2.15"`` or ``name = {version = "^2.15"}``."""
    for name, value in table.items():
        yield _named(name, value.get("version") if isinstance(value, dict) else value)


def _setup_cfg(path: str) -> Iterator[Requirement]:
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(_text(path))
    except configparser.Error:
        return
    values = [parser.get("options", "install_requires", fallback="")]
    if parser.has_section("options.extras_require"):
        values += [value for _, value in parser.items("options.extras_require")]
    for value in values:
        yield from _from_lines(value.splitlines())


def _setup_py(path: str) -> Iterator[Requirement]:
    """Strings that look like requirements: the file cannot be run, and the lists are often built."""
    return _from_lines(match["text"] for match in _STRING.finditer(_text(path)))


def _line_files(folder: str) -> Iterator[str]:
    """Files with one requirement a line: ``requirements*.txt`` here and in ``requirements/``, conda's environment."""
    for base in (folder, os.path.join(folder, "requirements")):
        try:
            names = sorted(os.listdir(base))
        except OSError:
            continue
        inside = base != folder
        for name in names:
            if (name.endswith(".txt") and (inside or name.startswith("requirements"))) or (
                not inside and name in ("environment.yml", "environment.yaml")
            ):
                yield os.path.join(base, name)


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _toml(path: str) -> Mapping[str, Any]:
    try:
        return read_toml(path)
    except ConfigError:
        return {}


def _table(document: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    value: Any = document
    for key in keys:
        value = value.get(key, {}) if isinstance(value, dict) else {}
    return value if isinstance(value, dict) else {}
