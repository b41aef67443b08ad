"""The calls that save and load one file, and what else in the source speaks of that file."""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tffix.semantics.module import Module
from tffix.semantics.paths import FilePath
from tffix.semantics.sources import readings
from tffix.semantics.syntax import argument

from ._formats import suffix
from ._sites import WRITES, How, Site

_LISTING = ("glob", "iglob", "rglob", "listdir", "scandir", "iterdir", "walk")
_OUTPUT = ("print", "debug", "info", "warning", "error", "exception", "log", "write", "echo", "set_description")


@dataclass(frozen=True, eq=False)
class Group:
    """Sites of one file, or of one family of files such as ``epoch_{epoch}.h5``."""

    sites: list[Site]

    @property
    def path(self) -> FilePath:
        return self.writers[0].path if self.writers else self.sites[0].path

    @property
    def writers(self) -> list[Site]:
        return [site for site in self.sites if site.how in WRITES]

    @property
    def leaves(self) -> list[ast.expr]:
        """The literals that the file's name ends with, each once."""
        return list(dict.fromkeys(site.path.leaf for site in self.sites if site.path.leaf is not None))

    def having(self, *hows: How) -> list[Site]:
        """The sites of these kinds."""
        return [site for site in self.sites if site.how in hows]


def groups(found: list[Site]) -> list[Group]:
    """The sites whose path ends in a literal, by the file they are about; families hold the files that are theirs."""
    by_pattern: dict[str, list[Site]] = {}
    for site in found:
        if site.path.leaf is not None:
            by_pattern.setdefault(_family(site), []).append(site)
    families = [pattern for pattern, members in by_pattern.items() if "{}" in pattern and _is_written(members)]
    for pattern in list(by_pattern):
        home = next((one for one in families if one != pattern and _matches(one, pattern)), None)
        if home is not None and not _is_written(by_pattern[pattern]):
            by_pattern[home] += by_pattern.pop(pattern)
    return [Group(members) for members in by_pattern.values()]


def _is_written(members: list[Site]) -> bool:
    return any(site.how in WRITES for site in members)


def _family(site: Site) -> str:
    """The pattern of a site; the callback fills the fields of a name in by itself."""
    return re.sub(r"\{\w+(:[^{}]*)?\}", "{}", site.path.pattern) if site.how is How.CHECKPOINT else site.path.pattern


def _matches(family: str, pattern: str) -> bool:
    return re.fullmatch(".+".join(map(re.escape, re.split(r"\{[^{}]*\}", family))), pattern) is not None


def other_use(module: Module, group: Group, found: list[Site]) -> ast.AST | None:
    """Where else the file is spoken of: code that a change of its name would break, or leave behind."""
    return next(_other_uses(module, group, found), None)


def _other_uses(module: Module, group: Group, found: list[Site]) -> Iterator[ast.AST]:
    expressions = [site.expression for site in group.sites]
    named = [name for site in group.sites for name in site.path.names]
    values = [binding.value for name in named for binding in module.origins(name) if binding.value is not None]
    for name in named:
        for use in _all_readings(module, name):
            inside = any(module.contains(outer, use) for outer in (*expressions, *values))
            if not inside and not _is_harmless(module, use):
                yield use
    own = _literals(module, group.sites)
    others = _literals(module, found)
    ending, tail = suffix(group.path.pattern), _tail(group.path)
    speaks = _speaker(group.path)
    for constant in module.nodes(ast.Constant):
        text = constant.value
        if not isinstance(text, str) or constant in own or isinstance(module.parent(constant), ast.Expr):
            continue
        if ending and (text == ending or ("*" in text and text.endswith(ending))):
            if constant not in others:
                yield constant
        elif speaks(text) and not (ending and tail != ending and _is_printed(module, constant)):
            yield constant
    for site in found:
        if site in group.sites:
            continue
        is_member = not group.path.name and _matches(group.path.pattern, site.path.pattern)
        if is_member if site.path.leaf is not None else _is_listed(module, site):
            yield site.call


def printed(module: Module, group: Group) -> list[tuple[ast.Constant, str]]:
    """The texts for people that hold the file's name, with that name."""
    ending, tail, own = suffix(group.path.pattern), _tail(group.path), _literals(module, group.sites)
    if not ending or tail == ending:
        return []
    speaks = _speaker(group.path)
    texts = [one for one in module.nodes(ast.Constant) if isinstance(one.value, str) and speaks(one.value)]
    return [(one, tail) for one in texts if one not in own and _is_printed(module, one)]


def _literals(module: Module, members: list[Site]) -> set[ast.AST]:
    """The texts that the paths of these sites end with."""
    leaves = [site.path.leaf for site in members if site.path.leaf is not None]
    return {
        part for leaf in leaves for part in (module.tree.children(leaf) if isinstance(leaf, ast.JoinedStr) else [leaf])
    }


def _is_printed(module: Module, constant: ast.Constant) -> bool:
    """Whether a text is an argument of ``print`` or of a logger, as it stands."""
    call = module.parent(constant)
    return isinstance(call, ast.Call) and constant in call.args and _called_name(call) in _OUTPUT


def _called_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _all_readings(module: Module, name: ast.expr) -> list[ast.expr]:
    found = readings(module, name)
    if isinstance(name, ast.Attribute):
        own = set(found)
        others = [one for one in module.attributes(name.attr) if isinstance(one.ctx, ast.Load) and one not in own]
        found += [one for one in others if module.qualified(one) is None]
    return found


def _is_harmless(module: Module, use: ast.expr) -> bool:
    """Whether a use of the path only shows it, asks whether there is one, or takes its folder."""
    node: ast.AST = use
    for outer in module.ancestors(use):
        if isinstance(outer, ast.Call):
            name = _called_name(outer)
            if name in _OUTPUT or module.qualified(outer.func) == "os.path.dirname":
                return True
            if name != "format":
                return False
        elif isinstance(outer, (ast.Expr, ast.BoolOp)) or (isinstance(outer, ast.If) and outer.test is node):
            return True
        elif isinstance(outer, ast.Attribute):
            if outer.attr != "format":
                return outer.attr == "parent"
        elif not isinstance(outer, (ast.BinOp, ast.JoinedStr, ast.FormattedValue, ast.Tuple)):
            return False
        node = outer
    return False


def _tail(path: FilePath) -> str:
    """The literal end of the file's name."""
    return re.split(r"[/}]", path.pattern)[-1]


def _speaker(path: FilePath) -> Callable[[str], bool]:
    """A test whether a text holds the file's name."""
    ending, tail = suffix(path.pattern), _tail(path)
    word = re.compile(r"(?<![\w-])" + re.escape(tail) + r"(?!\w)")

    def speaks(text: str) -> bool:
        if ending:
            return tail != ending and word.search(text) is not None
        normal = posixpath.normpath(text) if text else ""
        return normal == path.pattern or normal.startswith((path.pattern + "/", path.pattern + "."))

    return speaks


def _is_listed(module: Module, site: Site) -> bool:
    """Whether a file of unknown name is loaded in a source that looks for files, so that it may be any."""
    return site.how in (How.LOAD, How.LOAD_WEIGHTS) and any(module.calls(name) for name in _LISTING)


def latest_checkpoint(module: Module) -> ast.Call | None:
    """A call of ``tf.train.latest_checkpoint`` whose result ``load_weights`` is given."""
    calls = [call for call in module.calls("latest_checkpoint") if argument(call, "checkpoint_dir", 0) is not None]
    return calls[0] if calls else None
