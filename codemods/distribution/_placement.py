"""Bring statements into the scope of a strategy, in an order that keeps every use behind its definition."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tffix.rewriting.edits import Edit, Move, Wrap
from tffix.semantics.distribution import REPLICATING, origins
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module

_MAX_BETWEEN = 3
"""So many harmless statements between two that need the scope are indented with them."""

_HARMLESS_BUILTINS = frozenset(
    "builtins." + name
    for name in [
        "abs",
        "bool",
        "dict",
        "float",
        "format",
        "int",
        "len",
        "list",
        "max",
        "min",
        "print",
        "range",
        "round",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "zip",
    ]
)
_HARMLESS_PREFIXES = ("tensorflow.data.", "tensorflow.distribute.cluster_resolver.", "math.", "os.path.")
_HARMLESS_KERAS = ("callbacks.", "losses.", "optimizers.schedules.")
_HARMLESS_METHODS = {
    Kind.MODEL: frozenset(["count_params", "get_layer", "summary"]),
    Kind.STRING: frozenset(["format", "join", "strip", "replace", "split"]),
    Kind.STRATEGY: frozenset(["experimental_distribute_dataset"]),
}


class CannotPlace(Exception):
    """The statements cannot be brought into the scope; the message is the reason of the finding."""


class Placement:
    """Plans the edits for one strategy.

    Args:
        module: the file.
        receiver: an expression that names the strategy.
        scopes: the ``with receiver.scope():`` statements it already has.
        companions: nodes whose statements may be indented with the others.
    """

    def __init__(
        self, module: Module, receiver: ast.expr, scopes: Sequence[ast.With], companions: Sequence[ast.AST] = ()
    ) -> None:
        self._module = module
        self._receiver = receiver
        self._scopes = scopes
        self._companions = {module.statement(node) for node in companions}
        self._header = f"with {module.segment(receiver)}.scope():"

    def edits(self, nodes: Sequence[ast.AST]) -> tuple[Edit, ...]:
        """The edits that bring the statements of ``nodes`` into the scope.

        Raises:
            CannotPlace: no order of the statements is certainly right.
        """
        scope, block = self._block(nodes)
        wanted = sorted({self._index(node, block) for node in nodes})
        self._check_compounds([block[index] for index in wanted], nodes)
        if scope is None:
            return tuple(self._wrap(block, group) for group in self._groups(block, wanted))
        here = block.index(scope)
        before = self._groups(block, [index for index in wanted if index < here])
        after = self._groups(block, [index for index in wanted if index > here])
        edits: list[Edit] = []
        moved = self._moved(block, before, here)
        if moved:
            edits.append(Move(tuple(block[index] for index in moved), scope.body[0], "before"))
        edits += [self._wrap(block, group) for group in before if group[0] not in moved]
        for group in after:
            if group[0] == here + 1 and not _ends(scope.body[-1]):
                edits.append(Move(tuple(block[index] for index in group), scope.body[-1], "after"))
            else:
                edits.append(self._wrap(block, group))
        return tuple(edits)

    # -- where the statements stand ----------------------------------------------------------------------------------

    def _block(self, nodes: Sequence[ast.AST]) -> tuple[ast.With | None, list[ast.stmt]]:
        for scope in self._scopes:
            block = self._module.block(scope)
            if all(self._find(node, block) is not None for node in nodes):
                return scope, block
        first = min((self._module.statement(node) for node in nodes), key=lambda s: s.lineno)
        block = self._module.block(first)
        if any(self._find(node, block) is None for node in nodes):
            raise CannotPlace("the statements are spread over branches or functions; bring them together in the scope")
        return None, block

    def _find(self, node: ast.AST, block: list[ast.stmt]) -> int | None:
        """The index of the statement of ``block`` that holds ``node``, in the same function."""
        if self._module.function(node) is not self._module.function(block[0]):
            return None
        current: ast.AST | None = node
        while current is not None:
            for index, statement in enumerate(block):
                if statement is current:
                    return index
            current = self._module.parent(current)
        return None

    def _index(self, node: ast.AST, block: list[ast.stmt]) -> int:
        index = self._find(node, block)
        assert index is not None
        return index

    def _check_compounds(self, statements: Sequence[ast.stmt], nodes: Sequence[ast.AST]) -> None:
        needed = {self._module.statement(node) for node in nodes}
        for statement in statements:
            for inner in ast.walk(statement):
                if isinstance(inner, (ast.Return, ast.Yield, ast.YieldFrom, ast.Await)):
                    raise CannotPlace("it is created in a branch that leaves the function; create it in the scope")
                if not isinstance(inner, ast.stmt) or inner in needed or inner is statement:
                    continue
                if not isinstance(inner, (ast.If, ast.For, ast.Pass)) and not self._is_harmless(inner):
                    raise CannotPlace(
                        "it is created in a branch or loop together with other work; create it in the scope"
                    )

    # -- groups of statements ----------------------------------------------------------------------------------------

    def _groups(self, block: list[ast.stmt], wanted: Sequence[int]) -> list[list[int]]:
        """``wanted`` as runs of neighbours; a few harmless statements between two belong to the run."""
        groups: list[list[int]] = []
        for index in wanted:
            if groups:
                between = list(range(groups[-1][-1] + 1, index))
                if len(between) <= _MAX_BETWEEN and all(self._is_harmless(block[i]) for i in between):
                    groups[-1] += [*between, index]
                    continue
            groups.append([index])
        return groups

    def _moved(self, block: list[ast.stmt], groups: list[list[int]], here: int) -> list[int]:
        """The statements before the scope that can move down to its first line; all of the last groups that can."""
        for start in range(len(groups)):
            moved = [index for group in groups[start:] for index in group]
            carried = self._carried(block, moved, here)
            if carried is not None:
                return carried
        return []

    def _carried(self, block: list[ast.stmt], moved: Sequence[int], here: int) -> list[int] | None:
        """``moved`` with the harmless statements that need their results; ``None`` when they cannot move."""
        taken = set(moved)
        written: set[str] = set()
        read: set[str] = set()
        for index in range(min(moved), here):
            statement = block[index]
            uses, binds = names(statement)
            if index in taken:
                written |= binds
                read |= uses
                continue
            if not self._is_harmless(statement):
                return None
            if uses & written:
                taken.add(index)
                written |= binds
                read |= uses
            elif binds & (read | written) or not self._binds_once(statement):
                return None
        return sorted(taken)

    def _is_harmless(self, statement: ast.stmt) -> bool:
        return statement in self._companions or is_harmless(self._module, statement)

    def _binds_once(self, statement: ast.stmt) -> bool:
        """A called function could read a name before and after it is bound again: its order then matters."""
        scope = self._module.scopes.around(statement)
        return all(len(scope.all(name)) == 1 for name in names(statement)[1])

    # -- the strategy ------------------------------------------------------------------------------------------------

    def _wrap(self, block: list[ast.stmt], group: Sequence[int]) -> Wrap:
        first = block[group[0]]
        if not self._is_available(first):
            if self._scopes and self._module.function(first) is not self._module.function(self._scopes[0]):
                raise CannotPlace("it is created in another function than the scope is entered in; create it there")
            raise CannotPlace(
                f"`{self._module.segment(self._receiver)}` is not certainly defined there yet, and the statements "
                "cannot move down without a change of order; create the strategy first"
            )
        return Wrap(tuple(block[index] for index in group), self._header)

    def _is_available(self, statement: ast.stmt) -> bool:
        """Whether the strategy is certainly bound before ``statement``."""
        module = self._module
        bindings = origins(module, self._receiver)
        function = module.function(statement)
        same = [binding for binding in bindings if module.function(binding.node) is function]
        if isinstance(self._receiver, ast.Name):
            here = module.scopes.owner(self._receiver.id, module.scopes.around(statement))
            if here is not module.scopes.owner(self._receiver.id, module.scopes.around(self._receiver)):
                return False
        elif not self._is_same_self(statement):
            return False
        if not same:
            return all(binding.node.lineno < statement.lineno for binding in bindings)  # type: ignore[attr-defined]
        if len(same) != len(bindings):
            return False
        homes = {self._home(binding.node, statement) for binding in same}
        return len(homes) == 1 and None not in homes

    def _is_same_self(self, statement: ast.stmt) -> bool:
        """Whether ``self`` of the receiver means the same where ``statement`` stands."""
        module = self._module
        here, there = module.function(statement), module.function(self._receiver)
        if here is there:
            return True
        if not isinstance(here, ast.FunctionDef) or not isinstance(there, ast.FunctionDef):
            return False
        first = [argument.arg for function in (here, there) for argument in function.args.args[:1]]
        return module.parent(here) is module.parent(there) and len(first) == 2 and first[0] == first[1]

    def _home(self, node: ast.AST, statement: ast.stmt) -> ast.stmt | None:
        """The statement before ``statement``, in its block or one around it, that holds ``node``."""
        module = self._module
        around: list[ast.AST] = [statement, *module.ancestors(statement)]
        current = module.statement(node)
        while True:
            block = module.block(current)
            outer = next((node for node in around if node in block), None)
            if isinstance(outer, ast.stmt):
                return current if block.index(current) < block.index(outer) else None
            parent = next((node for node in module.ancestors(current) if isinstance(node, ast.stmt)), None)
            if parent is None or isinstance(parent, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                return None
            current = parent


def names(node: ast.AST) -> tuple[set[str], set[str]]:
    """The names that a statement reads and those that it binds."""
    read: set[str] = set()
    bound: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            (read if isinstance(inner.ctx, ast.Load) else bound).add(inner.id)
        elif isinstance(inner, ast.Attribute) and not isinstance(inner.ctx, ast.Load):
            # Setting an attribute reads the object and changes what others see of it.
            read.update(name.id for name in ast.walk(inner) if isinstance(name, ast.Name))
    return read, bound


def is_harmless(module: Module, statement: ast.stmt) -> bool:
    """Whether a statement creates no variable, draws no random number and touches no device or file.

    It then does the same in the scope of a strategy, and before or after the creation of a model.
    """
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)):
        return False
    inner = list(ast.walk(statement))
    if any(isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda)) for node in inner):
        return False
    return all(_is_harmless_call(module, node) for node in inner if isinstance(node, ast.Call))


def _is_harmless_call(module: Module, call: ast.Call) -> bool:
    qualified = module.qualified(call.func)
    if qualified is not None:
        keras = module.keras_path(call.func) or ""
        return (
            qualified in _HARMLESS_BUILTINS
            or qualified in REPLICATING
            or qualified.startswith(_HARMLESS_PREFIXES)
            or keras.startswith(_HARMLESS_KERAS)
        )
    if not isinstance(call.func, ast.Attribute):
        return False
    kind = module.kind(call.func.value)
    return kind is Kind.DATASET or call.func.attr in _HARMLESS_METHODS.get(kind, ())


def _ends(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.Return, ast.Raise, ast.Break, ast.Continue))
