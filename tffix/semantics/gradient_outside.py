"""Values from code that a tape does not record: whether they can carry a gradient all the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tffix.semantics.gradient_ways import Frame, Item, Way
from tffix.semantics.kinds_table import PLAIN_KINDS, Kind
from tffix.semantics.scopes import Binding, BindingKind, Path
from tffix.semantics.syntax import literal_element, single_target

if TYPE_CHECKING:
    from tffix.semantics.gradient_paths import Paths

"""What is no tensor and no variable."""
_PLACES = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Dict, ast.IfExp, ast.NamedExpr)
_COMPUTING = (Kind.LOSS, Kind.LAYER, Kind.MODEL)


class Outside:
    """What the code of ``frame`` reads that was bound before the block of the tape, or after it.

    Such a value carries a gradient if it is one of the sources, or if it is another name for something that the tape
    has recorded.
    """

    def __init__(self, paths: Paths, way: Way, frame: Frame) -> None:
        self._paths, self._way, self._frame = paths, way, frame
        self._module = paths.module

    def of(self, node: ast.Name, binding: Binding, path: Path) -> Iterator[Item]:
        """The names that lead on from ``node``, whose value is that of ``binding``; what ends here goes to the way."""
        kind = self._module.kinds.of_binding(binding)
        value = binding.value
        if not self._paths.is_before(binding, self._frame):
            self._way.unknown.append(node)
        elif kind in PLAIN_KINDS or kind is Kind.ARRAY:
            self._way.outside.append(node)
        elif value is not None and self._is_handed_on(binding, value):
            whole = (*binding.path, *path) if binding.kind is BindingKind.ASSIGN else ()
            yield from self.handed_on(value, whole)
        else:
            self._way.outside.append(node)
            self._weigh(node, binding, kind)

    def handed_on(self, value: ast.expr, path: Path) -> Iterator[Item]:
        """The names in a value that is no more than a place for others; what is computed there is not recorded."""
        if isinstance(value, (ast.Name, ast.Attribute)):
            yield (value, path, self._frame)
        elif isinstance(value, ast.Subscript):
            yield from self.handed_on(value.value, ())
        elif isinstance(value, ast.NamedExpr):
            yield from self.handed_on(value.value, path)
        elif isinstance(value, ast.IfExp):
            yield from self.handed_on(value.body, path)
            yield from self.handed_on(value.orelse, path)
        elif isinstance(value, (ast.Tuple, ast.List, ast.Dict)):
            element = literal_element(value, path[0]) if path else None
            elements = value.values if isinstance(value, ast.Dict) else value.elts
            for one in elements if element is None else [element]:
                yield from self.handed_on(one, path[1:])
        elif self._module.kind(value) not in PLAIN_KINDS:
            self._way.unknown.append(value)

    def _is_handed_on(self, binding: Binding, value: ast.expr) -> bool:
        """Whether a value only gets another name or place, which needs no tape."""
        if binding.kind is BindingKind.FOR:
            return self._module.kind(value) is not Kind.DATASET and not isinstance(value, ast.Call)
        return binding.kind is BindingKind.ASSIGN and isinstance(value, _PLACES)

    def _weigh(self, node: ast.Name, binding: Binding, kind: Kind) -> None:
        """Note what a value that was computed elsewhere may be."""
        if not self._paths.sources.complete or binding.kind is BindingKind.IMPORT or self._may_be_recorded(binding):
            self._way.unknown.append(node)
        elif kind is Kind.VARIABLE and not self._paths.sources.owners and self._has_one_name(binding):
            return
        elif kind is Kind.UNKNOWN and self._may_be_taken_for_data(binding):
            self._way.assumed.append(node)
        elif kind is not Kind.TENSOR:
            self._way.unknown.append(node)

    def _has_one_name(self, binding: Binding) -> bool:
        """Whether a variable is made where it is bound, under this name alone."""
        value = binding.value
        return isinstance(value, ast.Call) and single_target(self._module.parent(value)) is binding.node

    def _may_be_recorded(self, binding: Binding) -> bool:
        """Whether code after the block may get hold of what was recorded in it, by a call that is not understood."""
        if not self._paths.is_after(binding) or not isinstance(binding.value, ast.Call):
            return False
        function = binding.value.func
        root = (self._module.qualified(function) or "").partition(".")[0]
        return root not in ("tensorflow", "keras") and self._module.kind(function) not in _COMPUTING

    def _may_be_taken_for_data(self, binding: Binding) -> bool:
        """Whether a value of unknown kind is a parameter, an element of a batch or the result of a call."""
        if binding.kind is BindingKind.FOR:
            return not self._is_inside(binding.value)
        if isinstance(binding.node, ast.arg):
            given = [] if self._is_lambda(binding.node) else self._module.parameters.arguments_here(binding.node)
            return not any(isinstance(value, (ast.Attribute, ast.Subscript)) for value in given)
        called = binding.value.func if isinstance(binding.value, ast.Call) else None
        return binding.kind is BindingKind.ASSIGN and called is not None and self._module.definition(called) is None

    def _is_lambda(self, parameter: ast.arg) -> bool:
        return isinstance(self._module.tree.function_of(parameter), ast.Lambda)

    def _is_inside(self, iterable: ast.expr | None) -> bool:
        statements = self._paths.tape.statement.body
        return iterable is None or any(self._module.contains(statement, iterable) for statement in statements)
