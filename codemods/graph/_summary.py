"""The edit that makes the print of named scalars into ``tf.summary.scalar``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.codemod import Applicability, Fix
from tffix.rewriting.edits import ReplaceStatement
from tffix.semantics.kinds_table import Kind
from tffix.semantics.reductions import reduction_of
from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import positional_parameters

from ._code import Code
from ._format import Text
from ._printing import NotPrintableError
from ._values import Argument, Printed, Role, flatten

if TYPE_CHECKING:
    from tffix.semantics.module import Module
    from tffix.semantics.scopes import Binding, Scope

_STEP_NAMES = ("global_step", "step", "iteration", "iterations", "train_step")
_REDUCTIONS = frozenset(f"tensorflow.reduce_{name}" for name in ("mean", "sum", "max", "min", "prod"))
_SCALARS = _REDUCTIONS | {"tensorflow.nn.compute_average_loss", "tensorflow.math.add_n"}
_LABEL = re.compile(r"([A-Za-z_][\w./ -]*?)\s*[:=]*\s*$")


@dataclass(frozen=True)
class Scalar:
    """A scalar and the name it is printed under."""

    name: str
    value: Printed


def named_scalars(module: Module, call: ast.Call, arguments: Sequence[Argument]) -> list[Scalar] | None:
    """The scalars that the print ``call`` names; ``None`` when it prints something else too.

    Only a print that is a statement is looked at.
    """
    if not isinstance(module.parent(call), ast.Expr) or call.keywords:
        return None
    scalars: list[Scalar] = []
    label = ""
    for piece in flatten(arguments, " "):
        if isinstance(piece, Text):
            label += piece.text
            continue
        name = _name(label, piece)
        if name is None or piece.role is not Role.TENSOR or not is_scalar(module, piece):
            return None
        scalars.append(Scalar(name, piece))
        label = ""
    return scalars


def _name(label: str, piece: Printed) -> str | None:
    if not label.strip():
        return piece.node.id if isinstance(piece.node, ast.Name) else None
    found = _LABEL.search(label)
    return found[1].replace(" ", "_") if found else None


def is_scalar(module: Module, piece: Printed) -> bool:
    """Whether the value certainly has no axes: Python formats only such tensors as numbers."""
    return piece.number is not None or _is_scalar(module, piece.node, depth=8)


def _is_scalar(module: Module, node: ast.expr, depth: int) -> bool:
    node = module.value(node)
    if depth == 0:
        return False
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float))
    if isinstance(node, ast.BinOp):
        return _is_scalar(module, node.left, depth - 1) and _is_scalar(module, node.right, depth - 1)
    if isinstance(node, ast.Attribute):
        return node.attr in ("learning_rate", "iterations") and module.kind(node.value) is Kind.OPTIMIZER
    if not isinstance(node, ast.Call):
        return False
    name = module.qualified(node.func) or ""
    if name in _SCALARS:
        return len(node.args) == 1 and not node.keywords
    if name in ("tensorflow.cast", "tensorflow.Variable", "tensorflow.constant", "builtins.float") and node.args:
        return _is_scalar(module, node.args[0], depth - 1)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "result":
        return module.kind(node.func.value) is Kind.METRIC
    return module.kind(node.func) is Kind.LOSS and _reduces(module, node.func)


def _reduces(module: Module, loss: ast.expr) -> bool:
    made = module.value(loss)
    if not isinstance(made, ast.Call) or any(keyword.arg is None for keyword in made.keywords):
        return False
    return reduction_of(module.keras_path(made.func), made) is None


def summary_fix(module: Module, call: ast.Call, scalars: Sequence[Scalar]) -> Fix:
    """The fix that records ``scalars`` instead of printing them.

    Raises:
        NotPrintableError: something is missing for it.
        NameTakenError: a name it needs is taken.
    """
    if not module.calls("create_file_writer"):
        raise NotPrintableError(
            "this file makes no summary writer, without which tf.summary.scalar records nothing; "
            "make one with tf.summary.create_file_writer and enter it around the training"
        )
    code = Code(module, call)
    printed = [scalar for scalar in scalars if scalar.name in _STEP_NAMES]
    step = _cast(code, code.value(printed[0].value.node)) if printed else _step(module, call, code)
    function = code.name("tensorflow.summary.scalar")
    recorded = [scalar for scalar in scalars if scalar not in printed]
    if not recorded:
        raise NotPrintableError("it prints the step alone, which is no quantity to record; remove it")
    lines = [
        code.call(function, [code.literal(scalar.name), code.value(scalar.value.node), f"step={step}"])
        for scalar in recorded
    ]
    edit = ReplaceStatement(module.statement(call), "\n".join(lines), code.parts)
    return Fix((edit,), code.needed_imports, Applicability.UNSAFE)


def _step(module: Module, call: ast.Call, code: Code) -> str:
    for name, bindings in _visible(module, call):
        kinds = {module.kinds.of_binding(binding) for binding in bindings}
        if name in _STEP_NAMES and kinds <= {Kind.TENSOR, Kind.VARIABLE}:
            return _cast(code, name)
    optimizers = list(dict.fromkeys(_optimizers(module, call)))
    if len(optimizers) == 1:
        return f"{optimizers[0]}.iterations"
    if optimizers:
        raise NotPrintableError(
            f"a step is needed, and {' and '.join(f'`{name}`' for name in optimizers)} each count their own; "
            "give the function a `step` tensor"
        )
    raise NotPrintableError(
        "tf.summary.scalar needs a step, and none is in reach; give the function a `step` tensor, or use the "
        "`iterations` of the optimizer (a Python number would be frozen at tracing)"
    )


def _cast(code: Code, step: str) -> str:
    """Summaries take the step as int64 only."""
    return f"{code.name('tensorflow.cast')}({step}, {code.name('tensorflow.int64')})"


def _visible(module: Module, call: ast.Call) -> Iterator[tuple[str, list[Binding]]]:
    """The names that can be read at ``call``, with what they are bound to."""
    scope: Scope | None = module.scopes.around(call)
    names: dict[str, None] = {}
    while scope is not None:
        names.update(dict.fromkeys(scope.bindings))
        scope = scope.parent
    for name in names:
        owner = module.scopes.owner(name, module.scopes.around(call))
        if owner is not None:
            yield name, owner.all(name)


def _optimizers(module: Module, call: ast.Call) -> Iterator[str]:
    for name, bindings in _visible(module, call):
        if all(module.kinds.of_binding(binding) is Kind.OPTIMIZER for binding in bindings):
            yield name
        parameter = bindings[0].node
        if len(bindings) != 1 or bindings[0].kind is not BindingKind.PARAMETER or not isinstance(parameter, ast.arg):
            continue
        owner = _class_of_self(module, parameter)
        if owner is not None:
            yield from (f"{name}.{attribute}" for attribute in _optimizer_attributes(module, owner))


def _class_of_self(module: Module, parameter: ast.arg) -> ast.ClassDef | None:
    function = module.tree.function_of(parameter)
    owner = module.parent(function)
    is_first = isinstance(function, ast.FunctionDef) and positional_parameters(function)[:1] == [parameter]
    return owner if isinstance(owner, ast.ClassDef) and is_first else None


def _optimizer_attributes(module: Module, owner: ast.ClassDef) -> Iterator[str]:
    names = {node.attr for node in module.nodes(ast.Attribute) if module.contains(owner, node)}
    for name in sorted(names):
        bindings = module.attribute_bindings(owner, name)
        if bindings and all(module.kinds.of_binding(binding) is Kind.OPTIMIZER for binding in bindings):
            yield name
    if module.class_kind(owner) is Kind.MODEL and not module.attribute_bindings(owner, "optimizer"):
        # What compile() was given.
        yield "optimizer"
