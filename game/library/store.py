"""A library that was imported: the games in which a position came up, what was played there, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core import records, registry
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.library.trail import key_of, salt_of

VERSION = 1
NOBODY_KNOWS = 3
"""What stands for the winner of a game whose result is not known."""
COLUMNS = ("seat0", "seat1", "event", "date", "result", "setup")


class NoLibrary(Refusal, status=404):
    """No games of this kind were imported."""


def kept_at(folder: Path, game: str) -> Path:
    """Where the library of a game lies."""
    return folder / game


def check_of(game: Game[Any, Any]) -> str:
    """A key by which a library shows that the rules and keys are still those that it was made with."""
    position = game.initial()
    for _ply in range(3):
        position = game.play(position, game.legal_moves(position)[0])
    return str(key_of(position, salt_of(game.options())))


@dataclass(frozen=True)
class Count:
    """Games with what came of them: the first seat's wins, draws, the second seat's."""

    games: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Found:
    """A position's games in all, each next move (the first of those that are one by symmetry) with its own, and the
    numbers of some games with the ply at which they come to the position."""

    count: Count
    moves: tuple[tuple[str, Count], ...]
    games: tuple[tuple[int, int], ...]


class Library:
    """A library, mapped from its folder; raises ``NoLibrary``."""

    def __init__(self, folder: Path, game: Game[Any, Any]) -> None:
        self.game = game
        place = kept_at(folder, game.spec.id)
        try:
            about = json.loads((place / "about.json").read_text(encoding="utf-8"))
            names = ("moves", "lengths", "low", "high", "order", "winner", *COLUMNS)
            self._of = {name: np.load(place / f"{name}.npy", mmap_mode="r") for name in names}
        except (OSError, ValueError):
            raise NoLibrary(_("No games of {title} were imported here yet.", title=game.spec.title)) from None
        if about["version"] != VERSION or about["check"] != check_of(game):
            raise NoLibrary(
                _("The library of {title} was made by another version; import its files again.", title=game.spec.title)
            )
        self._texts, self._setups = about["texts"], about["setups"]
        lengths = self._of["lengths"].astype(np.int64)
        self._begins = np.concatenate([[0], np.cumsum(lengths + 1)])
        """Of each game, where its positions begin; its moves begin as many places before as games stand before it."""

    def __len__(self) -> int:
        return len(self._of["lengths"])

    def find(self, position: Any, options: Mapping[str, object] | None = None, most: int = 20) -> Found:
        """The games with these options in which this position came up, in any of its symmetric forms."""
        salt = salt_of(self.game.options(options))
        places = self._places(key_of(position, salt))
        games = np.searchsorted(self._begins, places, side="right") - 1
        plies = places - self._begins[games]
        going_on = plies < self._of["lengths"][games]
        moves = self._moves(position, salt, places[going_on] + 1, games[going_on])
        first = np.flatnonzero(_new(games))
        listed = tuple((int(games[at]), int(plies[at])) for at in first[:most])
        return Found(self._count(games[first]), moves, listed)

    def _places(self, key: int) -> Any:
        """The numbers of the positions with this key."""
        order = self._of["order"]
        first = self._before(key, len(order), False)
        last = self._before(key, len(order), True)
        return order[first:last].astype(np.int64)

    def _before(self, key: int, size: int, through: bool) -> int:
        """How many keys are less than this one, or with ``through`` at most this one."""
        order, low, high = self._of["order"], self._of["low"], self._of["high"]
        least, most = 0, size
        while least < most:
            middle = (least + most) // 2
            place = order[middle]
            found = int(high[place]) << 32 | int(low[place])
            if found < key or (through and found == key):
                least = middle + 1
            else:
                most = middle
        return least

    def _moves(self, position: Any, salt: int, places: Any, games: Any) -> tuple[tuple[str, Count], ...]:
        keys = self._of["high"][places].astype(np.uint64) << np.uint64(32) | self._of["low"][places]
        named: dict[int, str] = {}
        if len(places):
            for move in self.game.legal_moves(position):
                key = key_of(self.game.play(position, move), salt)
                named.setdefault(key, self.game.move_text(position, move))
        found = []
        for key, text in named.items():
            with_it = games[keys == np.uint64(key)]
            if len(with_it):
                found.append((text, self._count(with_it[_new(with_it)])))
        return tuple(sorted(found, key=lambda each: (-each[1].games, each[0])))

    def _count(self, games: Any) -> Count:
        winners = self._of["winner"][games]
        won, drawn, lost = (int(np.count_nonzero(winners == who)) for who in (0, -1, 1))
        return Count(len(games), won, drawn, lost)

    def record(self, number: int) -> Record:
        """A game, by its number from 0."""
        options, start = json.loads(self._setups[int(self._of["setup"][number])])
        position = self.game.parse_position(start, options) if start else self.game.initial(options)
        begin = int(self._begins[number]) - number
        texts = []
        for move in self._of["moves"][begin : begin + int(self._of["lengths"][number])]:
            texts.append(self.game.move_text(position, int(move)))
            position = self.game.play(position, int(move))
        tags = {name: self._texts[int(self._of[name][number])] for name in COLUMNS if name != "setup"}
        named = {self.game.spec.tags.get(name, name): value for name, value in tags.items() if value}
        return Record(options, start, tuple(texts), named)


def _new(ascending: Any) -> Any:
    """Whether each number is another than the one before."""
    return np.concatenate([[True], ascending[1:] != ascending[:-1]])[: len(ascending)]


def open_library(folder: Path, game_id: str) -> Library:
    """The library of a game; raises ``NoLibrary`` or ``UnknownGame``."""
    return Library(folder, registry.game(game_id))


def summary(library: Library, found: Found) -> dict[str, Any]:
    """What was found, as plain JSON: ``game``, ``count``, ``moves`` and ``games``, each with its ``number`` from 1, the
    ``ply`` at which it comes to the position, what it says of itself (``about``) and its ``moves``."""
    listed = [(number, ply, library.record(number)) for number, ply in found.games]
    return {
        "game": library.game.spec.id,
        "count": vars(found.count),
        "moves": [{"move": move, **vars(count)} for move, count in found.moves],
        "games": [
            {"number": number + 1, "ply": ply, "about": records.about(library.game, record), "moves": record.moves}
            for number, ply, record in listed
        ],
    }
