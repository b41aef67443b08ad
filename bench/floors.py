"""What the work costs at least: programs that ``bench/run.py`` measures.

    python bench/floors.py PROGRAM ARGUMENT...

Each function with a docstring is such a program.
"""

from __future__ import annotations

import ast
import gc
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

warnings.simplefilter("ignore")


def find(tree: str) -> None:
    """Read and search every file; parse and walk those that mention TensorFlow or Keras."""
    gc.disable()
    for data in _mentioning(tree):
        try:
            root = ast.parse(data)
        except (SyntaxError, ValueError):
            continue
        stack: list[ast.AST] = [root]
        while stack:
            node = stack.pop()
            for field in node._fields:
                value = getattr(node, field, None)
                if isinstance(value, list):
                    stack += [item for item in value if isinstance(item, ast.AST)]
                elif isinstance(value, ast.AST):
                    stack.append(value)


def rewrite(*files: str) -> None:
    """Parse and write with libcst; print the CPU seconds."""
    import libcst as cst

    contents = [Path(file).read_bytes() for file in files]
    _timed(lambda: [cst.parse_module(content).bytes for content in contents])


def fix(*files: str) -> None:
    """Run the engine; print the CPU seconds."""
    import libcst  # noqa: F401 - its import is no work of the engine

    from tffix.engine import fix_file
    from tffix.running import preload  # noqa: F401 - nor is that of the codemods

    contents = [(Path(file).read_bytes(), file) for file in files]
    _timed(lambda: [fix_file(content, file, _settings(unsafe_fixes=True)) for content, file in contents])


def parse(file: str) -> None:
    """Parse one file with libcst, for its memory."""
    import libcst as cst

    cst.parse_module(Path(file).read_bytes())


def memory(tree: str) -> None:
    """Print the MiB of a process after each quarter of the tree."""
    from tffix.engine import check_file
    from tffix.running.memory import collect, take_over

    take_over()
    paths = sorted(_python_files(tree))
    for number, path in enumerate(paths, 1):
        check_file(Path(path).read_bytes(), path, _settings())
        collect()
        if number % (len(paths) // 4) == 0:
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
            print(round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20))


def dropped(tree: str) -> None:
    """Print how many findings there are in files that the prefilter drops by words, and to stderr which.

    Files that mention neither TensorFlow nor Keras are left out: no name in them can be resolved to either.
    """
    from tffix.engine import files
    from tffix.engine import finding as engine
    from tffix.engine.parsing import without_warnings
    from tffix.running.prefilter import candidates, mentions_framework, selected

    settings = _settings()
    codemods = selected(settings)
    engine.candidates = lambda _data, codemods: tuple(codemods)  # type: ignore[attr-defined]
    count = 0
    for path in _python_files(tree):
        data = Path(path).read_bytes()
        if not mentions_framework(data):
            continue
        kept = {codemod.code for codemod in candidates(data, codemods)}
        with without_warnings():
            result = files.check(data, path, settings, codemods)
        lost = [finding for finding in result.findings if finding.code not in kept]
        for finding in lost:
            print(f"{path}:{finding.line}: {finding.code} {finding.message}", file=sys.stderr)
        count += len(lost)
    print(count)


def _settings(*, unsafe_fixes: bool = False):  # type: ignore[no-untyped-def]
    from tffix.config.settings import Settings
    from tffix.registry import codemods

    return Settings(frozenset(codemod.code for codemod in codemods() if codemod.default), unsafe_fixes)


def _timed(work: Callable[[], object]) -> None:
    started = time.process_time()
    work()
    print(time.process_time() - started)


def _python_files(tree: str) -> Iterator[str]:
    for folder, _, names in os.walk(tree):
        yield from (os.path.join(folder, name) for name in names if name.endswith(".py"))


def _mentioning(tree: str) -> Iterator[bytes]:
    for path in _python_files(tree):
        with open(path, "rb", buffering=0) as file:
            data = file.readall()
        if b"tensorflow" in data or b"keras" in data:
            yield data


PROGRAMS: dict[str, Callable[..., None]] = {
    program.__name__: program for program in (find, rewrite, fix, parse, memory, dropped)
}


def main(arguments: Sequence[str]) -> None:
    PROGRAMS[arguments[0]](*arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
