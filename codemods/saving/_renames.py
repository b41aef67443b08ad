"""The edits that give a saved file another name, wherever the source names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tffix.rewriting.edits import Edit, Insert, RemoveArgument, Replace, escaped
from tffix.semantics.module import Module
from tffix.semantics.paths import FOLDER_PREFIX, path_of
from tffix.semantics.syntax import argument, receiver

from ._checks import UnfixableError, asks_for_saved_model, check_arguments, keyword, unloadable_class
from ._formats import HDF5, MODEL, WEIGHTS, renamed, renamed_literal, suffix
from ._groups import Group, latest_checkpoint, other_use, printed
from ._sites import WRITES, How, Site

_STANDING = ("", ".", "..", "/", "/tmp", "/content", "/kaggle/working", "/content/drive/MyDrive")
"""Folders that nobody needs to make."""
_MADE = re.compile(r"\w+:/|\{[^/]*\b(mkdtemp|TemporaryDirectory|gettempdir|get_temp_dir|getcwd|__file__)\b[^/]*\}$")
"""Remote folders, and those that are there because of the function that names them."""
_MAKERS = ("makedirs", "mkdir")
_LATEST = (
    "line {line} looks for a TensorFlow checkpoint, which Keras 3 no longer saves; name the file there, or use "
    "`tf.train.Checkpoint` with a `CheckpointManager`"
)


class Rename:
    """How the file of ``group`` gets the name that its format has in Keras 3.

    Args:
        module: the file.
        group: the sites of one file, one of which writes it.
        found: all sites of the source.

    """

    def __init__(self, module: Module, group: Group, found: list[Site]) -> None:
        self._module = module
        self._group = group
        self._found = found
        self._new = WEIGHTS if group.writers[0].weights else MODEL
        self._exports = self._is_exported()

    @property
    def advice(self) -> str:
        """What the fix does, for the message."""
        if self._exports:
            return "export it as a SavedModel with `model.export`"
        return f"save it as `{self._renamed_name()}`"

    def edits(self) -> tuple[Edit, ...]:
        """The edits of all sites together.

        Raises:
            UnfixableError: the name cannot be changed everywhere.

        """
        self._check()
        if self._exports:
            return tuple(self._exported())
        return (*self._renamed(), *self._arguments(), *self._folders())

    @property
    def imports(self) -> tuple[str, ...]:
        """What the edits need."""
        return () if self._exports or not list(self._missing_folders()) else ("os",)

    # -- what stands in the way ------------------------------------------------------------------------------------

    def _check(self) -> None:
        group, module = self._group, self._module
        if len({site.weights for site in group.writers}) > 1:
            raise UnfixableError("the same file holds a whole model and only weights; give each a name of its own")
        for site in group.sites:
            check_arguments(site)
        self._check_collision()
        use = other_use(module, group, self._found)
        if use is not None:
            line = getattr(use, "lineno", 0)
            raise UnfixableError(f"line {line} uses the file too, or its name; rename it in both places")
        latest = latest_checkpoint(module)
        if self._new == WEIGHTS and latest is not None:
            raise UnfixableError(_LATEST.format(line=latest.lineno))
        if group.having(How.LOAD):
            for site in group.writers:
                owner = unloadable_class(module, site)
                if owner is not None:
                    raise UnfixableError(
                        f"Keras 3 cannot load `{owner.name}` whole: it has no `get_config`; save its weights "
                        "instead, and load them into a new model"
                    )
        self._check_order()

    def _check_order(self) -> None:
        """A file that is loaded first, whatever happens, is there already."""
        first = self._group.writers[0]
        for site in self._group.having(How.LOAD, How.LOAD_WEIGHTS):
            module = self._module
            is_before = module.span(site.call) < module.span(first.call)
            around = [type(outer) for outer in module.ancestors(site.call)]
            is_certain = not {ast.If, ast.Try, ast.FunctionDef, ast.For, ast.While, ast.IfExp}.intersection(around)
            if is_before and is_certain and module.function(first.call) is None:
                raise UnfixableError(
                    f"line {site.call.lineno} loads the file before it is saved here; convert the one on disk, or "
                    "rename it, too"
                )

    def _check_collision(self) -> None:
        new = renamed(self._group.path.pattern, self._new)
        for site in self._found:
            if site not in self._group.sites and site.path.leaf is not None and site.path.pattern == new:
                raise UnfixableError(
                    f"the name `{self._renamed_name()}` is taken in line {site.call.lineno}; choose another"
                )

    # -- another name ----------------------------------------------------------------------------------------------

    def _renamed_name(self) -> str:
        return renamed(self._group.path.pattern.rpartition("/")[2], self._new)

    def _renamed(self) -> Iterator[Edit]:
        for leaf in self._group.leaves:
            source = self._module.segment(leaf)
            literal = renamed_literal(source, self._new)
            if self._new == WEIGHTS and source.rstrip("\"'").endswith("/"):
                raise UnfixableError(
                    f"line {leaf.lineno} names a folder; give the file a name in it that ends in `{WEIGHTS}`"
                )
            if literal is None:
                raise UnfixableError(f"the name in line {leaf.lineno} is written in several pieces; change it by hand")
            if literal != source:
                yield Replace(leaf, escaped(literal))
        for text, name in printed(self._module, self._group):
            yield Replace(text, escaped(self._module.segment(text).replace(name, renamed(name, self._new))))

    def _arguments(self) -> Iterator[Edit]:
        for site in self._group.sites:
            for name in ("save_format", "by_name"):
                value = keyword(site, name)
                if value is not None:
                    yield RemoveArgument(site.call, value)

    # -- folders ---------------------------------------------------------------------------------------------------

    def _folders(self) -> Iterator[Edit]:
        for site in self._missing_folders():
            anchor = self._module.statement(site.call)
            template, parts = "os.path.dirname({path})", {"path": site.expression}
            if "{" not in site.path.folder and not site.path.names:
                template, parts = f'"{site.path.folder}"', {}
                anchor = self._before_loops(anchor)
            elif (folder := folder_of(site.expression)) is not None:
                template, parts = "{folder}", {"folder": folder}
            yield Insert(anchor, f"os.makedirs({template}, exist_ok=True)", parts=parts)

    def _missing_folders(self) -> Iterator[Site]:
        """The first site of each function that writes into a folder that the old format made by itself."""
        group = self._group
        folder = group.path.folder
        if group.having(How.CHECKPOINT) or folder in _STANDING or _MADE.match(folder) or self._makes_folder():
            return
        seen: set[ast.AST | None] = set()
        for site in group.writers:
            function = self._module.function(site.call)
            if _made_its_folder(site) and function not in seen and not self._is_made_before(site):
                seen.add(function)
                yield site

    def _is_made_before(self, site: Site) -> bool:
        """Whether the fix of another file, saved before in the same function, makes the folder."""
        earlier = self._found[: self._found.index(site)]
        function = self._module.function(site.call)
        return any(
            other.path.leaf is not None
            and other.path.folder == site.path.folder
            and other not in self._group.sites
            and other.how in (How.SAVE, How.SAVE_WEIGHTS)
            and _made_its_folder(other)
            and self._module.function(other.call) is function
            for other in earlier
        )

    def _makes_folder(self) -> bool:
        """Whether the source makes the folder, or saves something there that does."""
        folder = self._group.path.folder
        for name in _MAKERS:
            for call in self._module.calls(name):
                made = argument(call, "name", 0) or receiver(call)
                pattern = "" if made is None else path_of(self._module, made).pattern
                if pattern == folder or pattern.startswith(folder + "/"):
                    return True
        return any(site.how is How.CHECKPOINT and site.path.folder == folder for site in self._found)

    def _before_loops(self, statement: ast.stmt) -> ast.stmt:
        outermost = statement
        for outer in self._module.ancestors(statement):
            if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                break
            if isinstance(outer, (ast.For, ast.AsyncFor, ast.While)):
                outermost = outer
        return outermost

    # -- export ----------------------------------------------------------------------------------------------------

    def _is_exported(self) -> bool:
        """Whether the file is a SavedModel that other programs than Keras read."""
        group = self._group
        if self._module.keras != 3 or self._new == WEIGHTS or suffix(group.path.pattern) in HDF5:
            return False
        if group.having(How.LOAD, How.LOAD_WEIGHTS, How.CHECKPOINT):
            return False
        is_version = group.path.pattern.rpartition("/")[2].isdecimal()
        asked = any(asks_for_saved_model(site) for site in group.writers)
        return bool(group.having(How.LOAD_EXPORT)) or is_version or asked

    def _exported(self) -> Iterator[Edit]:
        for site in self._group.sites:
            if site.how in WRITES:
                model = argument(site.call, "model", 0) if receiver_is_module(site) else site.model
                if model is None:
                    raise UnfixableError("the arguments are not written out; use `model.export(path)`")
                parts = {"model": model, "path": site.expression}
                yield Replace(site.call, "{model}.export({path})", parts=parts)
            elif site.how is How.LOAD_EXPORT and not self._is_served(site):
                raise UnfixableError(
                    f"what line {site.call.lineno} loads is used as a model, which `model.export` does not give; call "
                    "its `serve`, or load a `.keras` file"
                )

    def _is_served(self, site: Site) -> bool:
        """Whether what is loaded is a converter, or asked for its signatures only."""
        module = self._module
        if (module.qualified(site.call.func) or "").endswith(("from_saved_model", "TFSMLayer")):
            return True
        target = module.parent(site.call)
        names = module.uses_of_target(target.targets[0]) if isinstance(target, ast.Assign) else []
        holders = [module.parent(name) for name in names]
        return bool(holders) and all(isinstance(one, ast.Attribute) and one.attr == "signatures" for one in holders)


def _made_its_folder(site: Site) -> bool:
    """Whether the old format made the folder: HDF5 of weights did not."""
    return not (site.weights and suffix(site.path.pattern) in HDF5)


def receiver_is_module(site: Site) -> bool:
    """Whether the model is an argument of the call, as of ``save_model``."""
    return site.model is not receiver(site.call)


def folder_of(path: ast.expr) -> ast.expr | None:
    """``a`` of ``os.path.join(a, "name")``, ``a + "/name"`` and ``a / "name"``."""
    last = path.args[-1] if isinstance(path, ast.Call) and len(path.args) == 2 else getattr(path, "right", None)
    if not isinstance(last, ast.Constant) or not isinstance(last.value, str):
        return None
    if isinstance(path, ast.Call):
        return path.args[0] if "/" not in last.value else None
    if not isinstance(path, ast.BinOp) or isinstance(path.op, ast.Mod):
        return None
    slashes = last.value.count("/")
    if slashes == 0:
        is_folder = isinstance(path.op, ast.Div) or FOLDER_PREFIX.match("{" + ast.unparse(path.left) + "}x") is not None
    else:
        is_folder = isinstance(path.op, ast.Add) and slashes == 1 and last.value.startswith("/")
    return path.left if is_folder else None
