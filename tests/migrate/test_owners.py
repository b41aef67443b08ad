"""CODEOWNERS, as GitHub and as GitLab document them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix.migrate.owners import CodeOwners, find
from tffix.running.folder import FolderError

GITHUB = """\
# This is a comment.
*       @global1 @global2
*.js    @js # This is an inline comment.
*.go docs@example.com
/build/out/ @builds
docs/*  docs@example.com
apps/ @octocat
/handbook/ @writers
/scripts/ @doctocat @octocat
**/logs @logs
/apps/github
with\\ space/ @space
foo/**/bar @deep
src/*/x.py @star
lib/? @one
!negated.py @nobody
a[bc].py @range
#comment.py @comment
not-an-owner.py someone
"""


@pytest.mark.parametrize(
    ("path", "owners"),
    [
        ("a.py", ["@global1", "@global2"]),
        ("deep/down/a.py", ["@global1", "@global2"]),
        ("src/a.js", ["@js"]),
        ("a.go", ["docs@example.com"]),
        ("build/out/a.py", ["@builds"]),
        ("docs/a.md", ["docs@example.com"]),
        ("docs/deep/a.md", ["@global1", "@global2"]),
        ("src/docs/a.md", ["@global1", "@global2"]),
        ("apps/a.py", ["@octocat"]),
        ("src/apps/deep/a.py", ["@octocat"]),
        ("apps/github/a.py", []),
        ("apps/githubber/a.py", ["@octocat"]),
        ("handbook/deep/a.py", ["@writers"]),
        ("src/handbook/a.py", ["@global1", "@global2"]),
        ("scripts/a.py", ["@doctocat", "@octocat"]),
        ("a/b/logs/c/d.py", ["@logs"]),
        ("logs/d.py", ["@logs"]),
        ("with space/a.py", ["@space"]),
        ("foo/bar", ["@deep"]),
        ("foo/1/2/bar/a.py", ["@deep"]),
        ("src/q/x.py", ["@star"]),
        ("src/q/r/x.py", ["@global1", "@global2"]),
        ("lib/q", ["@one"]),
        ("negated.py", ["@global1", "@global2"]),
        ("ab.py", ["@global1", "@global2"]),
        ("not-an-owner.py", []),
        ("new\nline.js", ["@js"]),
    ],
)
def test_github(path, owners):
    assert list(CodeOwners(GITHUB, "github").of(path)) == owners


def test_of_github_the_last_match_counts():
    text = "/build/logs/ @builds\n* @all\n"
    assert CodeOwners(text, "github").of("build/logs/a") == ("@all",)


GITLAB = """\
* @default
\\#file.py @hash
[Documentation][2] @docs-team
docs/
README.md @writer
^[Optional]
/path/to/ @team/sub
!/path/to/secret/
/path/to/secret/late.py @late
[documentation] @others
extra/*
/config/**/*.py @config
[Ruby]
dir @only-a-file
a[0-9].py @range
b[!0-9].py @not-range
with\\ space/*.py @space @@maintainer
"""


@pytest.mark.parametrize(
    ("path", "owners"),
    [
        ("a.py", ["@default"]),
        ("#file.py", ["@hash"]),
        ("docs/a.md", ["@default", "@docs-team"]),
        ("deep/docs/x/a.md", ["@default", "@docs-team"]),
        ("README.md", ["@default", "@writer"]),
        ("path/to/a.py", ["@default", "@team/sub"]),
        ("path/to/secret/a.py", ["@default"]),
        ("path/to/secret/late.py", ["@default"]),
        ("q/path/to/a.py", ["@default"]),
        ("extra/a.py", ["@default", "@others"]),
        ("extra/deep/a.py", ["@default"]),
        ("config/a.py", ["@default", "@config"]),
        ("config/b/c/a.py", ["@default", "@config"]),
        ("dir", ["@default", "@only-a-file"]),
        ("dir/a.py", ["@default"]),
        ("a7.py", ["@default", "@range"]),
        ("ax.py", ["@default"]),
        ("bx.py", ["@default", "@not-range"]),
        ("b7.py", ["@default"]),
        ("with space/a.py", ["@default", "@space", "@@maintainer"]),
        (".hidden/docs/.a", ["@default", "@docs-team"]),
    ],
)
def test_gitlab(path, owners):
    assert list(CodeOwners(GITLAB, "gitlab").of(path)) == owners


def test_an_entry_without_owners_in_a_section_without_default_owners_owns_nothing():
    assert CodeOwners("[A]\n*.py @a\n/x.py\n", "gitlab").of("x.py") == ()


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("[z-a].py", "m.py", False),
        ("[!z-a].py", "m.py", True),
        ("[!].py", "m.py", True),
        ("[a-c\\-]x.py", "-x.py", True),
        ("[\\d].py", "d.py", True),
        ("[a&&b].py", "&.py", True),
        ("[[x].py", "[.py", True),
        ("[a^].py", "^.py", True),
        ("[+--].py", ",.py", True),
    ],
)
def test_a_set_of_gitlab_is_none_of_python(pattern, path, matches):
    assert CodeOwners(f"{pattern} @a\n", "gitlab").of(path) == (("@a",) if matches else ())


@pytest.mark.parametrize(
    ("place", "text", "syntax"),
    [
        (".github/CODEOWNERS", "[A]\n* @a\n", "github"),
        (".gitlab/CODEOWNERS", "* @a\n", "gitlab"),
        ("CODEOWNERS", "* @a\n", "github"),
        ("CODEOWNERS", "* @a\n[Docs] @d\ndocs/\n", "gitlab"),
        ("docs/CODEOWNERS", "* @a\n!x/\n", "gitlab"),
    ],
)
def test_whose_syntax_it_is(tmp_path, place, text, syntax):
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text(text)
    found = find(tmp_path)
    assert found is not None
    assert (found.syntax, found.source) == (syntax, place)


def test_the_first_place_counts(tmp_path):
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github/CODEOWNERS").write_text("* @first\n")
    (tmp_path / "CODEOWNERS").write_text("* @second\n")
    found = find(tmp_path)
    assert found is not None
    assert found.of("a.py") == ("@first",)
    named = find(tmp_path, tmp_path / "CODEOWNERS")
    assert named is not None
    assert named.of("a.py") == ("@second",)


def test_none(tmp_path: Path):
    assert find(tmp_path) is None


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(FolderError, match=f"{tmp_path} cannot be read: is a directory"):
        find(tmp_path, tmp_path)
