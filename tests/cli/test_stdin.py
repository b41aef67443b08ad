"""``-``: source from stdin, new source to stdout."""

from __future__ import annotations

import json

SOURCE = b"import keras\r\nold()\r\n"


def test_check_reads_stdin(tffix):
    result = tffix("check", "-", stdin=SOURCE, code=1)
    assert result.stdout.startswith("-:2:1: TF901 old-name: old is obsolete [fixable]\n   |\n 2 | old()\n")


def test_stdin_filename_names_the_findings(tffix):
    result = tffix("check", "-", "--stdin-filename", "src/a.py", stdin=SOURCE, code=1)
    assert result.stdout.startswith("src/a.py:2:1:")


def test_stdin_filename_decides_the_configuration(tffix, project):
    (project / "sub").mkdir()
    (project / "sub" / "tffix.toml").write_text('ignore = ["TF901"]\n')
    tffix("check", "-", "--stdin-filename", "sub/a.py", stdin=SOURCE, code=0)
    tffix("check", "-", "--stdin-filename", "a.py", stdin=SOURCE, code=1)


def test_apply_writes_the_new_source_to_stdout_alone(tffix):
    result = tffix("apply", "-", stdin=SOURCE, code=0)
    assert result.stdout_bytes == b"import keras\r\nnew()\r\n"
    assert "Fixed 1 finding" in result.stderr


def test_apply_without_fixes_gives_the_source_back(tffix):
    assert tffix("apply", "-", stdin=b"x = 1", code=0).stdout_bytes == b"x = 1"


def test_apply_gives_broken_source_back(tffix):
    result = tffix("apply", "-", stdin=b"import keras\nold(\n", code=2)
    assert result.stdout_bytes == b"import keras\nold(\n"
    assert "error: -: " in result.stderr


def test_dry_run_shows_the_diff(tffix):
    result = tffix("apply", "-", "--dry-run", "--stdin-filename", "a.py", stdin=b"import keras\nold()\n", code=0)
    assert result.stdout == "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n import keras\n-old()\n+new()\n"


def test_json_goes_to_stderr_when_source_goes_to_stdout(tffix):
    result = tffix("apply", "-", "--output-format", "json", stdin=SOURCE, code=0)
    assert json.loads(result.stderr)["summary"]["fixed"] == 1


def test_exit_non_zero_on_fix(tffix):
    tffix("apply", "-", "--exit-non-zero-on-fix", stdin=SOURCE, code=1)
