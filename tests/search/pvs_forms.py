"""Tells how many forms of the fast search are compiled for a game that leaves all to the defaults, and of what types.

The numbers that the defaults answer, as for a game without ProbCut, are literal ones. Which forms there are is settled
by the types alone, so nothing is compiled further: what this process would have to run is not there, and nothing is
kept.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import typeof, types
from numba.core.compiler import _LowerResult
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.typed_passes import BaseNativeLowering

from plyground.core import kernels
from plyground.core.bot import Limits
from plyground.core.cache import Entries
from plyground.search.pvs import contract, roots
from plyground.search.pvs import kernel as pvs
from plyground.search.pvs.search import EXACT, search
from tests.search.pvs_toys import EMPTY
from tests.search.toys import WonCells


class Heap(NamedTuple):
    """Nothing but a heap and who moves: the fast search is told no more of it than the rules and an evaluation."""

    left: int
    mover: int


@kernels.implements(kernels.to_move, Heap)
def _to_move(position: Heap) -> int:
    return position.mover


@kernels.implements(kernels.legal_moves, Heap)
def _legal_moves(position: Heap, moves: Any) -> int:
    for taken in range(min(position.left, 3)):
        moves[taken] = taken + 1
    return min(position.left, 3)


@kernels.implements(kernels.count_moves, Heap)
def _count_moves(position: Heap) -> int:
    return min(position.left, 3)


@kernels.implements(kernels.play, Heap)
def _play(position: Heap, move: int) -> Heap:
    return Heap(position.left - move, 1 - position.mover)


@kernels.implements(kernels.outcome, Heap)
def _outcome(position: Heap, seat: int) -> int:
    if position.left > 0:
        return kernels.ONGOING
    return kernels.LOSS if seat == position.mover else kernels.WIN


@kernels.implements(kernels.margin, Heap)
def _margin(position: Heap, seat: int) -> int:
    return _outcome(position, seat)


@kernels.implements(kernels.evaluate, Heap)
def _evaluate(position: Heap, seat: int, unit: int) -> float:
    return 0.0


class TakeSome(WonCells):
    """One to three are taken; who takes the last one wins."""

    def seats_at(self, position: Any) -> int:
        return 2


class Typed(Exception):
    """All types of the search are known."""


def _typed_alone(_lowering: Any, state: Any) -> bool:
    """In the place of Numba's step that makes machine code, which takes longest: nothing that could run."""
    made = PythonFunctionDescriptor.from_specialized_function(
        state.func_ir, state.typemap, state.return_type, state.calltypes, mangler=state.targetctx.mangler,
        inline=False, noalias=False, abi_tags=[],
    )  # fmt: skip
    state.library = state.targetctx.codegen().create_library(made.qualname)
    state["cr"] = _LowerResult(made, None, cfunc=len, env=None)
    return True


def _typed(*given: Any) -> int:
    ROOT.compile(tuple(map(typeof, given)))
    raise Typed


if __name__ == "__main__":
    assert not kernels.has(contract.probcut, Heap)
    toolchain: Any = BaseNativeLowering
    toolchain.run_pass = _typed_alone
    entries: Any = Entries
    entries.load_overload = entries.save_overload = lambda *_asked: None
    entered: Any = roots
    searched: Any = pvs.value
    ROOT = entered.search_root
    entered.search_root, entered.rated_root = _typed, entered.rated_root.py_func
    try:
        search(TakeSome(), Heap(6, 0), EMPTY, Limits(depth=3), settings=EXACT)
    except Typed:
        forms = [form for form in searched.signatures if kernels.position_class_of(form[0]) is Heap]
        print(f"{len(forms)} form{'s' * (len(forms) != 1)}")
        print("literals" if any(isinstance(each, types.Literal) for form in forms for each in form) else "no literals")
