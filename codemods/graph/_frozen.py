"""Calls that give another value each time they run, but run only once while a graph is traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tffix.semantics.graph import Via
from tffix.semantics.syntax import is_none
from tffix.semantics.tree import terminal_name

from ._where import TRACING, asks_for_mode, is_plainly_decorated, is_traced

if TYPE_CHECKING:
    from tffix.semantics.module import Module

CLOCKS = frozenset(
    [
        "time.time",
        "time.time_ns",
        "time.perf_counter",
        "time.perf_counter_ns",
        "time.monotonic",
        "time.process_time",
    ]
)
DATES = frozenset(
    [
        "datetime.datetime.now",
        "datetime.datetime.utcnow",
        "datetime.datetime.today",
        "datetime.date.today",
        "time.ctime",
        "time.localtime",
        "time.gmtime",
        "time.strftime",
    ]
)
_NUMPY = frozenset(
    "numpy.random." + name
    for name in [
        "beta",
        "binomial",
        "choice",
        "exponential",
        "gamma",
        "laplace",
        "multinomial",
        "multivariate_normal",
        "normal",
        "permutation",
        "poisson",
        "rand",
        "randint",
        "randn",
        "random",
        "random_integers",
        "random_sample",
        "shuffle",
        "standard_normal",
        "uniform",
    ]
)
_PYTHON = frozenset(
    "random." + name
    for name in [
        "betavariate",
        "choice",
        "choices",
        "expovariate",
        "gauss",
        "getrandbits",
        "normalvariate",
        "randint",
        "random",
        "randrange",
        "sample",
        "shuffle",
        "triangular",
        "uniform",
    ]
)
DRAWS = _NUMPY | _PYTHON
_NAMES = sorted({name.rpartition(".")[2] for name in (*CLOCKS, *DATES, *DRAWS)})
_CREATES = ("Variable", "add_weight", "create_variable", "Constant", "set_seed", "seed")
_LOGS = frozenset(["debug", "info", "warning", "error", "log"])
_SETTINGS = frozenset(["seed", "name", "op_seed", "initializer", "initial_value"])


def frozen_calls(module: Module) -> Iterator[tuple[ast.Call, str]]:
    """The calls in traced code that run once for each trace, each with its qualified name, in source order."""
    found = []
    for name in _NAMES:
        for call in module.calls(name):
            qualified = module.qualified(call.func)
            if qualified in CLOCKS or qualified in DATES or qualified in DRAWS:
                found.append((call, qualified))
    for call, qualified in sorted(found, key=lambda item: module.span(item[0])):
        if is_in_graph(module, call) and not _is_meant(module, call):
            yield call, qualified


def is_in_graph(module: Module, node: ast.AST) -> bool:
    """Whether ``node`` runs once for each trace; the ``call`` of a layer does where the file has ``fit`` train."""
    context = module.context(node)
    is_call = context.via is Via.KERAS_CALL and bool(module.calls("fit"))
    if not (context.is_graph or is_call) or not is_traced(module, context):
        return False
    return is_plainly_decorated(module, node) and not asks_for_mode(module, node)


def is_about_tracing(module: Module, node: ast.AST) -> bool:
    """Whether the statement of ``node``, or a comment beside or right above it, is about the tracing itself."""
    statement = module.statement(node)
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    if isinstance(statement, (ast.If, ast.For, ast.While, ast.With)):
        last = first
    while first > 1 and module.tree.line(first - 1).lstrip().startswith("#"):
        first -= 1
    return any(TRACING.search(module.tree.line(number)) for number in range(first, last + 1))


def _is_meant(module: Module, call: ast.Call) -> bool:
    """Whether once is right: a seed, a name, the start of a variable; or the code is about the tracing."""
    if is_about_tracing(module, call):
        return True
    function = module.function(call)
    for outer in module.ancestors(call):
        if outer is function:
            return False
        if isinstance(outer, ast.keyword) and outer.arg in _SETTINGS:
            return True
        if isinstance(outer, ast.Call) and (terminal_name(outer.func) in _CREATES or _is_log(module, outer)):
            return True
        if isinstance(outer, ast.If) and _asks_once(outer.test):
            return True
    return False


def _is_log(module: Module, call: ast.Call) -> bool:
    qualified = module.qualified(call.func) or ""
    return qualified.startswith(("logging.", "absl.logging.")) or (
        isinstance(call.func, ast.Attribute) and call.func.attr in _LOGS and "log" in module.segment(call.func.value)
    )


def _asks_once(test: ast.expr) -> bool:
    """Whether a condition is true the first time only: ``if self.v is None``, ``if not self.built``."""
    if isinstance(test, ast.Compare) and any(map(is_none, test.comparators)):
        return True
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return isinstance(test.operand, ast.Call) or terminal_name(test.operand) in ("built", "initialized")
    return False
