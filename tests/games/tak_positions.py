"""Random positions of Tak that look like games, and the ways to turn and to recolour them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.games.tak import GAME
from plyground.games.tak.position import TakPosition


def lively(size: int, count: int, seed: int, **options: Any) -> list[TakPosition]:
    """Unfinished positions of games with many placements at first and many stack moves later on."""
    rng, found = random.Random(seed), list[TakPosition]()
    while len(found) < count:
        position = GAME.initial({"size": size, **options})
        chance = rng.random()
        while moves := GAME.legal_moves(position):
            found.append(position)
            spreads = [move for move in moves if move >= 256]
            placed = [move for move in moves if move < 256 and (move < 64 or rng.random() < 0.2)]
            chosen = spreads if spreads and rng.random() < chance else placed
            position = GAME.play(position, rng.choice(chosen or moves))
    rng.shuffle(found)
    return found[:count]


def recoloured(position: TakPosition) -> TakPosition:
    """The same position with the colours exchanged and the other side to move; its komi must be 0."""
    squares = position.size * position.size
    buried = position.buried.copy()
    for square in range(squares):
        parts = buried[square::squares]
        word = sum(int(part) << 64 * place for place, part in enumerate(parts))
        word ^= (1 << word.bit_length() - 1) - 1
        parts[:] = [word >> 64 * place & 2**64 - 1 for place in range(len(parts))]
    return position._replace(
        white=position.black,
        black=position.white,
        buried=buried,
        white_stones=position.black_stones,
        white_caps=position.black_caps,
        black_stones=position.white_stones,
        black_caps=position.white_caps,
        ply=position.ply ^ 1,
    )


def _moved(word: np.uint64, place: Callable[[int], int]) -> np.uint64:
    return np.uint64(sum(1 << place(square) for square in range(64) if int(word) >> square & 1))


def symmetric(position: TakPosition, turn: int) -> TakPosition:
    """The position on the board turned and mirrored in one of eight ways (0 leaves it)."""
    last = position.size - 1

    def place(square: int) -> int:
        file, rank = divmod(square, position.size)
        if turn & 1:
            file = last - file
        if turn & 2:
            rank = last - rank
        if turn & 4:
            file, rank = rank, file
        return file * position.size + rank

    squares = position.size * position.size
    buried = position.buried.copy()
    for begin in range(0, len(buried), squares):
        for square in range(squares):
            buried[begin + place(square)] = position.buried[begin + square]
    return position._replace(
        buried=buried,
        white=_moved(position.white, place),
        black=_moved(position.black, place),
        walls=_moved(position.walls, place),
        caps=_moved(position.caps, place),
        tall=_moved(position.tall, place),
    )
