"""Who follows a game: connections, the seats that each holds, and the rooms in which they are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.sessions.services import Publish


@dataclass(frozen=True)
class Viewpoint:
    """What one connection holds."""

    seats: tuple[int, ...] = ()
    director: bool = False

    @property
    def watcher(self) -> bool:
        """Whether it holds no seat."""
        return not self.seats


def room(game_id: str, seats: tuple[int, ...]) -> str:
    """The room of all connections that hold exactly these seats of a game; they all see the same."""
    return f"{game_id}/{'.'.join(map(str, seats))}"


class Audience:
    """The connections of one game. Not locked: the session locks."""

    def __init__(self, game_id: str, publish: Publish) -> None:
        self._game_id, self._publish = game_id, publish
        self._viewpoints: dict[str, Viewpoint] = {}

    def __len__(self) -> int:
        return len(self._viewpoints)

    @property
    def watchers(self) -> int:
        """How many connections hold no seat."""
        return sum(viewpoint.watcher for viewpoint in self._viewpoints.values())

    def enter(self, connection: str, viewpoint: Viewpoint) -> str:
        """Add a connection, or change what it holds; returns its room."""
        self._viewpoints[connection] = viewpoint
        return room(self._game_id, viewpoint.seats)

    def leave(self, connection: str) -> str | None:
        """Remove a connection; returns the room that it was in."""
        viewpoint = self._viewpoints.pop(connection, None)
        return None if viewpoint is None else room(self._game_id, viewpoint.seats)

    def tell(self, event: str, payload: Callable[[tuple[int, ...]], dict[str, Any]]) -> None:
        """Publish to each room that has somebody in it; ``payload`` is asked once for each set of seats."""
        for seats in sorted({viewpoint.seats for viewpoint in self._viewpoints.values()}):
            self._publish(room(self._game_id, seats), event, payload(seats))

    def tell_all(self, event: str, payload: dict[str, Any]) -> None:
        """Publish the same to everybody."""
        self.tell(event, lambda seats: payload)
