"""Where a dataset goes: every place that takes it, followed through names, attributes, calls and returns."""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import DATASET_METHODS, Kind
from tffix.semantics.scopes import Path
from tffix.semantics.syntax import argument_values, literal_element
from tffix.semantics.tree import FUNCTION_TYPES, FunctionNode, terminal_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tffix.semantics.module import Module


class Sink(enum.Enum):
    """What happens to a dataset at one place."""

    ITERATED = "iterated by a loop"
    TRAINED = "given to fit, evaluate or predict"
    DISTRIBUTED = "distributed by a strategy"
    STAGE = "made into a further dataset"
    COMBINED = "combined with others, or an element of another dataset"
    INSPECTED = "looked at"
    RETURNED = "returned to callers in other files"
    UNKNOWN = "passed on to where it cannot be followed"


CONSUMING = frozenset([Sink.ITERATED, Sink.TRAINED, Sink.DISTRIBUTED])
"""The sinks that read a dataset element after element."""


@dataclass(frozen=True)
class Use:
    """One place where a dataset ends up; ``expression`` stands for the dataset there, ``node`` is what takes it."""

    sink: Sink
    expression: ast.expr
    node: ast.AST


TRAINING_METHODS = frozenset(["fit", "evaluate", "predict", "fit_generator", "evaluate_generator", "predict_generator"])
_TRAINING_KEYWORDS = frozenset(["x", "validation_data", "generator"])
_DISTRIBUTING = frozenset(["experimental_distribute_dataset"])
_DISTRIBUTING_FUNCTIONS = frozenset(
    ["distribute_datasets_from_function", "experimental_distribute_datasets_from_function"]
)
_ELEMENT_FUNCTIONS = frozenset(["flat_map", "interleave", "map", "group_by_window", "apply", "parallel_interleave"])
_WRAPPERS = frozenset(["builtins.enumerate", "builtins.zip", "builtins.iter", "tensorflow_datasets.as_numpy"])
_NUMPY = "as_numpy_iterator"
_PROGRESS_BARS = frozenset(["tqdm", "tqdm_notebook", "track", "progress_bar", "master_bar"])


def uses(module: Module, expression: ast.expr, path: Path = ()) -> list[Use]:
    """Every place where the dataset ``expression`` ends up.

    With ``path`` the dataset is that element of the tuple ``expression``.  What happens in other files is
    ``RETURNED`` or ``UNKNOWN``.
    """
    follower = _Follower(module)
    follower.follow(expression, path)
    return follower.found


def consumed(module: Module) -> Iterator[ast.expr]:
    """The datasets that the file reads element after element, as they are written where that happens."""
    for loop in module.nodes(ast.For):
        yield from _datasets(module, loop.iter)
    for name in (*TRAINING_METHODS, *_DISTRIBUTING, "next"):
        for call in module.calls(name):
            for argument in argument_values(call):
                yield from _datasets(module, argument)


def _datasets(module: Module, expression: ast.expr) -> Iterator[ast.expr]:
    """The datasets inside ``enumerate(...)``, ``zip(...)``, ``iter(...)``, progress bars, and names bound to those."""
    if module.kind(expression) is Kind.DATASET:
        yield expression
        return
    value = module.value(expression)
    if not isinstance(value, ast.Call):
        return
    if isinstance(value.func, ast.Attribute) and value.func.attr == _NUMPY:
        yield from _datasets(module, value.func.value)
    elif _is_wrapper(module, value):
        for argument in value.args:
            yield from _datasets(module, argument)


def _is_wrapper(module: Module, call: ast.Call) -> bool:
    return module.qualified(call.func) in _WRAPPERS or terminal_name(call.func) in _PROGRESS_BARS


class _Follower:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._seen: set[object] = set()
        self.found: list[Use] = []

    def follow(self, node: ast.expr, path: Path) -> None:
        """Note what takes the value of ``node``."""
        if (node, path) in self._seen:
            return
        self._seen.add((node, path))
        holder = self._module.parent(node)
        if isinstance(holder, ast.keyword):
            holder = self._module.parent(holder)
        if isinstance(holder, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
            self._kept(node, holder, path)
        elif isinstance(holder, (ast.IfExp, ast.BoolOp, ast.Await)):
            self.follow(holder, path)
        elif isinstance(holder, ast.Return):
            self._returned(node, holder, path)
        elif isinstance(holder, ast.Lambda):
            self._called(holder, node, path)
        elif isinstance(holder, (ast.Tuple, ast.List)):
            self._element(holder, node, path)
        elif path:
            self._indexed(node, holder, path)
        else:
            self._taken(node, holder)

    def _indexed(self, node: ast.expr, holder: ast.AST | None, path: Path) -> None:
        """A tuple that holds the dataset is used as a whole, or an element is taken out."""
        if not (isinstance(holder, ast.Subscript) and isinstance(holder.slice, ast.Constant)):
            self._note(Sink.UNKNOWN, node, holder)
        elif holder.slice.value == path[0]:
            self.follow(holder, path[1:])

    def _taken(self, node: ast.expr, holder: ast.AST | None) -> None:
        if isinstance(holder, ast.Attribute):
            self._attribute(node, holder)
        elif isinstance(holder, ast.Call):
            self._argument(node, holder)
        elif isinstance(holder, (ast.For, ast.AsyncFor)):
            self._note(Sink.ITERATED, node, holder)
        elif isinstance(holder, (ast.comprehension, ast.Expr, ast.Compare, ast.FormattedValue, ast.If, ast.UnaryOp)):
            self._note(Sink.INSPECTED, node, holder)
        else:
            self._note(Sink.UNKNOWN, node, holder)

    def _note(self, sink: Sink, node: ast.expr, taker: ast.AST | None) -> None:
        self.found.append(Use(sink, node, taker or node))

    # -- names -----------------------------------------------------------------------------------------------------

    def _kept(self, node: ast.expr, holder: ast.Assign | ast.AnnAssign | ast.NamedExpr, path: Path) -> None:
        for target in holder.targets if isinstance(holder, ast.Assign) else [holder.target]:
            self._assigned(target, node, path)
        if isinstance(holder, ast.NamedExpr):
            self.follow(holder, path)

    def _assigned(self, target: ast.expr, value: ast.expr, path: Path) -> None:
        module = self._module
        if isinstance(target, ast.Name):
            for name in module.uses_of_target(target):
                self.follow(name, path)
        elif isinstance(target, ast.Attribute) and (owner := module.self_class(target.value)) is not None:
            for attribute in module.attributes(target.attr):
                if isinstance(attribute.ctx, ast.Load) and module.instance_class(attribute.value) is owner:
                    self.follow(attribute, path)
        elif path and (element := literal_element(target, path[0])) is not None:
            self._assigned(element, value, path[1:])
        else:
            self._note(Sink.UNKNOWN, value, target)

    def _element(self, holder: ast.Tuple | ast.List, node: ast.expr, path: Path) -> None:
        outer = self._module.parent(holder)
        if isinstance(outer, (ast.Assign, ast.Return, ast.Tuple, ast.Lambda)) and node in holder.elts:
            if isinstance(outer, ast.Assign) and not any(isinstance(t, ast.Tuple) for t in outer.targets):
                self._note(Sink.UNKNOWN, node, outer)
                return
            self.follow(holder, (holder.elts.index(node), *path))
        elif isinstance(outer, ast.Call) and not path:
            self._argument(node, outer)
        else:
            self._note(Sink.UNKNOWN, node, holder)

    # -- calls -----------------------------------------------------------------------------------------------------

    def _attribute(self, node: ast.expr, attribute: ast.Attribute) -> None:
        call = self._module.parent(attribute)
        if not isinstance(call, ast.Call) or call.func is not attribute:
            self._note(Sink.INSPECTED, node, attribute)
        elif attribute.attr == _NUMPY:
            self.follow(call, ())
        else:
            self._note(Sink.STAGE if attribute.attr in DATASET_METHODS else Sink.INSPECTED, node, call)

    def _argument(self, node: ast.expr, call: ast.Call) -> None:
        qualified = self._module.qualified(call.func) or ""
        name = terminal_name(call.func) or ""
        if _is_wrapper(self._module, call):
            self.follow(call, ())
        elif qualified == "builtins.next":
            is_repeated = isinstance(node, (ast.Name, ast.Attribute)) and self._module.tree.is_in_loop(call)
            self._note(Sink.ITERATED if is_repeated else Sink.INSPECTED, node, call)
        elif qualified.startswith("builtins."):
            self._note(Sink.INSPECTED, node, call)
        elif qualified.startswith("tensorflow.data."):
            saved = name in ("save", "get_single_element", "cardinality", "get_structure")
            self._note(Sink.INSPECTED if saved else Sink.COMBINED, node, call)
        elif isinstance(call.func, ast.Attribute) and name in TRAINING_METHODS and _is_data(node, call):
            self._note(Sink.TRAINED, node, call)
        elif isinstance(call.func, ast.Attribute) and name in _DISTRIBUTING:
            self._note(Sink.DISTRIBUTED, node, call)
        elif isinstance(call.func, ast.Attribute) and self._module.kind(call.func.value) is Kind.DATASET:
            self._note(Sink.COMBINED, node, call)
        else:
            self._passed(node, call)

    def _passed(self, node: ast.expr, call: ast.Call) -> None:
        """Follow an argument into a function of this file."""
        function = self._module.definition(call.func)
        parameter = None
        if isinstance(function, FUNCTION_TYPES):
            parameter = self._module.parameters.given(function, call, node)
        if parameter is None:
            self._note(Sink.UNKNOWN, node, call)
            return
        for name in self._module.uses_of_target(parameter):
            self.follow(name, ())

    def _returned(self, node: ast.expr, statement: ast.Return, path: Path) -> None:
        function = self._module.function(statement)
        if function is None or isinstance(function, ast.Lambda):
            self._note(Sink.UNKNOWN, node, statement)
        else:
            self._called(function, node, path)

    def _called(self, function: FunctionNode, node: ast.expr, path: Path) -> None:
        """Follow what ``function`` returns to those who call it."""
        module = self._module
        references: list[ast.expr]
        if isinstance(function, ast.Lambda):
            references = [function]
        else:
            references = module.references(function)
            if not module.is_local(function) or function.decorator_list:
                self._note(Sink.RETURNED, node, function)
        for reference in references:
            holder = module.parent(reference)
            if isinstance(holder, ast.keyword):
                holder = module.parent(holder)
            if not isinstance(holder, ast.Call):
                self._note(Sink.UNKNOWN, node, holder)
            elif holder.func is reference:
                self.follow(holder, path)
            elif terminal_name(holder.func) in _DISTRIBUTING_FUNCTIONS:
                self._note(Sink.DISTRIBUTED, node, holder)
            elif terminal_name(holder.func) in _ELEMENT_FUNCTIONS:
                self._note(Sink.COMBINED, node, holder)
            else:
                self._note(Sink.UNKNOWN, node, holder)


def _is_data(node: ast.expr, call: ast.Call) -> bool:
    if call.args and call.args[0] is node:
        return True
    return any(k.value is node and k.arg in _TRAINING_KEYWORDS for k in call.keywords)
