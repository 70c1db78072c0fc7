"""A bot of ours as an engine of QTP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.core.bot import Limits, Way
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.engines.commands import CommandSpeaker, Wrong
from plyground.engines.speaking import Place
from plyground.games.camel.engines import _words
from plyground.games.camel.notation import position_json
from plyground.games.camel.position import MOST_CAMELS, height_of

_SIDES = {"b": 0, "black": 0, "w": 1, "white": 1}
_LONGEST = 400
"""Plies after which a game here ends; QTP has no such rule."""


class Speaker(CommandSpeaker):
    """One side may move twice, as QTP allows."""

    def __init__(self, game: Game[Any, Any], place: Place) -> None:
        super().__init__(game, place)
        self._size, self._walls = 9, 10
        self._commands: Mapping[str, Callable[[list[str]], str]] = {
            "name": lambda words: f"Plyground {self._player.bot.spec.title}",
            "known_command": self._is_known,
            "list_commands": lambda words: "\n" + "\n".join(self._commands),
            "quit": lambda words: "",
            "boardsize": self._boardsize,
            "clear_board": lambda words: self._begin(),
            "walls": self._set_walls,
            "playmove": lambda words: self._play(words, 2),
            "playwall": lambda words: self._play(words, 3),
            "genmove": self._genmove,
            "undo": self._undo,
            "winner": lambda words: self._winner(),
            "showboard": lambda words: "\n" + self._board(),
        }
        self._begin()

    def _begin(self) -> str:
        self._start = _words.start_of(self._game, self._size, self._walls, _LONGEST)
        self._position, self._moves = self._start, list[str]()
        self._before: list[tuple[Any, Any, list[str]]] = []
        self._thinker.new_game()
        return ""

    def _boardsize(self, words: list[str]) -> str:
        if len(words) != 1 or not words[0].isdecimal():
            raise Wrong("syntax error")
        if words[0] not in map(str, _words.SIZES):
            raise Wrong("unacceptable size")
        self._size = int(words[0])
        return self._begin()

    def _set_walls(self, words: list[str]) -> str:
        if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 3:
            raise Wrong("syntax error")
        if int(words[0]) > MOST_CAMELS:
            raise Wrong("unacceptable number of walls")
        self._walls = int(words[0])
        return self._begin()

    def _turn_to(self, side: int) -> None:
        """Let a side move out of its turn: the game goes on as from a new start."""
        if self._game.to_move(self._position) != side:
            fields = self._game.position_text(self._position).split()
            fields[4] = str(side)
            options = {"edge_blocks_jump": True, "max_plies": _LONGEST, "starting_camels": self._walls}
            options |= {"board_width": self._size, "board_height": self._size}
            self._start = self._position = self._game.parse_position(" ".join(fields), self._game.options(options))
            self._moves = []

    def _side(self, words: list[str]) -> int:
        if not words or words[0].lower() not in _SIDES:
            raise Wrong("syntax error")
        return _SIDES[words[0].lower()]

    def _play(self, words: list[str], count: int) -> str:
        side, held = self._side(words), (self._start, self._position, list(self._moves))
        if len(words) not in (count, 2):
            raise Wrong("syntax error")
        try:
            self._turn_to(side)
            text = _words.read(self._game, self._position, " ".join(words[1:]))
            if text is None or text.startswith(("H ", "V ")) != (count == 3):
                raise Wrong("illegal move")
            self._make(text)
        except (Refusal, Wrong):
            self._start, self._position, self._moves = held
            raise Wrong("illegal move") from None
        self._before.append(held)
        return ""

    def _make(self, text: str) -> str:
        before = self._position
        move = self._game.require(before, text)
        self._position = self._game.play(before, move)
        self._moves.append(self._game.move_text(before, move))
        return _words.written(self._game, before, self._position, self._moves[-1])[1]

    def _genmove(self, words: list[str]) -> str:
        held = (self._start, self._position, list(self._moves))
        self._turn_to(self._side(words))
        if self._game.returns(self._position) is not None:
            raise Wrong("the game is over")
        legal = [self._game.move_text(self._position, move) for move in self._game.legal_moves(self._position)]
        if legal == ["Pass"]:
            raise Wrong("no legal move")
        limits = Limits(**(self._place.limits or {"seconds": self._player.bot.usual_seconds}))
        choice = self._think(Way(self._game.options({}), self._start, tuple(self._moves)), limits)
        self._before.append(held)
        return self._make(choice.move)

    def _undo(self, words: list[str]) -> str:
        if len(words) > 1 or not all(word.isdecimal() for word in words):
            raise Wrong("syntax error")
        times = int(words[0]) if words else 1
        if not 0 < times <= len(self._before):
            raise Wrong("cannot undo")
        self._start, self._position, self._moves = self._before[-times]
        del self._before[-times:]
        self._thinker.new_game()
        return ""

    def _winner(self) -> str:
        returns = self._game.returns(self._position)
        if returns is None or returns[0] == returns[1]:
            return "false"
        return f"true {_words.COLOURS[int(returns[1] > returns[0])]}"

    def _board(self) -> str:
        told, size = position_json(self._position), int(height_of(self._position))
        masters = {tuple(each["position"]): mark for each, mark in zip(told["players"], "BW", strict=True)}
        walls = {(axis, x, y) for axis, x, y in map(tuple, told["camels"])}
        letters = "     " + "   ".join("ABCDEFGHI"[:size])
        rows = [letters]
        for y in range(size):
            row, below = f" {size - y} |", "   +"
            for x in range(size):
                beside = {("V", x, y), ("V", x, y - 1)} & walls
                row += f" {masters.get((x, y), ' ')} {'H' if beside else '|'}"
                under = {("H", x, y), ("H", x - 1, y)} & walls
                below += f"{'===' if under else '---'}+"
            left = f" {_words.COLOURS[y]} walls: {told['players'][y]['current_camels']}" if y < 2 else ""
            rows += [f"{row} {size - y}{left}", below]
        return "\n".join([*rows, letters])
