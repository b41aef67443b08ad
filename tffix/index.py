"""What is known of the codemods without importing them.

Importing every codemod takes longer than looking through a small file.  So their metadata is kept beside the bytecode
that Python keeps of them, under the same conditions: it holds as long as no source file changed, and a folder that
cannot be written costs time, nothing else.
"""

from __future__ import annotations

import contextlib
import importlib
import marshal
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tffix.codemod import Applicability, Codemod, Contract, Match, Option, Options

if TYPE_CHECKING:
    from tffix.semantics.module import Module

Entry = tuple[str, Codemod]
"""The name of a module and the codemod it defines."""
State = tuple[tuple[str, int, int], ...]
"""The modules and tables of a package and what their files looked like: name, modification time, size."""
TABLE = ".tsv"
"""How the names of tables end, which the metadata of a codemod can be made from."""

_PLAIN = [field.name for field in fields(Codemod) if field.name not in ("applicability", "contract", "options", "find")]


class LazyFind:
    """The ``find`` of a codemod whose module is imported when there is something to look through."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, module: Module, options: Options) -> Iterator[Match]:
        codemod: Codemod = importlib.import_module(self.name).CODEMOD
        return codemod.find(module, options)


def state(package: ModuleType) -> State:
    """The modules and tables of ``package``, by name, with what tells whether their files have changed."""
    return tuple(sorted(entry for folder in package.__path__ for entry in _below(folder, f"{package.__name__}.")))


def load(package: ModuleType, current: State) -> list[Entry] | None:
    """The codemods of ``package`` as they were stored for the state ``current``; ``None`` if they were not."""
    path = _path(package)
    try:
        with open(path, "rb") as file:
            stored = marshal.load(file)
        if stored[0] != (*_own_state(), *current):
            return None
        return [(name, _codemod(name, plain)) for name, plain in stored[1]]
    except (OSError, EOFError, ValueError, TypeError, KeyError, IndexError):
        return None


def store(package: ModuleType, current: State, entries: Sequence[Entry]) -> None:
    """Keep ``entries`` for :func:`load`, if Python is allowed to keep bytecode."""
    if sys.dont_write_bytecode:
        return
    path = _path(package)
    temporary = f"{path}.{os.getpid()}"
    with contextlib.suppress(OSError, ValueError):
        data = marshal.dumps(((*_own_state(), *current), [(name, _as_plain(codemod)) for name, codemod in entries]))
        try:
            with open(temporary, "wb") as file:
                file.write(data)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise


def _below(folder: str, prefix: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        listed = list(entries)
    for entry in listed:
        if entry.name.endswith((".py", TABLE)) and entry.name != "__init__.py":
            status = entry.stat()
            yield prefix + entry.name.removesuffix(".py"), status.st_mtime_ns, status.st_size
        elif entry.is_dir() and os.path.isfile(os.path.join(entry.path, "__init__.py")):
            yield from _below(entry.path, f"{prefix}{entry.name}.")


def _own_state() -> State:
    """What an entry is made of can change, too."""
    status = os.stat(sys.modules[Codemod.__module__].__file__ or "")
    return ((Codemod.__module__, status.st_mtime_ns, status.st_size),)


def _path(package: ModuleType) -> str:
    spec = package.__spec__
    cached = spec.cached if spec is not None else None
    folder = os.path.dirname(cached) if cached else package.__path__[0]
    return os.path.join(folder, f"codemods.{sys.implementation.cache_tag}.index")


def _as_plain(codemod: Codemod) -> dict[str, Any]:
    return {
        "applicability": codemod.applicability.value,
        "contract": codemod.contract.value,
        "options": {name: (option.default, option.help, option.choices) for name, option in codemod.options.items()},
        **{name: getattr(codemod, name) for name in _PLAIN},
    }


def _codemod(module: str, plain: dict[str, Any]) -> Codemod:
    return Codemod(
        applicability=Applicability(plain["applicability"]),
        contract=Contract(plain["contract"]),
        options={name: Option(*values) for name, values in plain["options"].items()},
        find=LazyFind(module),
        **{name: plain[name] for name in _PLAIN},
    )
