"""What rules name of Numba: nothing is compiled here."""

from __future__ import annotations

from typing import Any


def overload(function: Any) -> Any:
    """No function is offered to compiled code."""
    return lambda implementation: implementation


def intrinsic(function: Any) -> Any:
    return function


def njit(*functions: Any, **settings: Any) -> Any:
    return functions[0] if functions else lambda function: function
