"""What a game tells the fast search beyond its rules: scores, keys, an order of moves, and what needs no search.

Everything has a default that holds for any game with an evaluation (``kernels.evaluate``); what a game implements for
its classes of position goes before it. All are kernels (see ``plyground.core.kernels``): only what Numba compiles, no
wrap-around except in ``uint64``.

Scores are integers for the seat to move. An estimate is in hundredths of the unit that the game's ``Strength`` names.
A won game is ``WIN`` less the plies until it is over, a lost one the negative of that; a draw is 0. ``weights`` is
the array that the game's ``Strength`` gives (trained tables, or empty), the same for every call of one search.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import generic
from plyground.search.pvs import derived

WIN = 1_000_000
"""The score of a game that is won now."""
SURE = 900_000
"""A score of at least this, or at most its negative, stands for a game that is won or lost for certain."""
UNKNOWN = -2_000_000
"""What ``known`` answers where the position must be searched."""


def _static(position: Any, weights: Any) -> int:
    return derived.estimate(position)  # type: ignore[no-any-return]


@generic(default=_static)
def static(position: Any, weights: Any) -> int:
    """An estimate of an unfinished position for the seat to move, in hundredths; well within ``-SURE`` to ``SURE``. By
    default a hundred times the evaluation in its first unit."""
    raise NotImplementedError


_EMPTY = np.uint64(0x2545_F491_4F6C_DD1D)


def _key(position: Any) -> Any:
    return derived.folded(position, _EMPTY)


@generic(default=_key)
def key(position: Any) -> Any:
    """A ``uint64`` that tells positions apart for the table of positions, whose turn it is included. By
    default all fields of the position, mixed."""
    raise NotImplementedError


def _final(position: Any) -> int:
    return WIN * kernels.outcome(position, kernels.to_move(position))


@generic(default=_final)
def final(position: Any) -> int:
    """The score of a finished position for the seat that would be to move: ``WIN``, 0 or ``-WIN`` unless a game whose
    ends count by how much they are won says otherwise (then in hundredths, within ``-SURE`` to ``SURE``)."""
    raise NotImplementedError


def _known(position: Any, weights: Any) -> int:
    return UNKNOWN


@generic(default=_known)
def known(position: Any, weights: Any) -> int:
    """The exact score of an unfinished position if it can be told without a search (a win in one, a table), else
    ``UNKNOWN``. For a win or loss in n plies it is ``WIN - n`` or ``n - WIN``. Not asked at the root."""
    raise NotImplementedError


def _candidates(position: Any, depth: int, moves: Any) -> int:
    return kernels.legal_moves(position, moves)


@generic(default=_candidates)
def candidates(position: Any, depth: int, moves: Any) -> int:
    """Write the moves worth searching with ``depth`` plies left into ``moves``; return how many, at least one.

    A subset of the legal moves; all of them at the root whatever this says. Where all candidates lose for certain, the
    legal moves are searched as well, so that a sure loss is one.
    """
    raise NotImplementedError


def _rate(position: Any, moves: Any, count: int, scores: Any, weights: Any) -> None:
    for index in range(count):
        scores[index] = derived.first_sight(position, moves[index])


@generic(default=_rate)
def rate(position: Any, moves: Any, count: int, scores: Any, weights: Any) -> None:
    """Write into ``scores`` (``int32``, each within ±1,000,000) how promising each of the ``count`` moves looks before
    it is searched; higher is tried first. The table's move comes before all; on top of the others' scores come 100,000
    for a killer and up to ±10,000 for history. Moves of 50,000 and more are never searched less deeply."""
    raise NotImplementedError


def _prior(position: Any, moves: Any, count: int, scores: Any, weights: Any) -> None:
    rate(position, moves, count, scores, weights)


@generic(default=_prior)
def prior(position: Any, moves: Any, count: int, scores: Any, weights: Any) -> None:
    """As ``rate``, for guided search, which looks at fewer positions and keeps no history of moves: an order that is
    learnt may take longer. By default the same."""
    raise NotImplementedError


def _forcing(position: Any, weights: Any, moves: Any) -> int:
    return 0


@generic(default=_forcing)
def forcing(position: Any, weights: Any, moves: Any) -> int:
    """At the horizon: write the moves that must be looked at before the position can be estimated; return how many.

    0 says that the position is quiet. A negative count says that ``static`` is no lower bound, since the mover has to
    answer a threat: all of the written moves must be searched, and any other move loses.
    """
    raise NotImplementedError


def _extension(position: Any, weights: Any) -> int:
    return 0


@generic(default=_extension)
def extension(position: Any, weights: Any) -> int:
    """1 if the mover must answer a threat here, so that the search looks one ply deeper, else 0. Asked at the horizon
    as well where the game has no ``forcing``. Moves that answer a threat are never searched less deeply."""
    raise NotImplementedError


def _reducible(position: Any, move: int) -> bool:
    return True


@generic(default=_reducible)
def reducible(position: Any, move: int) -> bool:
    """Whether a late move of this kind may be searched less deeply at first."""
    raise NotImplementedError


def _null_sound(position: Any, weights: Any) -> bool:
    return False


@generic(default=_null_sound)
def null_sound(position: Any, weights: Any) -> bool:
    """Whether in this unfinished position some move is surely at least as good as making none, so that a mover who
    would do well enough by ``null_move`` need not be searched in full. Not asked where a threat must be answered."""
    raise NotImplementedError


def _null_move(position: Any) -> Any:
    return position


@generic(default=_null_move)
def null_move(position: Any) -> Any:
    """The position with the other seat to move and all else as it is. Only asked where ``null_sound``."""
    raise NotImplementedError


def _probcut(position: Any, depth: int, trial: int, weights: Any) -> tuple[int, float, float, float]:
    return -1, 1.0, 0.0, 0.0


@generic(default=_probcut)
def probcut(position: Any, depth: int, trial: int, weights: Any) -> tuple[int, float, float, float]:
    """How a shallow search foretells one of ``depth`` plies: ``(shallow, slope, offset, error)``, floats but the first.

    The deep score is ``slope * score + offset``, give or take ``error`` (a standard deviation, in hundredths), where
    ``score`` is that of ``shallow`` plies. Asked for ``trial`` 0, 1, … in null windows until ``shallow`` is below 0:
    no (more) try. It must be so where ``depth`` reaches the end of the game, or no score could ever be exact. Buro,
    "Experiments with Multi-ProbCut" (1999), says how the figures are fitted.
    """
    raise NotImplementedError


def _swing(position: Any, depth: int, weights: Any) -> tuple[int, int]:
    return 0, 0


@generic(default=_swing)
def swing(position: Any, depth: int, weights: Any) -> tuple[int, int]:
    """By how many hundredths a search of ``depth`` plies hardly ever falls below the estimate, and rises above it,
    where no threat must be answered: where the estimate is further above a null window, or below it, it stands for the
    search (reverse futility pruning, razoring). 0 where that is not known or the search must be made. Asked with few
    plies left (``places.SWING_DEPTH``)."""
    raise NotImplementedError
