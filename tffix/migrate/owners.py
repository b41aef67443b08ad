"""CODEOWNERS, as GitHub and as GitLab read it.

Sources: https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
and https://docs.gitlab.com/user/project/codeowners/reference/
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tffix.running.folder import FolderError, reason

Syntax = Literal["github", "gitlab"]
Owners = tuple[str, ...]

PLACES: tuple[tuple[str, Syntax | None], ...] = (
    (".github/CODEOWNERS", "github"),
    ("CODEOWNERS", None),
    ("docs/CODEOWNERS", None),
    (".gitlab/CODEOWNERS", "gitlab"),
)
"""Where the file is looked for; the first that is there counts.  Only some of the places tell whose syntax it has."""
_SECTION = re.compile(r"\^?\[(?P<name>[^\[\]]+)\](?:\[\d*\])?(?P<owners>(?:\s.*)?)$")
_BLANK = re.compile(r"(?<!\\)\s")


class OwnersError(FolderError):
    """The file that says who owns what cannot be read."""


@dataclass(frozen=True)
class Rule:
    """One line: the files it is about, and their owners; ``excludes`` if it takes the files out of its section."""

    pattern: re.Pattern[str]
    owners: Owners
    excludes: bool = False


@dataclass
class Section:
    """Rules of which the last that matches counts."""

    rules: list[Rule] = field(default_factory=list)

    def owners(self, path: str) -> Owners:
        """The owners of ``path`` in this section."""
        if any(rule.excludes and rule.pattern.fullmatch(path) for rule in self.rules):
            return ()
        matching = (rule for rule in reversed(self.rules) if rule.pattern.fullmatch(path))
        return next((rule.owners for rule in matching), ())


class CodeOwners:
    """The owners of the files of a repository, as ``text`` in ``syntax`` says.

    ``source`` is the file it comes from.
    """

    def __init__(self, text: str, syntax: Syntax, source: str = "CODEOWNERS") -> None:
        self.syntax = syntax
        self.source = source
        self._sections = _gitlab(text) if syntax == "gitlab" else [Section(list(_github(text)))]

    def of(self, path: str) -> Owners:
        """The owners of ``path`` (relative to the root of the repository, with forward slashes), each once, in order.

        No owners: nobody is named for it.
        """
        return tuple(dict.fromkeys(owner for section in self._sections for owner in section.owners(path)))


def find(root: Path, named: Path | None = None) -> CodeOwners | None:
    """The CODEOWNERS of the repository ``root``: the file ``named``, or that in one of the usual places.

    Raises:
        OwnersError: that file cannot be read.
    """
    if named is not None:
        return _read(root, named, None)
    for place, syntax in PLACES:
        if (root / place).is_file():
            return _read(root, root / place, syntax)
    return None


def _read(root: Path, path: Path, syntax: Syntax | None) -> CodeOwners:
    try:
        text = path.read_text(encoding="utf-8-sig", errors="surrogateescape")
    except OSError as error:
        raise OwnersError(f"{path} cannot be read: {reason(error)}") from None
    source = str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
    return CodeOwners(text, syntax or _syntax_of(text, root), source)


def _syntax_of(text: str, root: Path) -> Syntax:
    """Sections and exclusions are GitLab's: for GitHub such lines are errors, which it skips."""
    if (root / ".gitlab-ci.yml").exists() or (root / ".gitlab").is_dir():
        return "gitlab"
    lines = map(str.strip, text.splitlines())
    return "gitlab" if any(line.startswith("!") or _SECTION.match(line) for line in lines) else "github"


def _lines(text: str) -> Iterator[str]:
    for line in map(str.strip, text.splitlines()):
        if line and not line.startswith("#"):
            yield line


def _split(line: str) -> tuple[str, Owners]:
    """The pattern and the owners of a line; an escaped blank belongs to the pattern."""
    pattern, *rest = _BLANK.split(line, maxsplit=1)
    return pattern, _owners(rest[0] if rest else "")


def _owners(text: str) -> Owners:
    """Names, teams, roles and addresses, up to a comment."""
    return tuple(word for word in text.split(" #")[0].split() if "@" in word and not word.startswith("#"))


# -- GitHub ------------------------------------------------------------------------------------------------------------


def _github(text: str) -> Iterator[Rule]:
    for line in _lines(text):
        pattern, owners = _split(line)
        # Negation and character ranges do not work there: the line is skipped.
        if not pattern.startswith("!") and "[" not in pattern:
            yield Rule(re.compile(_github_pattern(pattern), re.DOTALL), owners)


def _github_pattern(pattern: str) -> str:
    """A pattern as in ``.gitignore``, but for one thing: ``docs/*`` does not mean what is deeper."""
    segments = pattern.removeprefix("/").split("/")
    anchored = pattern.startswith("/") or "/" in pattern.rstrip("/")
    if segments[-1] == "":
        segments[-1] = "**"
    if not anchored and segments[0] != "**":
        segments.insert(0, "**")
    *above, last = segments
    folders = "".join("(?:[^/]+/)*" if segment == "**" else f"{_segment(segment)}/" for segment in above)
    if last == "**":
        return folders + ".+"
    # A name alone may be that of a folder, and stands for all that is in it.
    return folders + (_segment(last) if last == "*" and above != ["**"] else f"{_segment(last)}(?:/.*)?")


def _segment(segment: str) -> str:
    """One name of a path, with ``*``, ``?`` and escapes."""
    parts = re.findall(r"\\.|\*+|.", segment, re.DOTALL)
    wild = {"*": "[^/]*", "?": "[^/]"}
    found = "".join(wild.get(part[0]) or re.escape(part[-1]) for part in parts)
    return "[^/]+" if segment == "*" else found


# -- GitLab ------------------------------------------------------------------------------------------------------------


def _gitlab(text: str) -> list[Section]:
    sections: dict[str, Section] = {"": Section()}
    section, default = sections[""], Owners()
    for line in _lines(text):
        if header := _SECTION.match(line):
            # Sections of one name are one, whatever its case.
            section = sections.setdefault(header["name"].strip().lower(), Section())
            default = _owners(header["owners"])
            continue
        pattern, owners = _split(line)
        excludes = pattern.startswith("!")
        expression = re.compile(_gitlab_pattern(pattern.removeprefix("!")), re.DOTALL)
        section.rules.append(Rule(expression, owners or default, excludes))
    return list(sections.values())


def _gitlab_pattern(pattern: str) -> str:
    """A pattern as Ruby's ``File.fnmatch`` reads it: a folder ends in a slash, or it is a file."""
    if pattern == "*":
        return ".+"
    if pattern.startswith("\\#"):
        pattern = pattern[1:]
    rooted = pattern.removeprefix("/") if pattern.startswith("/") else f"**/{pattern}"
    if rooted.endswith("/"):
        rooted += "**/*"
    return "".join(_gitlab_parts(rooted))


def _gitlab_parts(pattern: str) -> Iterator[str]:
    start = True
    for part in re.findall(r"(?:\*\*/)+|\\.|\[[^\]/]+\]|.", pattern, re.DOTALL):
        if part.startswith("**"):
            yield "(?:[^/]+/)*" if start else "[^/]*/"
        elif part.startswith("[") and len(part) > 1:
            yield _gitlab_set(part[1:-1])
        else:
            yield {"*": "[^/]*", "?": "[^/]"}.get(part) or re.escape(part[-1])
        start = part.endswith("/")


def _gitlab_set(inner: str) -> str:
    """One character of a set; a range that ends before it begins holds none."""
    negated = inner[0] in "!^"
    found = [
        (one[-1], one[-1]) if one else (start[-1], end[-1])
        for start, end, one in re.findall(r"(\\?.)-(\\?.)|(\\?.)", inner[negated:], re.DOTALL)
    ]
    members = "".join(f"{re.escape(start)}-{re.escape(end)}" for start, end in found if start <= end)
    if not members:
        return "[^/]" if negated else "(?!)"
    return f"(?!/)[{'^' if negated else ''}{members}]"


def label(owners: Sequence[str]) -> str:
    """How owners are named in a list."""
    return " ".join(owners) or "(nobody)"
