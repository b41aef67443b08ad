"""The terms of a loss that is computed on each replica: which of them are averaged over its share of the batch only."""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass, field

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.replicas import COUNT
from tffix.semantics.scopes import Binding, BindingKind, Path
from tffix.semantics.sources import sources, values
from tffix.semantics.syntax import literal_element

from ._dependence import Dependence
from ._loss_objects import LossObjects, Reduces

_MEANS = ("tensorflow.reduce_mean", "tensorflow.math.reduce_mean")
_SUMS = ("tensorflow.reduce_sum", "tensorflow.math.reduce_sum", "builtins.sum")
_REDUCE_SUMS = ("tensorflow.reduce_sum", "tensorflow.math.reduce_sum")
_CASTS = ("tensorflow.cast", "builtins.float", "tensorflow.convert_to_tensor")
_ADDS = ("tensorflow.add_n", "tensorflow.math.add_n")
_PLAIN = ("tensorflow.cast", "tensorflow.identity", "tensorflow.convert_to_tensor")
_SCALES = ("scale_loss", "get_scaled_loss")
_TRAINED = ("trainable_variables", "trainable_weights")
_KNOWN = ("tensorflow.", "keras.", "tf_keras.", "builtins.", "numpy.")


class Form(enum.Enum):
    """How a term of the loss relates to the replicas."""

    MEAN = "the mean over the share of one replica"
    OBJECT = "what a loss object makes of its share, when it reduces by itself"
    REGULARIZER = "the same on every replica"
    SCALED = "divided by the number of replicas"
    OTHER = "something else, or something unknown"


@dataclass(frozen=True)
class Term:
    """One term; ``node`` is the expression that makes it."""

    form: Form
    node: ast.expr


@dataclass
class Terms:
    """All terms of a loss, with the names it was followed through."""

    terms: list[Term] = field(default_factory=list)
    read: set[ast.expr] = field(default_factory=set)
    bindings: list[Binding] = field(default_factory=list)

    def of(self, *forms: Form) -> list[ast.expr]:
        """The expressions that make the terms of these forms."""
        return [term.node for term in self.terms if term.form in forms]


class Losses:
    """The losses of one file."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self.objects = LossObjects(module)
        self.dependence = Dependence(module)

    def terms(self, loss: ast.expr, *same: ast.expr) -> Terms:
        """The terms that ``loss`` is the sum of, each also when it is multiplied by a number that is written out.

        ``same`` are other places that read it to differentiate it.
        """
        found = Terms(read=set(same))
        self._follow(loss, (), found, set())
        return found

    # -- sums and names ------------------------------------------------------------------------------------------------

    def _follow(self, node: ast.expr, path: Path, found: Terms, seen: set[tuple[ast.AST, Path]]) -> None:
        if (node, path) in seen:
            return
        seen.add((node, path))
        if path:
            element = literal_element(node, path[0])
            if element is not None:
                self._follow(element, path[1:], found, seen)
                return
        inner = self._inner(node, path, found)
        if inner is None and _is_number(node):
            return
        if inner is None:
            form = Form.OTHER if path else self._form(node)
            found.terms.append(Term(form, node))
            return
        for value, where in inner:
            self._follow(value, where, found, seen)

    def _inner(self, node: ast.expr, path: Path, found: Terms) -> list[tuple[ast.expr, Path]] | None:
        """What ``node`` adds up or is another name for; ``None`` when it is a term by itself."""
        if isinstance(node, ast.BinOp) and not path:
            return self._operands(node)
        if isinstance(node, ast.UnaryOp) and not path:
            return [(node.operand, ())]
        if isinstance(node, ast.IfExp):
            return [(node.body, path), (node.orelse, path)]
        if isinstance(node, ast.Call):
            return self._called(node, path)
        bindings = self._module.origins(node)
        if not bindings:
            return None
        parts: list[tuple[ast.expr, Path]] = []
        for binding in bindings:
            given = self._bound(binding, path)
            if given is None:
                return None
            parts += given
        found.read.add(node)
        found.bindings += [binding for binding in bindings if binding not in found.bindings]
        for binding in bindings:
            if binding.kind is BindingKind.AUGMENTED and isinstance(binding.node, ast.expr):
                found.read.add(binding.node)
        return parts

    def _bound(self, binding: Binding, path: Path) -> list[tuple[ast.expr, Path]] | None:
        if binding.kind is BindingKind.ASSIGN and binding.value is not None:
            return [(binding.value, (*binding.path, *path))]
        holder = self._module.parent(binding.node)
        if isinstance(holder, ast.AugAssign) and isinstance(holder.target, ast.Name) and not path:
            if isinstance(holder.op, (ast.Add, ast.Sub)):
                return [*self._before(holder.target), (holder.value, ())]
            return self._scaled_by(holder.op, holder.value, self._before(holder.target))
        given = values(self._module, binding) if binding.kind is BindingKind.PARAMETER else []
        return [(value, path) for value in given] or None

    def _before(self, target: ast.Name) -> list[tuple[ast.expr, Path]]:
        """What a name holds before ``name += ...``."""
        found: list[tuple[ast.expr, Path]] = []
        for binding in self._module.bindings(target):
            given = None if binding.node is target else self._bound(binding, ())
            found += given or []
        return found

    def _operands(self, node: ast.BinOp) -> list[tuple[ast.expr, Path]] | None:
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return [(node.left, ()), (node.right, ())]
        if self._is_written_mean(node):
            return None
        scaled = self._scaled_by(node.op, node.right, [(node.left, ())])
        if scaled is None and isinstance(node.op, ast.Mult):
            scaled = self._scaled_by(node.op, node.left, [(node.right, ())])
        return scaled

    def _scaled_by(
        self, op: ast.operator, factor: ast.expr, of: list[tuple[ast.expr, Path]]
    ) -> list[tuple[ast.expr, Path]] | None:
        """``of`` when it is multiplied with, or divided by, a number that is written out."""
        return of if _is_number(self._module.value(factor)) and isinstance(op, (ast.Mult, ast.Div)) else None

    def _called(self, call: ast.Call, path: Path) -> list[tuple[ast.expr, Path]] | None:
        local = self._module.definition(call.func)
        if isinstance(local, ast.FunctionDef) and not local.decorator_list:
            return [(value, path) for value in self._module.returned(local)] or None
        if path or not call.args:
            return None
        qualified = self._module.qualified(call.func) or ""
        is_scale = isinstance(call.func, ast.Attribute) and call.func.attr in _SCALES
        if qualified in _PLAIN or is_scale:
            return [(call.args[0], ())]
        added = call.args[0]
        if qualified in (*_ADDS, *_SUMS) and isinstance(added, (ast.List, ast.Tuple)):
            return [(element, ()) for element in added.elts]
        return None

    # -- single terms --------------------------------------------------------------------------------------------------

    def _form(self, node: ast.expr) -> Form:
        if self.dependence.mentions_replicas(node):
            return Form.SCALED
        if isinstance(node, ast.BinOp) and self._is_written_mean(node):
            return Form.MEAN
        if not isinstance(node, ast.Call):
            return Form.OTHER
        reduces = self.objects.reduces(node)
        if reduces is Reduces.BY_ITSELF:
            return Form.SCALED if self._module.keras == 3 else Form.OBJECT
        if self._is_regularizer(node):
            return Form.REGULARIZER
        return Form.MEAN if self._is_mean(node) else Form.OTHER

    def _is_mean(self, call: ast.Call) -> bool:
        """Whether a call averages all that it is given, and that is nothing but losses of single examples."""
        module = self._module
        is_mean = module.qualified(call.func) in _MEANS or module.keras_path(call.func) in ("backend.mean", "ops.mean")
        if not is_mean or len(call.args) != 1 or any(keyword.arg != "name" for keyword in call.keywords):
            return False
        return self._is_of_examples(call.args[0])

    def _is_written_mean(self, node: ast.BinOp) -> bool:
        """Whether a sum of losses is divided by the size of the batch of one replica."""
        total, size = node.left, node.right
        if isinstance(node.op, ast.Mult) and isinstance(size, ast.BinOp) and isinstance(size.op, ast.Div):
            is_inverse = getattr(size.left, "value", None) == 1
            size = size.right if is_inverse else size
        elif not isinstance(node.op, ast.Div):
            return False
        is_sum = isinstance(total, ast.Call) and self._module.qualified(total.func) in _REDUCE_SUMS
        if not is_sum or not isinstance(total, ast.Call) or len(total.args) != 1 or total.keywords:
            return False
        return self._is_size_of_share(size) and self._is_of_examples(total.args[0])

    def _is_size_of_share(self, size: ast.expr) -> bool:
        """Whether ``size`` is that of a tensor of the replica, or a number multiplied by that of the replicas."""
        module = self._module
        size = module.value(size)
        if isinstance(size, ast.Call) and size.args and module.qualified(size.func) in _CASTS:
            return self._is_size_of_share(size.args[0])
        if isinstance(size, ast.Call):
            return module.qualified(size.func) == "tensorflow.size"
        if isinstance(size, ast.Subscript):
            shape = size.value
            is_shape = isinstance(shape, ast.Call) and module.qualified(shape.func) == "tensorflow.shape"
            return is_shape or (isinstance(shape, ast.Attribute) and shape.attr == "shape")
        return isinstance(size, ast.Constant) and self._is_share(size)

    def _is_share(self, size: ast.Constant) -> bool:
        """Whether the name that holds ``size`` is multiplied by the number of replicas for the global batch."""
        products = [self._module.parent(node) for node in self._module.attributes(COUNT)]
        sides = [side for one in products if isinstance(one, ast.BinOp) for side in (one.left, one.right)]
        factors = [parent for parent in products if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mult)]
        return bool(factors) and any(self._module.value(side) is size for side in sides)

    def _is_of_examples(self, averaged: ast.expr) -> bool:
        for node in self.dependence.behind(averaged):
            if not isinstance(node, ast.Call):
                continue
            reduces = self.objects.reduces(node)
            if reduces is Reduces.BY_ITSELF or reduces is Reduces.TO_SUM:
                return False
            if reduces is None and (self._module.kind(node.func) is Kind.LOSS or not self._is_known(node)):
                return False
        return True

    def _is_known(self, call: ast.Call) -> bool:
        """Whether nothing in a call can have to do with the number of replicas."""
        module = self._module
        if (module.qualified(call.func) or "").startswith(_KNOWN):
            return True
        if isinstance(module.definition(call.func), (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            return True
        return self.dependence.is_object(call.func) or (
            isinstance(call.func, ast.Attribute) and module.kind(call.func.value) in (Kind.TENSOR, Kind.MODEL)
        )

    def _is_regularizer(self, call: ast.Call) -> bool:
        """``tf.add_n(model.losses)`` and its like; also the sum of ``l2_loss`` of all weights."""
        if self._module.qualified(call.func) not in (*_ADDS, *_SUMS) or len(call.args) != 1 or call.keywords:
            return False
        given = sources(self._module, call.args[0])
        owners = [one.value for one in given if isinstance(one, ast.Attribute) and one.attr == "losses"]
        if owners:
            return len(owners) == len(given) and all(self.dependence.is_trained(owner) for owner in owners)
        added = self._module.value(call.args[0])
        if not isinstance(added, (ast.ListComp, ast.GeneratorExp)) or len(added.generators) != 1:
            return False
        over = added.generators[0].iter
        is_norm = isinstance(added.elt, ast.Call) and self._module.qualified(added.elt.func) == "tensorflow.nn.l2_loss"
        return is_norm and isinstance(over, ast.Attribute) and over.attr in _TRAINED


def _is_number(node: ast.expr) -> bool:
    """Whether an expression is made of literal numbers only."""
    if isinstance(node, ast.BinOp):
        return _is_number(node.left) and _is_number(node.right)
    return _is_number(node.operand) if isinstance(node, ast.UnaryOp) else isinstance(node, ast.Constant)
