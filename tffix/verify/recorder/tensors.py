"""Handing values out of running TensorFlow code, whether it runs eagerly or in a graph."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class InXla(Exception):
    """XLA compiles the code that is traced: no value can be handed out."""


def as_original(wrapper: Any, original: Any) -> Any:
    """``wrapper`` with the name of ``original``; AutoGraph leaves it alone, as it does TensorFlow's own code."""
    functools.update_wrapper(wrapper, original)
    wrapper.autograph_info__ = {}
    return wrapper


def hand_out(receive: Callable[[list[Any]], None], values: Sequence[Any]) -> None:
    """Call ``receive`` with ``values``: now if the code runs eagerly, else whenever the graph is run.

    Raises:
        InXla: XLA would have to compile the call.
    """
    tf = sys.modules["tensorflow"]
    if tf.executing_eagerly():
        receive(list(values))
        return
    if _in_xla():
        raise InXla

    def call(*arrays: Any) -> list[Any]:
        receive(list(arrays))
        return []

    # A stateful op: automatic control dependencies run it, in the order of the program.
    tf.numpy_function(tf.autograph.experimental.do_not_convert(call), list(values), Tout=[])


def dense(value: Any) -> Any:
    """The tensor that stands for ``value``: of sparse gradients their values, as tf.linalg.global_norm has it."""
    return value.values if hasattr(value, "values") and hasattr(value, "indices") else value


def variable(value: Any) -> Any:
    """The TensorFlow variable behind a Keras 3 variable, or ``value`` itself."""
    return value._value if type(value).__module__.startswith("keras.") and hasattr(value, "_value") else value


def is_variable(value: Any) -> bool:
    """Whether ``value`` is a variable, also one that a strategy spreads over devices."""
    return isinstance(value, sys.modules["tensorflow"].Variable)


def read(value: Any) -> Any:
    """The value of a variable; in a replica that replica's own."""
    return value.read_value()


def replica() -> int:
    """The number of the replica in which this code runs; 0 outside of any."""
    tf = sys.modules["tensorflow"]
    context = tf.distribute.get_replica_context()
    if context is None:
        return 0
    number = context.replica_id_in_sync_group
    if not isinstance(number, int):
        number = tf.get_static_value(number)
    return -1 if number is None else int(number)


def initial_values(variables: Sequence[Any]) -> list[Any] | None:
    """The values of variables before the code that is traced runs; ``None`` if they have none yet."""
    tf = sys.modules["tensorflow"]
    try:
        with tf.init_scope():
            copies = [_local(item) for item in variables]
            if not all(bool(copy.is_initialized()) for copy in copies):
                return None
            return [read(copy).numpy() for copy in copies]
    except Exception:
        # Nothing that the script can do with its variables may fail because they are looked at.
        return None


def _local(value: Any) -> Any:
    """The first copy of a variable that a strategy spreads over devices."""
    copies = getattr(value, "values", None)
    return copies[0] if isinstance(copies, tuple) and copies else value


def _in_xla() -> bool:
    from tensorflow.python.framework import ops
    from tensorflow.python.ops import control_flow_util

    return bool(control_flow_util.GraphOrParentsInXlaContext(ops.get_default_graph()))
