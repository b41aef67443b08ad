"""The Keras generation, from every kind of metadata."""

from __future__ import annotations

import pytest

from tffix.config.requirements import parse
from tffix.config.target import detect, generation


@pytest.mark.parametrize(
    ("requirements", "expected"),
    [
        # TensorFlow before 2.16
        (["tensorflow<2.16"], 2),
        (["tensorflow<=2.15.1"], 2),
        (["tensorflow==2.10"], 2),
        (["tensorflow==2.15.*"], 2),
        (["tensorflow~=2.15.0"], 2),
        (["tensorflow>=2.4,<2.12"], 2),
        (["tensorflow-gpu==1.15.0"], 2),
        (["tensorflow[and-cuda]>=2.10, <2.16 ; python_version < '3.12'"], 2),
        (["tensorflow (>=2.1,<2.16)"], 2),
        (["  - tensorflow=2.4"], 2),
        (["TensorFlow_CPU==2.9.1"], 2),
        # 2.16 and later
        (["tensorflow>=2.16"], 3),
        (["tensorflow==2.17.0"], 3),
        (["tensorflow~=2.18.0"], 3),
        (["tensorflow>=2.16.1,<3"], 3),
        # no limit that settles it
        (["tensorflow"], None),
        (["tensorflow>=2.4"], None),
        (["tensorflow~=2.4"], None),
        (["tensorflow<2.17"], None),
        (["tensorflow!=2.15.0"], None),
        (["tensorflow-datasets==4.0", "numpy<2"], None),
        ([], None),
        # Keras goes first, tf-keras second
        (["tensorflow", "keras<3"], 2),
        (["tensorflow==2.15", "keras>=3.0"], 3),
        (["keras==2.15.0"], 2),
        (["keras==3.3.3"], 3),
        (["tensorflow>=2.16", "tf-keras"], 2),
        (["tensorflow>=2.16", "tf_keras>=2.16", "keras>=3"], 3),
    ],
)
def test_the_rule(requirements, expected):
    assert generation(tuple(filter(None, map(parse, requirements)))) == expected


@pytest.mark.parametrize("line", ["", "# tensorflow<2", "-r base.txt", "https://example.org/x.whl", "--index-url x"])
def test_lines_that_state_nothing(line):
    parsed = parse(line)
    assert parsed is None or parsed.name not in ("tensorflow", "keras")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[project]\ndependencies = ["numpy", "tensorflow<2.16"]\n'),
        ("pyproject.toml", '[project.optional-dependencies]\ntrain = ["tensorflow==2.15.0"]\n'),
        ("pyproject.toml", '[dependency-groups]\ntrain = [{include-group = "x"}, "tensorflow==2.15.0"]\n'),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = "~2.15"\n'),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = {version = "2.10.0", optional = true}\n'),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = "^1.15"\n'),
        ("pyproject.toml", '[tool.poetry.group.train.dependencies]\ntf-keras = "*"\n'),
        ("setup.cfg", "[options]\ninstall_requires =\n    numpy\n    tensorflow<2.16\n"),
        ("setup.cfg", "[options.extras_require]\ntrain =\n    tensorflow<2.16\n"),
        ("setup.py", "REQ = ['numpy']\nsetup(install_requires=REQ + ['tensorflow>=2.4,<2.11'])\n"),
        ("Pipfile", '[packages]\ntensorflow = "==2.10.0"\n'),
        ("requirements.txt", "numpy\ntensorflow==2.10.0  # pinned\n"),
        ("requirements-train.txt", "tensorflow==2.10.0 \\\n    --hash=sha256:0\n"),
        ("requirements/base.txt", "tensorflow==2.10.0\n"),
        ("environment.yml", "dependencies:\n  - python=3.9\n  - tensorflow=2.10\n"),
        ("poetry.lock", '[[package]]\nname = "tensorflow"\nversion = "2.10.1"\n'),
        ("uv.lock", '[[package]]\nname = "keras"\nversion = "2.15.0"\n'),
    ],
)
def test_every_kind_of_file(tmp_path, name, text):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    target = detect(str(tmp_path))
    assert (target.keras, target.origin) == (2, str(path))


def test_nothing_is_the_current_release(tmp_path):
    (tmp_path / ".git").mkdir()
    target = detect(str(tmp_path))
    assert (target.keras, target.origin) == (3, "current release")


def test_the_nearest_folder_that_names_a_framework_decides(tmp_path):
    (tmp_path / "requirements.txt").write_text("tensorflow<2.16\n")
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "requirements.txt").write_text("numpy\n")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "requirements.txt").write_text("tensorflow\n")
    assert detect(str(tmp_path / "a" / "b")).keras == 2
    assert detect(str(tmp_path / "c")).keras == 3


def test_nothing_above_the_repository_counts(tmp_path):
    (tmp_path / "requirements.txt").write_text("tensorflow<2.16\n")
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    assert detect(str(tmp_path / "repository")).keras == 3


def test_a_lock_file_settles_what_the_declaration_leaves_open(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["tensorflow>=2.4"]\n')
    (tmp_path / "uv.lock").write_text('[[package]]\nname = "tensorflow"\nversion = "2.12.0"\n')
    assert detect(str(tmp_path)).keras == 2


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.cfg", "Pipfile", "uv.lock"])
def test_broken_metadata_states_nothing(tmp_path, name):
    (tmp_path / ".git").mkdir()
    (tmp_path / name).write_bytes(b"[[[ \xff tensorflow<2.16")
    assert detect(str(tmp_path)).keras == 3
