"""A game on this server that a class follows as a page would, with the rights of one seat or of none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.classroom.services import Services
from plyground.core.game import Game


class Followed:
    """Joined under a name of its own; each change of the state is handed to ``heard`` by the listeners' thread."""

    def __init__(
        self, services: Services, game_id: str, name: str, token: str | None, heard: Callable[[dict[str, Any]], None]
    ):
        self.game_id, self._services, self._name, self._heard = game_id, services, name, heard
        self._tokens = [] if token is None else [token]
        self._rooms: list[str] = []

    def join(self) -> dict[str, Any]:
        """Follow from now on; returns the snapshot."""
        return self._services.lobby.join(self.game_id, self._tokens, self._name, self._enter)

    def leave(self) -> None:
        """Follow no more."""
        for room in self._rooms:
            self._services.listeners.ignore(room, self._event)
        self._rooms.clear()
        self._services.lobby.drop(self._name)

    @property
    def rules(self) -> Game[Any, Any]:
        """The rules of the game."""
        return self._services.lobby.get(self.game_id).rules

    @property
    def position(self) -> Any:
        """The position now."""
        return self._services.lobby.get(self.game_id).state.position

    @property
    def ply(self) -> int:
        """The ply now."""
        return self._services.lobby.get(self.game_id).state.ply

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._services.lobby.get(self.game_id).state.result is not None

    def _enter(self, room: str) -> None:
        if room not in self._rooms:
            self._rooms.append(room)
            self._services.listeners.listen(room, self._event)

    def _event(self, event: str, payload: dict[str, Any]) -> None:
        if event == "event" and "view" in payload.get("state", {}):
            self._heard(payload)
