"""What a recursive function gives back is found once, not at each of its calls of itself.

Numba finds it anew, by all of the function, at each place where it calls itself and each time it comes by, which for a
search that calls itself in five places takes longer than all the rest of its types. Here the first answer holds; where
it was another than in the end, all is done as Numba does it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from numba.core.errors import TypingError
from numba.core.typeinfer import TypeInferer

_ask, _propagate, _unify = TypeInferer.return_types_from_partial, TypeInferer.propagate, TypeInferer.unify
_SAID, _ALWAYS = "_plyground_said", "_plyground_asks_always"


def _asked_once(self: Any) -> Any:
    said = getattr(self, _SAID, None)
    if said is None or hasattr(self, _ALWAYS):
        said = _ask(self)
        setattr(self, _SAID, said)
    return said


def _may_be_wrong(self: Any) -> bool:
    """Whether an answer was remembered; from now on none is."""
    may = getattr(self, _SAID, None) is not None and not hasattr(self, _ALWAYS)
    if may:
        setattr(self, _ALWAYS, True)
    return may


def _propagated(self: Any, raise_errors: bool = True) -> Any:
    try:
        return _propagate(self, raise_errors)
    except TypingError:
        if not _may_be_wrong(self):
            raise
        return _propagate(self, raise_errors)


def _unified(self: Any, raise_errors: bool = True) -> Any:
    with suppress(TypingError):
        found = _unify(self, raise_errors)
        if getattr(self, _SAID, None) in (None, found[1]):
            return found
    if _may_be_wrong(self):
        _propagate(self, raise_errors)
    self.calltypes.clear()
    return _unify(self, raise_errors)


def ask_once() -> None:
    """Let Numba find the types of recursive functions so in this process."""
    TypeInferer.return_types_from_partial = _asked_once
    TypeInferer.propagate, TypeInferer.unify = _propagated, _unified
