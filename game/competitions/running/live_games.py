"""The games that people watch while bots play them, as the messages of the workers tell them.

Nothing here is stored. A message may be lost or late: what does not fit waits for the next whole one. A killed worker's
game begins again, under another run, and what the old run may still say is not heard; so does one that is played once
again because the machine was too busy, though its end was told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from plyground.competitions.refereeing.referee import PLAYED, opening_pause
from plyground.core import registry
from plyground.core.game import Game
from plyground.core.messages import from_parts
from plyground.core.picking import picked

SHOWN = "shown"
"""What stands for the competition of a match that is only shown (``presentation.featured``)."""
MOST_GAMES = 64
"""So many games are kept, those that nothing was heard of for longest go first."""
_MOST_RUNS = 16

_FEW = 4
_OF_AN_END = ("ranks", "verdicts", "reason", "sentence", "disturbed")


class News(NamedTuple):
    """What happened in a game: it is to be shown as a whole, a ``move`` was made, or it ended."""

    what: Literal["whole", "moved", "ended"]
    game: LiveGame
    move: dict[str, Any] | None = None


@dataclass
class LiveGame:
    """One game as it stands. Moments are seconds on the clock that ``LiveGames`` was given.

    ``turn_at`` is when the clock of the seat to move begins to run, after the pause for people, None until the bots
    were set up. ``heard`` are the moves as they were told, ``[text, seat, seconds, mind]``; those of a game that nobody
    watches are made on the board when somebody does.
    """

    id: str
    competition: str
    run: str
    rules: Game[Any, Any]
    options: dict[str, Any]
    clock: dict[str, float]
    pace: float
    opening: int
    position: Any
    left: list[float]
    turn_at: float | None = None
    heard: list[Sequence[Any]] = field(default_factory=list)
    made: list[dict[str, Any]] = field(default_factory=list)
    ended: dict[str, Any] | None = None
    heard_at: float = 0.0
    retired: list[str] = field(default_factory=list)

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.heard)

    @property
    def texts(self) -> list[str]:
        """The moves as they were told."""
        return [each[0] for each in self.heard]

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The moves as a board is told of them."""
        self.catch_up()
        return self.made

    def view(self) -> dict[str, Any]:
        """The board as everybody may see it."""
        self.catch_up()
        return self.rules.view(self.position, None)

    def catch_up(self) -> None:
        """Make the moves that were heard and not made yet; raises a refusal if one is none."""
        for text, seat, seconds, *more in self.heard[len(self.made) :]:
            move = self.rules.require(self.position, text)
            shown = self.rules.move_text_for(self.position, move, None)
            effect = self.rules.effect(self.position, move) if shown == text else {"text": shown}
            made = {"ply": len(self.made), "seat": seat, "text": shown, "seconds": seconds, "effect": effect}
            self.position = self.rules.play(self.position, move)
            self.made.append(made | ({"mind": more[0]} if more and more[0] else {}))

    def clocks(self) -> dict[str, Any]:
        """What a page needs to let the clocks run."""
        return {"left": self.left, "turn_at": self.turn_at}

    def as_json(self) -> dict[str, Any]:
        """All of it, for whoever begins to watch."""
        own = picked(self, "id run options clock pace opening ply ended")
        return {**own, "game": self.rules.spec.id, "moves": list(self.moves), "view": self.view(), **self.clocks()}


class LiveGames:
    """All games that are being watched. Not locked: one thread hears, and others ask that one."""

    def __init__(self, now: Callable[[], float], watched: Callable[[LiveGame], bool] = lambda game: True) -> None:
        """``watched`` says whether anybody looks at a game: of others nothing is told but their end."""
        self._now, self._watched = now, watched
        self._games: dict[str, LiveGame] = {}

    def hear(self, message: Mapping[str, Any]) -> Iterator[News]:
        """Take a message; yields what is new, each move right after it was made."""
        known = self._games.get(message["id"])
        fresh = known is None or known.run != message["run"]
        if known is not None and (message["run"] in known.retired or (known.ended is not None and not fresh)):
            return
        if fresh:
            if "begun" not in message:
                return
            known = self._begin(message, known)
        assert known is not None
        if message["since"] > known.ply:
            return
        known.heard_at, left = self._now(), message["left"] or known.left
        if message["ready"] and known.turn_at is None:
            known.turn_at, known.left, fresh = known.heard_at + opening_pause(known.pace), left, True
        yield from self._follow(known, message["moves"][known.ply - message["since"] :], left, fresh)
        if message["ended"] is not None:
            yield from self._end(known, from_parts(message["ended"]), left)

    def settle(self, game: str, record: Mapping[str, Any]) -> Iterator[News]:
        """A game was played, and its record says how: as ``hear``, if its end was not heard."""
        known = self._games.get(game)
        if known is None or known.ended is not None:
            return
        if record["moves"][: known.ply] != known.texts:
            self.forget(game)  # what was watched is not the run that counts
            return
        minds = record.get("minds") or [None] * len(record["moves"])
        moves = list(zip(record["moves"], record["seats"], record["seconds"], minds, strict=True))
        yield from self._follow(known, moves[known.ply :], record["left"], False)
        yield from self._end(known, record, record["left"])

    def _begin(self, message: Mapping[str, Any], before: LiveGame | None) -> LiveGame:
        begun = message["begun"]
        rules = registry.game(begun["game"])
        start = rules.parse_position(begun["start"], begun["options"])
        own = {name: message[name] for name in ("id", "competition", "run")}
        own |= {name: begun[name] for name in ("options", "clock", "pace", "opening")}
        left = [begun["clock"]["base"]] * rules.seats_at(start)
        game = LiveGame(**own, rules=rules, position=start, left=left, heard_at=self._now())
        if before is not None:
            game.retired = [*before.retired, before.run][-_MOST_RUNS:]
        self._games[game.id] = game
        for old in sorted(self._games.values(), key=lambda each: each.heard_at)[:-MOST_GAMES]:
            self.forget(old.id)
        return game

    def _follow(self, game: LiveGame, moves: Sequence[Sequence[Any]], left: list[float], fresh: bool) -> Iterator[News]:
        """Make moves; many at once are told as a whole."""
        watched = self._watched(game)
        single = watched and not fresh and len(moves) <= _FEW
        for move in moves:
            game.heard.append(move)
            game.left = left
            if game.ply > game.opening:
                game.turn_at = game.heard_at + game.pace
            if single:
                yield News("moved", game, game.moves[-1])
        if watched and (fresh or (moves and not single)):
            game.catch_up()
            yield News("whole", game)

    def _end(self, game: LiveGame, ended: Mapping[str, Any], left: list[float]) -> Iterator[News]:
        if ended["status"] != PLAYED:  # a fault of the server's own: it will be played again
            self.forget(game.id)
            return
        game.ended, game.left = {name: ended.get(name) for name in _OF_AN_END}, left
        yield News("ended", game)

    def of(self, competition: str) -> list[LiveGame]:
        """The games of a competition, in the order of their ids."""
        return sorted((game for game in self._games.values() if game.competition == competition), key=lambda g: g.id)

    def all(self) -> list[LiveGame]:
        """Every game of every competition."""
        return list(self._games.values())

    def forget(self, game: str) -> None:
        """A game is over and was shown, or is played no longer."""
        self._games.pop(game, None)
