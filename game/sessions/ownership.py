"""Which server carries on a game: one that is alone on its database all; ``plyground.peers`` knows several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from sqlalchemy import Connection


class Elsewhere(Exception):
    """Another server carries the game on."""

    def __init__(self, server: str) -> None:
        super().__init__(server)
        self.server = server


class Ownership(Protocol):
    """All methods may be called from any thread, and raise as the database does."""

    def take(self, game_id: str) -> None:
        """Carry a game on here from now on, if there is such a game; raises ``Elsewhere`` if another server does."""

    def give_back(self, game_id: str) -> None:
        """Carry it on no longer: whoever asks for it next takes it."""

    def opened(self, connection: Connection, game_id: str) -> None:
        """Note, in the transaction that writes a new game, that it is carried on here."""

    def guard(self, connection: Connection, game_id: str) -> None:
        """Raise ``CarriedElsewhere``, in a transaction that goes on with a game, unless it is carried on here."""

    def untaken(self, game_ids: Iterable[str]) -> list[str]:
        """Those that no other server carries on, in the order in which they are best taken up here."""


class Alone:
    """There is no other server."""

    def take(self, game_id: str) -> None:
        pass

    def give_back(self, game_id: str) -> None:
        pass

    def opened(self, connection: Connection, game_id: str) -> None:
        pass

    def guard(self, connection: Connection, game_id: str) -> None:
        pass

    def untaken(self, game_ids: Iterable[str]) -> list[str]:
        return list(game_ids)
