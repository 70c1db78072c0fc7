"""What each viewer of a game may know before it ends: moves, the start and what bots say, with the hidden left out.

Most games hide nothing, and then everything passes unchanged. Who holds several seats knows what any of them knows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.core.game import Game
from plyground.core.recent import Recent
from plyground.sessions.setup import Setup
from plyground.sessions.state import Moved, State

_KEPT = 32
"""Sets of seats whose holders' moves are kept, those that asked last."""


def hides(rules: Game[Any, Any]) -> bool:
    """Whether moves or positions of this game can be hidden from somebody."""
    kind = type(rules)
    return kind.move_text_for is not Game.move_text_for or kind.position_text_for is not Game.position_text_for


class Secrecy:
    """One game's. Not locked: the session locks. ``seats`` are those that a viewer holds, none for a watcher."""

    def __init__(self, setup: Setup) -> None:
        self._setup, self._rules, self._start = setup, setup.rules, setup.start
        self.hides = hides(self._rules)
        self._known: Recent[tuple[int, ...], list[tuple[Moved, Moved]]] = Recent(_KEPT)

    def moves(self, state: State, seats: tuple[int, ...]) -> list[Moved]:
        """All moves as this viewer may know them; those of a finished game are known to all."""
        if not self.hides or state.result is not None:
            return list(state.moves)
        first = next(state.positions(self._setup, 0, 0))
        secret = state.moves[: self._rules.hidden_moves(first)]
        known = self._known[seats] = self._known.find(seats) or []
        while known and (len(known) > len(secret) or known[-1][0] is not secret[len(known) - 1]):
            known.pop()  # taken back
        if new := secret[len(known) :]:
            for made, position in zip(new, state.positions(self._setup, len(known), len(secret) - 1), strict=True):
                known.append((made, self._move(position, made, seats)))
        return [*(shown for _, shown in known), *state.moves[len(secret) :]]

    def _move(self, position: Any, made: Moved, seats: tuple[int, ...]) -> Moved:
        text = self.text(position, made.text, seats)
        return made if text == made.text else replace(made, text=text, effect={"text": text}, choice=None)

    def text(self, position: Any, text: str, seats: tuple[int, ...]) -> str:
        """A legal move's text as this viewer may know it while the game goes on."""
        if not self.hides:
            return text
        move = self._rules.parse_move(position, text)
        shown = [self._rules.move_text_for(position, move, viewer) for viewer in seats or (None,)]
        return text if text in shown else shown[0]

    def start(self, state: State, seats: tuple[int, ...]) -> str:
        """The start as this viewer may know it: that of their first seat if they hold several."""
        if not self.hides or state.result is not None:
            return self._start
        first = next(state.positions(self._setup, 0, 0))
        return self._rules.position_text_for(first, seats[0] if seats else None)

    def news(self, state: State, news: dict[str, Any], seats: tuple[int, ...]) -> dict[str, Any]:
        """What a thinking bot says, without its line where that begins with a move that this viewer may not know."""
        line = news.get("line")
        if not self.hides or not line or state.result is not None:
            return news
        if self.text(state.position, line[0], seats) == line[0]:
            return news
        return {name: value for name, value in news.items() if name != "line"}
