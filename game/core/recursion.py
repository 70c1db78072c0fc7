"""What a recursive function gives back is found once, not at each of its calls of itself.

Numba finds it anew, by all of the function, at each place where it calls itself and each time it comes by, which for a
search that calls itself in five places takes longer than all the rest of its types. Here the first answer holds; where
it was another than in the end, all is done as Numba does it.
"""

from __future__ import annotations

from typing import Any

from numba.core.typeinfer import TypeInferer

_ask, _unify = TypeInferer.return_types_from_partial, TypeInferer.unify
_SAID, _ALWAYS = "_plyground_said", "_plyground_asks_always"


def _asked_once(self: Any) -> Any:
    said = getattr(self, _SAID, None)
    if said is None or hasattr(self, _ALWAYS):
        said = _ask(self)
        setattr(self, _SAID, said)
    return said


def _unified(self: Any, raise_errors: bool = True) -> Any:
    found = _unify(self, raise_errors)
    if getattr(self, _SAID, None) not in (None, found[1]):
        setattr(self, _ALWAYS, True)
        self.calltypes.clear()
        self.propagate(raise_errors)
        found = _unify(self, raise_errors)
    return found


def ask_once() -> None:
    """Let Numba find the types of recursive functions so in this process."""
    TypeInferer.return_types_from_partial, TypeInferer.unify = _asked_once, _unified
