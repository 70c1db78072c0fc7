"""A position of Lambda Punter: the map as arrays, shared by all positions on it, and what has happened there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core import kernels

MOST_PUNTERS = 17
Array = NDArray[Any]


class Board(NamedTuple):
    """A map for the kernels: sites, rivers and mines by index.

    ``key`` stands for the map's content. ``ends`` holds the two sites of each river; ``links`` from ``starts[s]`` up to
    ``starts[s + 1]`` are the pairs (neighbour, river) of site ``s``; ``mines`` the site of each mine, ``mine_at`` the
    mine of each site or -1; ``reach[m, s]`` the shortest distance on the whole map from mine ``m`` to site ``s``, -1
    without a way; ``twins`` the river before this one between the same sites, or -1.
    """

    key: int
    ends: Array
    starts: Array
    links: Array
    mines: Array
    mine_at: Array
    reach: Array
    twins: Array


class Position(NamedTuple):
    """A game on a board.

    ``claimed`` holds for each river the turn in which it was claimed, -1 while it is free, ``shared`` the turn in which
    somebody took an option on it, or -1. Turns are counted from 0 without the bets, so that the turn tells the punter.
    ``bets[p, m]`` is the target site of punter ``p`` for mine ``m``, or -1. ``tally`` holds per punter the columns
    ``SCORE``, ``TAKEN`` (rivers, options among them) and ``USED`` (options). ``pays[p, m]`` is what a mine pays a
    punter, without bets. ``ply`` counts bets and turns; ``settings`` is packed by ``pack``.
    """

    board: Board
    claimed: Array
    shared: Array
    bets: Array
    tally: Array
    pays: Array
    ply: int
    settings: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return _plain(self) == _plain(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(_plain(self))


SCORE, TAKEN, USED = range(3)

FUTURES, SPLURGES, OPTIONS, CLAIMS_ONLY = (1 << bit for bit in (5, 6, 7, 8))
"""Flags in ``settings``. ``CLAIMS_ONLY`` leaves passes and options out of the legal moves, for counting."""


def pack(punters: int, futures: bool, splurges: bool, options: bool) -> int:
    """The settings as one number."""
    return punters | FUTURES * futures | SPLURGES * splurges | OPTIONS * options


def start(board: Board, settings: int) -> Position:
    """The position before the first move."""
    punters, rivers, mines = settings & 31, len(board.ends), len(board.mines)
    free = np.full(rivers, -1, dtype=np.int16)
    return Position(
        board,
        free,
        free.copy(),
        np.full((punters, mines), -1, dtype=np.int32),
        np.zeros((punters, 3), dtype=np.int64),
        np.zeros((punters, mines), dtype=np.int64),
        0,
        settings,
    )


def _plain(position: Position) -> tuple[Any, ...]:
    """What tells positions apart; scores and payments follow from it."""
    arrays = (position.claimed, position.shared, position.bets)
    return (position.board.key, position.ply, position.settings, *(array.tobytes() for array in arrays))


@kernels.jitable
def punters(position: Any) -> Any:
    """How many punters there are."""
    return position.settings & 31


@kernels.jitable
def turn(position: Any) -> Any:
    """The moves made, bets not counted: negative while bets are laid."""
    return position.ply - (position.settings & 31) if position.settings & FUTURES else position.ply


@kernels.jitable
def is_over(position: Any) -> Any:
    """Whether as many moves were made as there are rivers."""
    return turn(position) >= len(position.claimed)


@kernels.jitable
def owner(turn_of: Any, count: Any) -> Any:
    """The punter who moved in this turn of ``count`` punters; -1 for -1."""
    return turn_of % count if turn_of >= 0 else -1


def credits_of(position: Position, punter: int) -> int:
    """Credits earned and not spent: one for each turn behind, less one for each river."""
    return turns_of(position, punter) - int(position.tally[punter, TAKEN])


def turns_of(position: Position, punter: int) -> int:
    """How many turns a punter has had, bets not counted."""
    gone, count = max(0, int(turn(position))), int(punters(position))
    return gone // count + (punter < gone % count)


def options_left(position: Position, punter: int) -> int:
    """How many options a punter may still use; none where they are not played."""
    if not position.settings & OPTIONS:
        return 0
    return len(position.board.mines) - int(position.tally[punter, USED])
