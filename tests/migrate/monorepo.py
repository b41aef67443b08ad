"""A monorepo of generated files: packages of teams, CODEOWNERS, and a history in git."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

PREFETCH = """import tensorflow as tf


def batches(files):
    dataset = tf.data.TextLineDataset(files)
    return dataset.batch({number})


def train(model, files):
    for batch in batches(files):
        model.train_on_batch(batch)
"""
FIXED = PREFETCH.replace("batch({number})", "batch({number}).prefetch(tf.data.AUTOTUNE)")
UNSAFE = """import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD({number})


def train(dataset):
    losses = []
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        losses.append(loss)
    return sum(losses)
"""
PRINT = """import tensorflow as tf


@tf.function
def double(x: tf.Tensor):
    y = x * {number}
    print("y", y)  # 值
    return y
"""
CLEAN = """import tensorflow as tf


def shape(x):
    return tf.shape(x)[{number}]
"""
PLAIN = """def number():
    return {number}
"""
KINDS = (PREFETCH, PLAIN, PLAIN, CLEAN, PRINT, PLAIN, PLAIN, UNSAFE, PLAIN, PLAIN)
TEAMS = 20


def monorepo(root: Path, files: int = 2000) -> Path:
    """Make ``root`` a repository with so many Python files; every tenth has the same content as another."""
    for number in range(files):
        team = number % TEAMS
        folder = root / f"team_{team:02}" / f"package_{number // TEAMS % 10}"
        folder.mkdir(parents=True, exist_ok=True)
        # Shifted, so that every team has files of every kind.
        text = KINDS[(number + number // TEAMS) % len(KINDS)].format(
            number=number - number % 20 if number % 2 else number
        )
        data = text.encode()
        (folder / f"module_{number:04}.py").write_bytes(data.replace(b"\n", b"\r\n") if number % 7 == 0 else data)
    owners = [f"/team_{team:02}/ @org/team-{team:02}" for team in range(TEAMS)]
    (root / "CODEOWNERS").write_text("* @org/everybody\n" + "\n".join(owners) + "\n", encoding="utf-8")
    git(root, "init", "--quiet")
    for team in range(TEAMS):
        git(root, "add", f"team_{team:02}")
        git(root, "commit", "--quiet", "--message", f"Add team {team}", author=f"team{team}")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "Say who owns what")
    return root


def git(folder: Path, *arguments: str, author: str = "somebody") -> str:
    """What git says."""
    who = {
        f"GIT_{role}_{what}": said
        for role in ("AUTHOR", "COMMITTER")
        for what, said in (("NAME", author), ("EMAIL", f"{author}@example.com"), ("DATE", "2026-01-01T00:00:00Z"))
    }
    command = ["git", "-c", "protocol.file.allow=always", "-C", str(folder), *arguments]
    nowhere = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **who, **nowhere})
    return done.stdout


def contents(root: Path) -> dict[str, tuple[bytes, int]]:
    """Every file but those of git and of tffix, with its mode."""
    return {
        str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mode)
        for path in sorted(root.rglob("*"))
        if path.is_file() and not {".git", ".tffix"} & set(path.relative_to(root).parts)
    }
