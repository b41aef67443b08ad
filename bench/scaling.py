"""How tffix grows with the size of a file, the findings in it, the depth of its nesting, and the number of files.

    python bench/scaling.py                 writes docs/scaling.svg (needs matplotlib)
    python bench/scaling.py --files 20000   with fewer files than 200,000

Everything is generated.  The first three are CPU seconds of the engine on one file, the last of a whole run.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from timing import command

from tffix.config.settings import Settings
from tffix.engine import check_file, fix_file
from tffix.registry import codemods
from tffix.results import FileResult
from tffix.running import preload  # noqa: F401 - imports are no growth
from tffix.running.memory import collect, take_over

PLOT = Path(__file__).resolve().parent.parent / "docs" / "scaling.svg"
SETTINGS = Settings(frozenset(codemod.code for codemod in codemods() if codemod.default), unsafe_fixes=True)
HEAD = "import tensorflow as tf\n\n"
FUNCTION = """
def step_{number}(model, optimizer, images, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(images, training=True) - labels))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


step_{number} = tf.function(step_{number})
"""
PRINTING = """
@tf.function
def square_{number}(x):
    y = tf.square(x)
    print(y)
    return y
"""
CLEAN = "import tensorflow as tf\n\n\ndef double(x):\n    return tf.multiply(x, 2.0)\n"
Work = Callable[[bytes, str, Settings], FileResult]


def of_lines(lines: int) -> bytes:
    """A file of so many lines, in which training steps are defined one after the other."""
    functions = (FUNCTION.format(number=number) for number in range(lines // FUNCTION.count("\n")))
    return (HEAD + "".join(functions)).encode()


def of_findings(findings: int) -> bytes:
    """A file with so many findings, each in a function of its own."""
    return (HEAD + "".join(PRINTING.format(number=number) for number in range(findings))).encode()


def of_depth(depth: int) -> bytes:
    """A file whose innermost statement stands in so many blocks; all have the same number of lines."""
    blocks = "".join(f"{'    ' * (level + 1)}if x is not {level}:\n" for level in range(depth))
    body = f"{'    ' * (depth + 1)}y = tf.square(x)\n{'    ' * (depth + 1)}print(y)\n"
    functions = (f"\n@tf.function\ndef f_{number}(x):\n{blocks}{body}" for number in range(1800 // (depth + 4)))
    return (HEAD + "".join(functions)).encode()


@dataclass(frozen=True)
class Curve:
    """One measured curve: CPU seconds by size."""

    title: str
    label: str
    sizes: Sequence[int]
    seconds: Mapping[str, Sequence[float]]


def on_one_file(title: str, label: str, make: Callable[[int], bytes], sizes: Sequence[int]) -> Curve:
    """The engine on one file of each size."""
    seconds: dict[str, list[float]] = {}
    for name, work in (("check", check_file), ("apply", fix_file)):
        seconds[name] = [min(_cpu(work, make(size)) for _ in range(3 if size < max(sizes) else 1)) for size in sizes]
        print(title, name, *(f"{size}: {second:.3f}" for size, second in zip(sizes, seconds[name], strict=True)))
    return Curve(title, label, sizes, seconds)


def on_many_files(sizes: Sequence[int]) -> Curve:
    """A run over folders with so many files, 100 in each."""
    seconds = []
    with tempfile.TemporaryDirectory() as scratch:
        made = 0
        for size in sizes:
            for number in range(made, size):
                folder = Path(scratch, str(number // 10_000), str(number // 100))
                if number % 100 == 0:
                    folder.mkdir(parents=True)
                (folder / f"{number}.py").write_text(CLEAN, encoding="utf-8")
            made = size
            tffix = Path(sys.executable).with_name("tffix")
            run = command(tffix, "check", ".", "--quiet", "--no-cache", "--jobs", "2", folder=Path(scratch))
            seconds.append(run.run().cpu)
    print("files", *(f"{size}: {second:.2f}" for size, second in zip(sizes, seconds, strict=True)))
    return Curve("files", "files", sizes, {"check": seconds})


def plot(curves: Sequence[Curve]) -> None:
    """Draw the curves with the straight line through their first point."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    # Text as text and no date: the same figures give the same file.
    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "tffix"})
    figure, panels = pyplot.subplots(1, len(curves), figsize=(4 * len(curves), 3.5), layout="constrained")
    for panel, curve in zip(panels, curves, strict=True):
        for name, seconds in curve.seconds.items():
            panel.plot(curve.sizes, seconds, marker="o", label=name)
        last, most = curve.sizes[-1], max(seconds[-1] for seconds in curve.seconds.values())
        panel.plot([0, last], [0, most], color="0.8", linestyle="--", zorder=0, label="straight line")
        panel.set(title=curve.title, xlabel=curve.label, ylabel="CPU, s", xlim=(0, None), ylim=(0, None))
        panel.legend(frameon=False)
    figure.savefig(PLOT, metadata={"Date": None})


def _cpu(work: Work, data: bytes) -> float:
    started = time.process_time()
    result = work(data, "generated.py", SETTINGS)
    spent = time.process_time() - started
    assert result.error is None, result.error
    del result
    collect()
    return spent


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=200_000)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--findings", type=int, default=10_000)
    options = parser.parse_args()
    take_over()
    parts = (0.01, 0.05, 0.1, 0.2, 0.5, 1)
    curves = [
        on_one_file("size of one file", "lines", of_lines, [int(options.lines * part) for part in parts]),
        on_one_file("findings in one file", "findings", of_findings, [int(options.findings * part) for part in parts]),
        on_one_file("depth of nesting", "blocks", of_depth, [1, 5, 10, 20, 40, 80]),
        on_many_files([int(options.files * part) for part in parts]),
    ]
    plot(curves)
    return 0


if __name__ == "__main__":
    sys.exit(main())
