"""Makes a ``tf.Variable`` of a number that traced code counts up."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tffix.codemod import Applicability, Fix
from tffix.rewriting.edits import Edit, Remove, Replace, ReplaceStatement
from tffix.rewriting.expressions import replacements
from tffix.semantics.graph import Via
from tffix.semantics.kinds_table import Kind
from tffix.semantics.scopes import Binding
from tffix.semantics.syntax import single_target
from tffix.semantics.tree import LOOP_TYPES

from ._consumers import Consumers, NeedsValueError
from ._counters import Counter, ancestors_within

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_DEVICE_SETTINGS = (
    "set_memory_growth",
    "set_visible_devices",
    "set_logical_device_configuration",
    "set_virtual_device_configuration",
)
_METHODS = {ast.Add: "assign_add", ast.Sub: "assign_sub"}


class NoVariableError(Exception):
    """The number cannot be made a ``tf.Variable`` here; the message says why and what to do."""


def variable_fix(module: Module, counter: Counter) -> Fix:
    """Make the counter a ``tf.Variable``: where it is made, counted up and read.

    Raises:
        NoVariableError: that cannot be done rightly.
    """
    if any(module.context(update).via not in (Via.FUNCTION, Via.KERAS_STEP) for update in counter.updates):
        raise NoVariableError("functions of tf.data run in parallel; number the elements with Dataset.enumerate")
    if any(module.kind(call) is Kind.STRATEGY for call in module.nodes(ast.Call)):
        raise NoVariableError("replicas would count each for itself; make it a tf.Variable with an aggregation")
    if any(module.calls(name) for name in _DEVICE_SETTINGS):
        raise NoVariableError("a variable starts the devices, which the file sets up; make it a tf.Variable after that")
    edits = [
        *_creation(module, counter),
        *(_update(update) for update in counter.updates),
        *_reads(module, counter),
        *_declarations(module, counter),
    ]
    return Fix(tuple(edits), applicability=Applicability.UNSAFE)


def _creation(module: Module, counter: Counter) -> Iterator[Edit]:
    first, *resets = sorted(counter.others, key=lambda binding: not _is_start(module, counter, binding))
    statement = module.statement(first.node)
    value = first.value
    if not _is_start(module, counter, first) or not isinstance(value, ast.Constant) or isinstance(value.value, bool):
        raise NoVariableError(
            "it is not certain where the number starts; make it a tf.Variable there, and use assign_add"
        )
    if isinstance(value.value, int) and not all(_is_int(update.value) for update in counter.updates):
        raise NoVariableError("the number may be an integer or a float; make it a tf.Variable of one dtype")
    variable = module.spell("tensorflow.Variable", statement)
    if variable is None:
        raise NoVariableError("tensorflow has no name there; import it, and make the number a tf.Variable")
    # Keras and tf.Module track the variables of their attributes, and would train this one.
    owner = module.self_class(counter.target.value) if isinstance(counter.target, ast.Attribute) else None
    options = ", trainable=False" if owner is not None and owner.bases else ""
    yield Replace(value, f"{variable}({{value}}{options})", {"value": value})
    for reset in resets:
        again = module.statement(reset.node)
        target = single_target(again)
        if target is None or reset.value is None or type(getattr(reset.value, "value", None)) is not type(value.value):
            raise NoVariableError("the number is set again elsewhere; make it a tf.Variable, and use assign there")
        yield ReplaceStatement(again, "{target}.assign({value})", {"target": target, "value": reset.value})


def _is_start(module: Module, counter: Counter, binding: Binding) -> bool:
    """Whether a binding is where the number is made: in ``__init__``, or where the scope that owns the name begins."""
    statement = module.statement(binding.node)
    function = module.function(statement)
    if single_target(statement) is None or any(
        isinstance(outer, LOOP_TYPES) for outer in ancestors_within(module, statement)
    ):
        return False
    if isinstance(counter.target, ast.Name):
        return module.scopes.around(binding.node) is binding.scope and module.parent(statement) is binding.scope.node
    if not isinstance(function, ast.FunctionDef) or function.name != "__init__" or statement not in function.body:
        return False
    return _is_ready(module, function, statement)


def _is_ready(module: Module, init: ast.FunctionDef, statement: ast.stmt) -> bool:
    """Whether the object can take variables by then: one of Keras once ``super().__init__()`` has run."""
    owner = module.parent(init)
    if not isinstance(owner, ast.ClassDef) or not owner.bases:
        return True
    before = init.body[: init.body.index(statement)]
    return any(isinstance(inner, ast.Attribute) and inner.attr == "__init__" for s in before for inner in ast.walk(s))


def _is_int(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _update(update: ast.AugAssign) -> Edit:
    method = _METHODS.get(type(update.op))
    if method is None:
        raise NoVariableError("it is not only counted; make it a tf.Variable, and use assign")
    return ReplaceStatement(update, f"{{target}}.{method}({{value}})", {"target": update.target, "value": update.value})


def _reads(module: Module, counter: Counter) -> list[Edit]:
    codes: dict[ast.expr, str] = {}
    if isinstance(counter.target, ast.Attribute):
        known = {*(binding.node for binding in counter.others), *(update.target for update in counter.updates)}
        stored = [node for node in module.attributes(counter.target.attr) if not isinstance(node.ctx, ast.Load)]
        if any(node not in known for node in stored):
            raise NoVariableError("another class may set it too; make it a tf.Variable in each")
    for read in counter.reads:
        if isinstance(read, ast.Attribute) and not _is_same_object(module, counter, read):
            raise NoVariableError(f"`{module.segment(read)}` may read it too; make it a tf.Variable, and read .numpy()")
        context = module.context(read)
        if context.is_graph:
            _check_graph_read(module, read)
        elif context.via is not None:
            raise NoVariableError("it is read where Keras may trace; make it a tf.Variable, and use that as a tensor")
        else:
            code = f"{module.segment(read)}.numpy()"
            codes[read] = f"{_type(counter)}({code})" if _is_handed_on(module, read) else code
    found = replacements(module, codes)
    if found is None:
        raise NoVariableError(
            "a text reads it in a way that cannot be changed; make it a tf.Variable, and use .numpy()"
        )
    return found


def _type(counter: Counter) -> str:
    is_float = any(isinstance(b.value, ast.Constant) and type(b.value.value) is float for b in counter.others)
    return "float" if is_float else "int"


def _is_handed_on(module: Module, read: ast.expr) -> bool:
    """Whether code that may want a Python number gets it, such as ``json.dumps``, which takes none of NumPy."""
    for outer in module.ancestors(read):
        if isinstance(outer, ast.Call):
            return not (module.qualified(outer.func) or "").startswith(("builtins.", "tensorflow.", "numpy."))
        if not isinstance(outer, (ast.Dict, ast.List, ast.Tuple, ast.Set, ast.keyword)):
            return False
    return False


def _check_graph_read(module: Module, read: ast.expr) -> None:
    """A Python number takes the dtype of the tensor beside it; a variable has its own."""
    parent = module.parent(read)
    is_operand = isinstance(parent, (ast.BinOp, ast.UnaryOp, ast.Compare))
    is_given = isinstance(parent, ast.Call) and module.qualified(parent.func) not in (
        "tensorflow.cast",
        "tensorflow.print",
    )
    if is_operand or is_given:
        raise NoVariableError(
            "it meets tensors of the graph, whose dtype it takes; make it a tf.Variable, and cast that"
        )
    try:
        Consumers(module).check(read)
    except NeedsValueError as error:
        raise NoVariableError(f"it is read in the graph, where {error}") from error


def _is_same_object(module: Module, counter: Counter, read: ast.Attribute) -> bool:
    assert isinstance(counter.target, ast.Attribute)
    owner = module.self_class(counter.target.value)
    return owner is not None and module.instance_class(read.value) is owner


def _declarations(module: Module, counter: Counter) -> Iterator[Edit]:
    """A variable is not assigned to: ``global n`` is no longer needed."""
    if not isinstance(counter.target, ast.Name):
        return
    declarations: list[ast.Global | ast.Nonlocal] = [*module.nodes(ast.Global), *module.nodes(ast.Nonlocal)]
    for statement in declarations:
        if counter.target.id not in statement.names:
            continue
        left = ", ".join(name for name in statement.names if name != counter.target.id)
        keyword = "global" if isinstance(statement, ast.Global) else "nonlocal"
        yield ReplaceStatement(statement, f"{keyword} {left}") if left else Remove(statement)
