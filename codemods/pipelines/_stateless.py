"""Is a function given to ``map`` stateless: the same result for the same element, whatever ran before or beside it?

TensorFlow 2.21 itself runs ``map`` in parallel exactly when every operation of the function is stateless.  What is
stateful there: random operations other than ``stateless_*``, ``py_function`` and ``numpy_function``, reading a
variable, table look-ups, ``tf.print``, Keras layers with randomness.  Only what is known to be stateless counts as
such: the function, and all it calls, must be in this file.
"""

from __future__ import annotations

import ast
import enum

from tffix.semantics.kinds_table import PYTHON_KINDS, Kind
from tffix.semantics.module import Module
from tffix.semantics.pipelines import is_stage
from tffix.semantics.syntax import argument
from tffix.semantics.tree import FunctionNode

from ._captured import is_plain
from ._operations import (
    CHANGING_METHODS,
    METHODS,
    PYTHON_OPERATIONS,
    READERS,
    REPEATABLE_STAGES,
    is_stateless,
    is_stateless_layer,
    reads_without_chance,
)

_HARMLESS = (ast.Return, ast.Pass, ast.Expr, ast.If, ast.For, ast.While, ast.Assert, ast.Break, ast.Continue, ast.Raise)
_CONSTANTS = frozenset(["tensorflow.newaxis", "numpy.newaxis", "numpy.inf", "numpy.nan", "math.inf", "math.pi"])


class State(enum.Enum):
    """What a function depends on besides its arguments."""

    NOTHING = "nothing"
    TRIVIAL = "nothing, and it only picks and arranges what it is given"
    PYTHON = "Python code run as an operation"
    UNKNOWN = "unknown"


def state_of(module: Module, function: ast.expr, *, datasets: bool = False) -> State:
    """What the function that ``function`` refers to depends on; with ``datasets`` it may read files as datasets."""
    walk = _Walk(module, datasets)
    try:
        walk.reference(function)
    except (_Unknown, RecursionError):
        return State.UNKNOWN
    if walk.python:
        return State.PYTHON
    return State.NOTHING if walk.computes else State.TRIVIAL


class _Unknown(Exception):
    """Something that is not known to be stateless."""


class _Walk:
    def __init__(self, module: Module, datasets: bool) -> None:
        self._module = module
        self._datasets = datasets
        self._functions: list[FunctionNode] = []
        self.python = False
        self.computes = False

    def reference(self, node: ast.expr) -> None:
        """Check what calling ``node`` does."""
        module = self._module
        qualified = module.qualified(node)
        if isinstance(node, ast.Call) and module.qualified(node.func) == "functools.partial" and node.args:
            self.reference(node.args[0])
            self._arguments(node, node.args[1:])
        elif qualified is not None:
            self._known(qualified)
        elif isinstance(local := module.definition(node), (ast.FunctionDef, ast.Lambda)):
            self._function(local)
        elif self._is_layer(node):
            self.computes = True
        elif not (isinstance(node, ast.Name) and self._is_own(node)):
            # What an own name holds was made or passed in by code that is checked itself.
            raise _Unknown

    def _known(self, qualified: str) -> None:
        if not (is_stateless(qualified) or (self._datasets and qualified in READERS)):
            raise _Unknown
        self.computes = self.computes or qualified.startswith("tensorflow.")

    def _is_layer(self, node: ast.expr) -> bool:
        value = self._module.value(node)
        return isinstance(value, ast.Call) and is_stateless_layer(self._module.qualified(value.func))

    def _function(self, function: FunctionNode) -> None:
        if function in self._functions:
            return
        self._functions.append(function)
        if not isinstance(function, ast.Lambda):
            for decorator in function.decorator_list:
                made = decorator.func if isinstance(decorator, ast.Call) else decorator
                if self._module.qualified(made) not in ("tensorflow.function", "builtins.staticmethod"):
                    raise _Unknown
        for default in [*function.args.defaults, *(d for d in function.args.kw_defaults if d is not None)]:
            self._expression(default)
        if isinstance(function, ast.Lambda):
            self._expression(function.body)
        else:
            self._block(function.body)

    # -- statements ------------------------------------------------------------------------------------------------

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.FunctionDef):
            # Checked where it is used.
            return
        if isinstance(statement, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
                self._target(target)
            if statement.value is not None:
                self._expression(statement.value)
        elif isinstance(statement, ast.With):
            for item in statement.items:
                self._expression(item.context_expr)
            self._block(statement.body)
        elif isinstance(statement, _HARMLESS):
            self._children(statement)
        else:
            raise _Unknown

    def _target(self, target: ast.expr) -> None:
        if isinstance(target, ast.Name):
            # Its own: ``global`` and ``nonlocal`` have been refused.
            return
        if isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self._target(element)
        elif isinstance(target, ast.Starred):
            self._target(target.value)
        elif isinstance(target, ast.Subscript) and self._is_rooted(target.value):
            self._expression(target.slice)
        else:
            raise _Unknown

    # -- expressions -----------------------------------------------------------------------------------------------

    def _expression(self, node: ast.expr) -> None:
        if isinstance(node, ast.Call):
            self._call(node)
        elif isinstance(node, ast.Name):
            self._name(node)
        elif isinstance(node, ast.Attribute):
            self._attribute(node)
        elif isinstance(node, ast.Lambda):
            self._function(node)
        elif isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom)):
            raise _Unknown
        else:
            self.computes = self.computes or isinstance(node, (ast.BinOp, ast.Compare))
            self._children(node)

    def _children(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                self._statement(child)
            elif isinstance(child, ast.expr) and isinstance(getattr(child, "ctx", None), ast.Store):
                self._target(child)
            elif isinstance(child, ast.expr):
                self._expression(child)
            elif isinstance(child, (ast.comprehension, ast.keyword)):
                self._children(child)

    def _name(self, node: ast.Name) -> None:
        if self._is_own(node) or is_plain(self._module, node) or self._is_constant(node):
            return
        self.reference(node)

    def _attribute(self, node: ast.Attribute) -> None:
        if is_plain(self._module, node) or self._is_constant(node):
            return
        if isinstance(local := self._module.definition(node), ast.FunctionDef):
            self._function(local)
        elif self._module.self_class(node.value) is not None:
            # It may be a variable, or hold functions.
            raise _Unknown
        else:
            self._expression(node.value)

    def _is_constant(self, node: ast.expr) -> bool:
        """Whether ``node`` names a constant or a stateless function of a library (``tf.float32``, ``np.pi``)."""
        qualified = self._module.qualified(node)
        if qualified is None:
            return False
        constant = self._module.kind(node) in PYTHON_KINDS or qualified.rpartition(".")[2].isupper()
        return constant or qualified in _CONSTANTS or is_stateless(qualified)

    def _is_own(self, node: ast.Name) -> bool:
        """Whether the name belongs to a function that has been entered."""
        scopes = self._module.scopes
        owner = scopes.owner(node.id, scopes.around(node))
        return owner is not None and any(self._module.contains(f, owner.node) for f in self._functions)

    def _is_rooted(self, node: ast.expr) -> bool:
        """Whether ``node`` is, or is part of, a value that the function has made or was given."""
        while isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        return isinstance(node, ast.Name) and self._is_own(node)

    # -- calls -----------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> None:
        module = self._module
        qualified = module.qualified(node.func)
        if qualified in PYTHON_OPERATIONS:
            self._python(node)
            return
        if qualified is not None:
            self._known(qualified)
        elif isinstance(node.func, ast.Attribute) and module.definition(node.func) is None:
            self._method(node, node.func)
        else:
            self.reference(node.func)
        self._arguments(node, node.args)

    def _python(self, node: ast.Call) -> None:
        """Python code as an operation counts when it is in this file, reads something and draws no random numbers."""
        given = argument(node, "func", 0)
        function = None if given is None else self._module.definition(given)
        if not isinstance(function, (ast.FunctionDef, ast.Lambda)) or not reads_without_chance(function):
            raise _Unknown
        self.python = True
        self._arguments(node, node.args[1:], skip="func")

    def _arguments(self, node: ast.Call, positional: list[ast.expr], skip: str = "") -> None:
        for value in [*positional, *(k.value for k in node.keywords if k.arg != skip)]:
            self._expression(value)

    def _method(self, node: ast.Call, function: ast.Attribute) -> None:
        if self._datasets and is_stage(self._module, node):
            if function.attr not in REPEATABLE_STAGES:
                raise _Unknown
        elif function.attr in CHANGING_METHODS:
            if not self._is_rooted(function.value):
                raise _Unknown
        elif function.attr not in METHODS or self._module.kind(function.value) is Kind.DATASET:
            raise _Unknown
        self._expression(function.value)
