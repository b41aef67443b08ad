"""``tffix migrate split``: parts that apply on their own, in any order, with one result."""

from __future__ import annotations

import itertools
import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.test_git_apply import FILES

BODY = "".join(f"x{n} = {n}\n" for n in range(9))
MIXED = f"import keras\nold()\n{BODY}risky()\n{'hopeless()'}\n"
OWNERS = "* @everyone\n/a/ @team/a @lead\n/b/ @team/b\n/nobody/\n"


def git(*arguments: str, stdin: bytes | None = None) -> str:
    command = ["git", "-c", "core.autocrlf=false", *arguments]
    return subprocess.run(command, input=stdin, check=True, capture_output=True).stdout.decode().strip()


@pytest.fixture
def tree(project, write):
    """A repository with owners, two packages, and files with odd names."""
    git("config", "user.name", "A")
    git("config", "user.email", "a@b")
    write("CODEOWNERS", OWNERS.encode())
    write("a/pyproject.toml", b"")
    write("a/one.py", MIXED, head="")
    write("a/deep/two.py")
    write("b/__init__.py", "")
    write("b/deep/__init__.py", "")
    write("b/deep/three.py", MIXED, head="")
    write("nobody/four.py")
    write("top.py")
    write("clean.py", "hopeless()\n")
    for name, data in FILES.items():
        write(f"odd/{name}", data)
    git("add", "-A")
    git("commit", "-qm", "all")
    return project


@pytest.fixture
def split(tffix):
    def split(*arguments: str, unsafe: bool = True, code: int = 0):
        tffix("migrate", "plan", ".", "--unsafe-fixes" if unsafe else "--no-unsafe-fixes", code=0)
        return tffix("migrate", "split", *arguments, code=code)

    return split


def contents() -> dict[str, bytes]:
    return {name: Path(name).read_bytes() for name in git("ls-files", "-z").split("\0") if name}


def index(folder: str = ".tffix/parts") -> dict:
    return json.loads(Path(folder, "parts.json").read_text())


def labels() -> list[str]:
    return [part["label"] for part in index()["parts"]]


def test_by_owner(tree, split):
    split("--by", "owner")
    assert labels() == ["@everyone", "@team/a @lead", "@team/b", "(nobody)"]
    assert index()["parts"][1]["files"] == ["a/deep/two.py", "a/one.py"]
    assert index()["parts"][3]["files"] == ["nobody/four.py"]


def test_by_package(tree, split):
    split("--by", "package")
    assert labels() == [".", "a", "b", "nobody", "odd"]


def test_by_codemod(tree, split):
    split("--by", "codemod")
    parts = {part["label"]: part["files"] for part in index()["parts"]}
    assert parts.keys() == {"TF901", "TF902"}
    assert parts["TF902"] == ["a/one.py", "b/deep/three.py"]
    assert {"a/one.py", "b/deep/three.py", "top.py"} <= set(parts["TF901"])


def test_codemods_in_neighbouring_lines_stay_together(tree, split, write):
    write("top.py", "old()\nx = 1\nrisky()\n")
    split("--by", "codemod")
    parts = {part["label"]: part["files"] for part in index()["parts"]}
    assert parts["TF901+TF902"] == ["top.py"]


@pytest.mark.parametrize(("limits", "most"), [(("--max-files", "3"), 3), (("--max-lines", "2"), 1)])
def test_by_size(tree, split, limits, most):
    split("--by", "size", *limits)
    parts = index()["parts"]
    assert max(len(part["files"]) for part in parts) == most
    assert f"(1 of {len(parts)})" in parts[0]["title"]


def test_size_needs_a_limit(tree, split):
    split("--by", "size", code=2)


def test_the_others_take_limits_too(tree, split):
    split("--by", "owner", "--max-files", "1")
    assert labels().count("@team/a @lead") == 2


@pytest.mark.parametrize("by", ["owner", "package", "codemod", "size"])
def test_patches_in_any_order_give_what_apply_gives(tree, tffix, split, by):
    before = contents()
    split("--by", by, *(("--max-files", "7") if by == "size" else ()))
    assert contents() == before
    patches = [Path(part["patch"]).read_bytes() for part in index()["parts"]]
    results = []
    for order in itertools.islice(itertools.permutations(patches), 0, None, 5):
        for patch in order:
            git("apply", "--whitespace=nowarn", "-", stdin=patch)
        results.append(contents())
        git("checkout", "-q", "-f", ".")
    tffix("apply", ".", "--unsafe-fixes", code=0)
    assert len(results) >= 1
    assert all(result == contents() for result in results)


@pytest.mark.parametrize("by", ["owner", "package", "codemod"])
def test_each_patch_applies_alone_and_can_be_taken_back(tree, split, by):
    before = contents()
    split("--by", by)
    for part in index()["parts"]:
        git("apply", "--whitespace=nowarn", part["patch"])
        changed = {name for name, data in contents().items() if data != before[name]}
        assert changed == set(part["files"])
        git("apply", "--whitespace=nowarn", "-R", part["patch"])
        assert contents() == before


def test_below_the_root_of_the_repository_patches_apply_at_the_root(tree, tffix, monkeypatch):
    tffix("migrate", "plan", "a", "--unsafe-fixes", code=0)
    monkeypatch.chdir("a")
    tffix("migrate", "split", "--by", "owner", "-o", "../out", code=0)
    monkeypatch.chdir("..")
    (part,) = index("out")["parts"]
    assert part["label"] == "@team/a @lead"
    git("apply", part["patch"])
    assert b"new()" in Path("a/one.py").read_bytes()


def test_without_git(tffix, tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/a.py").write_text("import keras\nold()\n")
    monkeypatch.chdir(tmp_path)
    # The folder of the tests lies below and is a repository of its own.
    tffix("migrate", "plan", "sub", code=0)
    monkeypatch.chdir("sub")
    tffix("migrate", "split", "--by", "package", code=0)
    subprocess.run(["patch", "-p1", "-s", "-i", index()["parts"][0]["patch"]], check=True)
    assert Path("a.py").read_text() == "import keras\nnew()\n"
    result = tffix("migrate", "split", "--by", "package", "--as", "branches", code=2)
    assert "is in no git repository" in result.stderr


def test_branches_leave_the_checkout_alone(tree, tffix, split):
    Path("untracked.txt").write_text("mine")
    Path("clean.py").write_text("mine\n")
    git("add", "clean.py")
    before = contents(), git("status", "--porcelain"), git("rev-parse", "HEAD"), Path(".git/index").read_bytes()
    split("--by", "owner", "--as", "branches")
    assert (
        contents(),
        git("status", "--porcelain"),
        git("rev-parse", "HEAD"),
        Path(".git/index").read_bytes(),
    ) == before
    assert git("worktree", "list").count("\n") == 0
    parts = index()["parts"]
    assert git("for-each-ref", "--format=%(refname:short)", "refs/heads/tffix").split() == [p["branch"] for p in parts]
    for part in parts:
        assert git("rev-parse", f"{part['branch']}~1") == before[2]
        changed = git("diff", "--name-only", "-z", "HEAD", part["branch"]).split("\0")[:-1]
        assert sorted(changed) == sorted(part["files"])
        assert git("log", "-1", "--format=%s", part["branch"]) == part["title"]


def test_branches_merged_in_any_order_give_what_apply_gives(tree, tffix, split):
    split("--by", "codemod", "--as", "branches")
    branches = [part["branch"] for part in index()["parts"]]
    base = git("rev-parse", "HEAD")
    results = []
    for order in itertools.permutations(branches):
        git("checkout", "-q", "--detach", base)
        for branch in order:
            git("merge", "-q", "--no-edit", branch)
        results.append(contents())
    git("checkout", "-q", "--detach", base)
    tffix("apply", ".", "--unsafe-fixes", code=0)
    assert len(results) == 2
    assert all(result == contents() for result in results)


def test_branches_that_exist_are_moved_only_on_request(tree, split):
    split("--by", "owner", "--as", "branches")
    before = git("rev-parse", "tffix/01-everyone")
    result = split("--by", "owner", "--as", "branches", code=2)
    assert "the branch tffix/01-everyone exists already: --force moves it" in result.stderr
    assert git("rev-parse", "tffix/01-everyone") == before
    split("--by", "owner", "--as", "branches", "--force")


def test_a_file_that_is_not_in_the_commit_is_left_out_of_branches(tree, split):
    Path("top.py").write_text("import keras\nold(1)\n")
    result = split("--by", "owner", "--as", "branches", code=1)
    assert "left out: top.py: is not in HEAD as it is here" in result.stderr
    assert index()["left_out"][0]["path"] == "top.py"


def test_a_file_that_changed_since_the_plan_is_left_out(tree, tffix, split):
    tffix("migrate", "plan", ".", code=0)
    Path("top.py").write_text("import keras\nold(1)\n")
    result = tffix("migrate", "split", "--by", "owner", code=1)
    assert "left out: top.py: has changed since it was planned" in result.stderr


def test_line_ends_that_git_translates_do_not_matter(tree, split):
    git("config", "core.autocrlf", "true")
    Path("b/deep/three.py").write_bytes(MIXED.replace("\n", "\r\n").encode())
    split("--by", "package", "--as", "branches")
    assert index()["left_out"] == []
    part = next(part for part in index()["parts"] if part["label"] == "b")
    assert git("diff", "--shortstat", "HEAD", part["branch"]) == "1 file changed, 2 insertions(+), 2 deletions(-)"


def test_modes_stay(tree, split):
    Path("top.py").chmod(0o755)
    git("commit", "-qam", "mode")
    split("--by", "package", "--as", "branches")
    assert git("ls-tree", index()["parts"][0]["branch"], "top.py").startswith("100755")


def test_a_split_that_was_killed_leaves_nothing_that_matters(tree, tffix, split):
    git("worktree", "add", "-q", "--detach", ".tffix-killed", "HEAD")
    Path(".tffix").mkdir()
    git("worktree", "move", ".tffix-killed", ".tffix/worktree")
    Path(".tffix/worktree/top.py").write_text("half done")
    split("--by", "owner", "--as", "branches")
    assert git("worktree", "list").count("\n") == 0


def test_hooks_and_a_worktree_of_a_crash_do_not_matter(tree, split):
    for hook in ("pre-commit", "post-checkout", "commit-msg"):
        path = Path(".git/hooks", hook)
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\ntouch ../../hook-ran\nexit 1\n")
        path.chmod(0o755)
    Path(".tffix/worktree/x").mkdir(parents=True)
    split("--by", "owner", "--as", "branches")
    assert not Path("hook-ran").exists()


def test_the_message_says_what_why_and_what_is_left(tree, split):
    split("--by", "owner")
    text = Path(index()["parts"][1]["message"]).read_text()
    headings = ["What", "Risk", "How it was verified", "How to revert", "Left for people: 1"]
    assert [line for line in text.splitlines() if line in headings] == headings
    assert text.startswith("Fix old-name and risky-name in 2 files\n\nWhat\n")
    assert "TF902 is unsafe: right in most cases. Please read these changes:\n  a/one.py:12." in text
    assert "`git apply -R 02-team-a-lead.patch`" in text
    assert "a/one.py:13: TF911 hopeless-name: nothing helps. No fix: give up" in text.replace("\n  ", " ")
    assert "hopeless" not in Path(index()["parts"][3]["message"]).read_text()


def test_what_is_left_in_files_that_do_not_change_goes_to_their_owners(tree, split):
    split("--by", "owner")
    assert "clean.py:2: TF911" in Path(index()["parts"][0]["message"]).read_text()


def test_a_hostile_name_is_one_line_in_a_message(tree, split, write):
    write("a/x\nCo-authored-by: y\x1b[31m.py", "old()\nhopeless()\n")
    git("add", "-A")
    git("commit", "-qm", "odd")
    split("--by", "owner", "--as", "branches")
    text = git("log", "-1", "--format=%B", "tffix/02-team-a-lead")
    assert "\x1b" not in text
    assert "\nCo-authored-by" not in text


def test_parts_whose_tests_fail_are_set_aside_with_the_log(tree, tffix, split):
    command = "echo hello; test {package} != a || grep -q old a/one.py"
    result = split("--by", "package", "--test-command", command, code=1)
    states = {part["label"]: part["state"] for part in index()["parts"]}
    assert states == {".": "ready", "a": "aside", "b": "ready", "nobody": "ready", "odd": "ready"}
    aside = index()["parts"][1]
    assert "passes before the change, and fails with exit code 1 after it" in aside["reason"]
    assert "set aside" in result.stdout
    assert "hello" in Path(aside["log"]).read_text()
    assert Path(aside["patch"]).parent.name == "aside"
    tffix("migrate", "run", code=0)
    assert b"old()" in Path("a/one.py").read_bytes()
    assert b"new()" in Path("top.py").read_bytes()


def test_tests_that_fail_without_the_change_prove_nothing(tree, split):
    split("--by", "package", "--test-command", "false", code=1)
    assert {part["state"] for part in index()["parts"]} == {"aside"}
    assert "without the change as well" in index()["parts"][0]["reason"]


def test_tests_see_the_part_only_and_words_are_quoted(tree, split):
    command = (
        "printf '%s|' {files} >> $OUT; grep -c new top.py a/one.py >> $OUT; test -f {files}x || true; echo >> $OUT"
    )
    out = tree / "seen"
    command = command.replace("$OUT", str(out))
    split("--by", "owner", "--test-command", command)
    before, after = out.read_text().split("\n\n")[:2]
    assert "folder with space/my file 2020-01-01.py|" in before
    assert before.endswith("top.py:0\na/one.py:0")
    assert after.endswith("top.py:1\na/one.py:0")


def test_tests_cannot_make_git_touch_the_checkout(tree, split):
    before = contents()
    split("--by", "owner", "--test-command", "rm -rf .git; true", code=2)
    assert contents() == before
    assert git("symbolic-ref", "HEAD").startswith("refs/heads/")


def test_a_test_that_hangs_is_ended(tree, split):
    split("--by", "size", "--max-files", "99", "--test-command", "sleep 60", "--timeout", "0.2", code=1)
    assert "runs out of time" in index()["parts"][0]["reason"]


def test_a_folder_of_somebody_else_is_not_written_to(tree, split):
    Path("mine").mkdir()
    Path("mine/notes.txt").write_text("x")
    result = split("--by", "owner", "-o", "mine", code=2)
    assert "is not empty, and holds no parts" in result.stderr
    assert [path.name for path in Path("mine").iterdir()] == ["notes.txt"]


def test_a_second_split_replaces_the_parts_and_nothing_else(tree, split):
    split("--by", "owner", "-o", "out")
    Path("out/notes.txt").write_text("x")
    split("--by", "size", "--max-files", "99", "-o", "out")
    assert sorted(path.name for path in Path("out").iterdir()) == [
        "01-changes.patch",
        "01-changes.txt",
        "notes.txt",
        "parts.json",
    ]


def test_a_dry_run_makes_nothing(tree, split):
    result = split("--by", "owner", "--dry-run")
    assert result.stdout.count("\n") == 4
    assert not Path(".tffix/parts").exists()
