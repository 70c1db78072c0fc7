"""A bot of ours as an engine of GTP, version 2."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

from plyground.core.bot import Limits, Way
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.engines.commands import CommandSpeaker, Wrong
from plyground.engines.speaking import Place
from plyground.games.othello.notation import parse_move
from plyground.games.othello.position import DARK, LIGHT, PASS, SIZES, OthelloPosition

_SIDES = {"b": DARK, "black": DARK, "w": LIGHT, "white": LIGHT}
_NAMES = ("Black", "White")
_NUMBER = re.compile(r"[0-9]{1,7}(?:\.[0-9]{0,6})?")


class Speaker(CommandSpeaker):
    """Answers the commands that ``list_commands`` names."""

    numbered = True

    def __init__(self, game: Game[Any, Any], place: Place) -> None:
        super().__init__(game, place)
        self._options = dict(place.options)
        self._line = [game.initial(self._options)]
        self._moves: list[str] = []
        self._settings = (0.0, 0.0, 0)
        self._left: dict[int, tuple[float, int]] = {}
        title = self._player.bot.spec.title
        self._commands: Mapping[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: f"Plyground {title}",
            "version": lambda words: version("plyground"),
            "known_command": self._is_known,
            "list_commands": lambda words: "\n".join(self._commands),
            "quit": lambda words: "",
            "boardsize": self._boardsize,
            "clear_board": lambda words: self._begin(),
            "komi": lambda words: "",
            "play": self._play,
            "genmove": lambda words: self._genmove(words, played=True),
            "reg_genmove": lambda words: self._genmove(words, played=False),
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "set_game": self._set_game,
            "list_games": lambda words: "Othello",
            "showboard": lambda words: "\n" + self._board(),
            "final_score": lambda words: self._score(),
            "gogui-rules_game_id": lambda words: "Othello",
            "gogui-rules_board_size": lambda words: str(self._position.size),
            "gogui-rules_legal_moves": lambda words: " ".join(map(_word, self._legal())),
            "gogui-rules_side_to_move": lambda words: _NAMES[self._position.mover].lower(),
            "gogui-rules_final_result": lambda words: self._result(),
        }

    @property
    def _position(self) -> OthelloPosition:
        position: OthelloPosition = self._line[-1]
        return position

    def _legal(self) -> list[str]:
        legal = self._game.legal_moves(self._position) if self._game.returns(self._position) is None else []
        return [self._game.move_text(self._position, move) for move in legal]

    def _begin(self) -> str:
        self._line, self._moves, self._left = [self._game.initial(self._options)], [], {}
        self._thinker.new_game()
        return ""

    def _boardsize(self, words: list[str]) -> str:
        if words not in [[str(size)] for size in SIZES]:
            raise Wrong("unacceptable size")
        self._options = dict(self._game.options({**self._options, "size": words[0]}))
        return self._begin()

    def _set_game(self, words: list[str]) -> str:
        if [word.lower() for word in words] != ["othello"]:
            raise Wrong("unsupported game")
        return ""

    def _turn_to(self, words: list[str]) -> None:
        """See that it is this side's turn; a pass that is forced may be left out."""
        side = _SIDES.get(words[0].lower()) if words else None
        if side is None:
            raise Wrong("invalid color")
        if side != self._position.mover:
            if self._legal() != ["pass"]:
                raise Wrong("wrong color")
            self._make("pass")

    def _make(self, text: str) -> None:
        self._line.append(self._game.play(self._position, self._game.require(self._position, text)))
        self._moves.append(text)

    def _play(self, words: list[str]) -> str:
        if len(words) != 2 or words[0].lower() not in _SIDES:
            raise Wrong("syntax error")
        try:
            move = parse_move(words[1], self._position.size)
            if move != PASS or _SIDES[words[0].lower()] == self._position.mover:
                self._turn_to(words)
            elif self._moves[-1:] == ["pass"]:
                return ""  # the pass is made already
            text = self._game.move_text(self._position, move)
            self._make(text)
        except Refusal:
            raise Wrong("illegal move") from None
        return ""

    def _genmove(self, words: list[str], played: bool) -> str:
        if self._game.returns(self._position) is None:
            self._turn_to(words)
        if self._game.returns(self._position) is not None:
            return "PASS"
        side, begun = self._position.mover, time.monotonic()
        choice = self._think(Way(self._options, self._line[0], tuple(self._moves)), self._limits(side))
        if played:
            self._make(choice.move)
            if side in self._left and self._left[side][1] == 0:
                self._left[side] = (max(0.1, self._left[side][0] - (time.monotonic() - begun)), 0)
        return _word(choice.move)

    def _undo(self, words: list[str]) -> str:
        if not self._moves:
            raise Wrong("cannot undo")
        self._moves.pop()
        self._line.pop()
        return ""

    def _time_settings(self, words: list[str]) -> str:
        if len(words) != 3 or not all(_NUMBER.fullmatch(word) for word in words):
            raise Wrong("syntax error")
        main, period, stones = (float(word) for word in words)
        self._settings = (main, period, int(stones))
        self._left = dict.fromkeys((DARK, LIGHT), (main, 0)) if main else {}
        return ""

    def _time_left(self, words: list[str]) -> str:
        if len(words) != 3 or words[0].lower() not in _SIDES or not all(_NUMBER.fullmatch(word) for word in words[1:]):
            raise Wrong("syntax error")
        self._left[_SIDES[words[0].lower()]] = (float(words[1]), int(float(words[2])))
        return ""

    def _limits(self, side: int) -> Limits:
        """What is left of the clock, or a share of its period; what the command line says bounds it, and holds where no
        time was named."""
        given = dict(self._place.limits)
        _main, period, stones = self._settings
        if "seconds" not in given:
            left, moves = self._left.get(side, (0.0, 0))
            if moves:
                given["seconds"] = max(0.01, left / moves)
            elif left:
                given["left"] = left
            elif period and stones:
                given["seconds"] = period / stones
        if not given:
            given["seconds"] = self._player.bot.usual_seconds
        return Limits(**given)

    def _discs(self) -> tuple[int, int]:
        return int(self._position.dark).bit_count(), int(self._position.light).bit_count()

    def _score(self) -> str:
        dark, light = self._discs()
        return "0" if dark == light else f"{'B' if dark > light else 'W'}+{abs(dark - light)}"

    def _result(self) -> str:
        if self._game.returns(self._position) is None:
            return "The game is not over yet."
        dark, light = self._discs()
        return "Draw." if dark == light else f"{_NAMES[light > dark]} wins by {abs(dark - light)} points."

    def _board(self) -> str:
        size = self._position.size
        squares = self._game.position_text(self._position).replace("-", ".")
        rows = [f"{row + 1} " + " ".join(squares[row * size : (row + 1) * size]) for row in range(size)]
        dark, light = self._discs()
        told = f"{_NAMES[self._position.mover]} to move, X {dark}, O {light}"
        return "\n".join(["  " + " ".join("ABCDEFGH"[:size]), *rows, told])


def _word(text: str) -> str:
    return text.upper()
