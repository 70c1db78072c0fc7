"""A whole game in the terminal: the board as text, moves typed in their text form, a bot opposite."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plyground.bots import _thinking
from plyground.commands._shared import Situation, value_words
from plyground.core import processors
from plyground.core.bot import Player
from plyground.core.errors import Refusal

_HELP = "Type a move, or: moves, hint, back, position, help, quit."


@dataclass
class TextGame:
    """A game between whoever types and a bot (None: all seats type). ``read`` gives a line and raises ``EOFError``."""

    here: Situation
    bot: Player | None
    seat: int
    seed: int | None
    read: Callable[[str], str]
    write: Callable[[str], object]
    positions: list[Any] = field(default_factory=list)

    def run(self) -> Situation:
        """Play until the game ends or the person quits; returns where it stands."""
        game = self.here.game
        self.positions = [self.here.position]
        rng = random.Random(self.seed)
        memory: dict[str, Any] = {}
        self.write(_HELP)
        going = True
        while going and game.returns(self.positions[-1]) is None:
            if self._is_bots(self.positions[-1]):
                self._bot_moves(rng, memory)
            else:
                self.write(game.picture(self.positions[-1]))
                going = self._person_moves(rng)
        if going:
            self.write(game.picture(self.positions[-1]))
            self.write(game.ending(self.positions[-1]))
        return Situation(game, self.here.options, self.positions[-1])

    def _is_bots(self, position: Any) -> bool:
        return self.bot is not None and self.here.game.to_move(position) != self.seat

    def _bot_moves(self, rng: random.Random, memory: dict[str, Any]) -> None:
        assert self.bot is not None
        position = self.positions[-1]
        choice = _thinking.think(self.bot, position, rng, {"threads": processors.count()}, memory=memory)
        told = f" ({value_words(choice.as_json())})" if choice.value is not None else ""
        self.write(f"{self.bot.bot.spec.title} plays {choice.move}{told}.")
        self.positions.append(self.here.game.play(position, self.here.game.require(position, choice.move)))

    def _person_moves(self, rng: random.Random) -> bool:
        """Read lines until the position has changed; False if the person leaves."""
        game, position = self.here.game, self.positions[-1]
        seat = game.to_move(position)
        name = game.spec.seat_name(seat)
        while True:
            try:
                word = self.read(f"{name}, enter move: ").strip()
            except EOFError:
                return False
            if word in ("quit", "exit"):
                return False
            if word == "back":
                return self._back()
            if word in ("moves", "hint", "position", "help", ""):
                self._tell(word, rng)
                continue
            try:
                self.positions.append(game.play(position, game.require(position, word)))
                return True
            except Refusal as refusal:
                self.write(str(refusal))

    def _back(self) -> bool:
        """Go back to where a person last had a choice; to the start of the game at the furthest."""
        if len(self.positions) > 1:
            self.positions.pop()
            while len(self.positions) > 1 and self._is_bots(self.positions[-1]):
                self.positions.pop()
        return True

    def _tell(self, word: str, rng: random.Random) -> None:
        game, position = self.here.game, self.positions[-1]
        if word == "moves":
            self.write(", ".join(game.move_text(position, move) for move in game.legal_moves(position)))
        elif word == "position":
            self.write(game.position_text(position))
        elif word == "hint" and self.bot is not None:
            choice = _thinking.think(self.bot, position, rng, {"threads": processors.count()}).as_json()
            self.write(f"{choice['move']}: {value_words(choice)}")
        elif word == "hint":
            self.write("There is no bot at this table to ask.")
        else:
            self.write(_HELP)
