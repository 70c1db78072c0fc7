"""Makes a library of the games of many files; what cannot be read is told and left out."""

from __future__ import annotations

import json
import shutil
from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core import collection, following, kernels, records
from plyground.core.errors import MalformedRecord, Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.library.store import COLUMNS, NOBODY_KNOWS, VERSION, check_of, kept_at
from plyground.library.trail import salt_of, trail

_MOST_POSITIONS = 2**32 - 1
Tell = Callable[[str], None]


@dataclass
class Importing:
    """The games read so far, column by column."""

    game: Game[Any, Any]
    tell: Tell = lambda sentence: None
    left_out: int = 0
    _moves: array[int] = field(default_factory=lambda: array("i"))
    _keys: list[Any] = field(default_factory=list)
    _lengths: array[int] = field(default_factory=lambda: array("I"))
    _winners: array[int] = field(default_factory=lambda: array("b"))
    _columns: dict[str, array[int]] = field(default_factory=lambda: {name: array("I") for name in COLUMNS})
    _texts: dict[str, int] = field(default_factory=lambda: {"": 0})
    _setups: dict[str, int] = field(default_factory=dict)
    _starts: dict[str, tuple[Any, dict[str, int], int]] = field(default_factory=dict)
    _positions: int = 0

    def __len__(self) -> int:
        return len(self._lengths)

    def add_file(self, name: str, content: bytes) -> None:
        """Take all games of a file; raises ``MalformedRecord`` where it is none of this game's."""
        for entry in collection.read(self.game, content):
            try:
                if entry.record is None:
                    raise MalformedRecord(entry.problem)
                self.add(entry.record)
            except Refusal as error:
                self.left_out += 1
                said = (
                    error.sentence
                    if entry.record is None
                    else _("Game {number}: {sentence}", number=entry.number, sentence=error.sentence)
                )
                self.tell(f"{name}: {said}")

    def add(self, record: Record) -> None:
        """Take one game; raises the refusal of a move that is not legal."""
        setup = json.dumps([dict(self.game.options(record.options)), record.start], sort_keys=True)
        start, known, salt = self._start(setup, record)
        moves = self._numbers(start, known, record)
        if self._positions + len(moves) >= _MOST_POSITIONS:
            raise MalformedRecord(_("The library is full."))
        keys, outcome = trail(start, moves, salt)
        about = records.about(self.game, record)
        winner = records.winner(about.get("result", ""))
        if winner is None:
            winner = {kernels.WIN: 0, kernels.LOSS: 1, kernels.DRAW: -1}.get(outcome, NOBODY_KNOWS)
        self._moves.extend(moves)
        self._keys.append(keys)
        self._lengths.append(len(moves))
        self._winners.append(winner)
        self._positions += len(keys)
        for name, column in self._columns.items():
            column.append(
                self._number(self._setups, setup)
                if name == "setup"
                else self._number(self._texts, about.get(name, "")[:200])
            )

    @staticmethod
    def _number(table: dict[str, int], text: str) -> int:
        return table.setdefault(text, len(table))

    def _start(self, setup: str, record: Record) -> tuple[Any, dict[str, int], int]:
        if setup not in self._starts:
            options = self.game.options(record.options)
            start = self.game.parse_position(record.start, options) if record.start else self.game.initial(options)
            if len(self._starts) > 1000:  # puzzles: each from a position of its own
                self._starts.clear()
            self._starts[setup] = (start, {}, salt_of(options))
        return self._starts[setup]

    def _numbers(self, start: Any, known: dict[str, int], record: Record) -> list[int]:
        """The moves as the rules' integers, each legal; raises the refusal of the first that is not."""
        numbers = []
        for text in record.moves:
            if text not in known:
                move = self.game.parse_move(start, text)
                if not isinstance(move, int):
                    raise MalformedRecord(_("Games of {title} are not kept in libraries.", title=self.game.spec.title))
                known[text] = int(move)
            numbers.append(known[text])
        made, done = following.follow(start, numbers, self.game.spec.most_moves)
        if done < len(numbers):
            self.game.replay(start, record.moves)  # says why not
        return made

    def write(self, folder: Path) -> None:
        """Put the library in place of the one that is there; raises ``MalformedRecord`` where there are no games."""
        if not self._lengths:
            raise MalformedRecord(_("There are no games to keep."))
        target = kept_at(folder, self.game.spec.id)
        made = target.with_name(f"{target.name}.new")
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        keys = np.concatenate(self._keys)
        moves = np.frombuffer(self._moves, dtype=np.int32) if self._moves else np.zeros(0, np.int32)
        small = moves.size == 0 or (moves.min() >= 0 and moves.max() < 256)
        self._save(
            made,
            {
                "moves": moves.astype(np.uint8) if small else moves,
                "lengths": np.frombuffer(self._lengths, dtype=np.uint32).astype(
                    np.uint16 if max(self._lengths) < 65536 else np.uint32
                ),
                "low": (keys & np.uint64(0xFFFF_FFFF)).astype(np.uint32),
                "high": (keys >> np.uint64(32)).astype(np.uint8),
                "order": np.argsort(keys, kind="stable").astype(np.uint32),
                "winner": np.frombuffer(self._winners, dtype=np.int8),
                **{name: np.frombuffer(column, dtype=np.uint32) for name, column in self._columns.items()},
            },
        )
        about = {
            "version": VERSION,
            "game": self.game.spec.id,
            "games": len(self._lengths),
            "check": check_of(self.game),
            "texts": list(self._texts),
            "setups": list(self._setups),
        }
        (made / "about.json").write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")
        old = target.with_name(f"{target.name}.old")
        shutil.rmtree(old, ignore_errors=True)
        if target.exists():
            target.rename(old)
        made.rename(target)
        shutil.rmtree(old, ignore_errors=True)

    @staticmethod
    def _save(folder: Path, arrays: Mapping[str, Any]) -> None:
        for name, values in arrays.items():
            np.save(folder / f"{name}.npy", values)


def holds_names(game: Game[Any, Any], path: Path) -> bool:
    """Whether a file holds the names for others, and no games."""
    return path.name.lower().endswith(game.spec.name_files)


def import_files(game: Game[Any, Any], paths: Iterable[Path], folder: Path, tell: Tell) -> Importing:
    """Make the library of a game from these files; those that hold names come before the games that they name."""
    importing, names = Importing(game, tell), b""
    for path in paths:
        content = path.read_bytes()
        if holds_names(game, path):
            names += content
            continue
        try:
            importing.add_file(path.name, names + content)
        except Refusal as error:
            importing.left_out += 1
            tell(f"{path.name}: {error.sentence}")
    importing.write(folder)
    return importing
