"""The classes of a server among several: one leads them all, the others pass on what is said to them."""

from __future__ import annotations

from typing import Any

from plyground.classroom.registry import ClassRegistry, Message
from plyground.classroom.services import Listeners
from plyground.core.errors import Refusal
from plyground.peers.calls import Enter, Unreachable
from plyground.peers.led import Led
from plyground.peers.site import Site
from plyground.sessions.lab import Lab
from plyground.sessions.lobby import Lobby

CLASSES = "classes"
"""The name under which their leader is owner."""


class _Classes(ClassRegistry):
    """The leader's."""

    site: Site

    def leave(self, connection: str, code: Any) -> list[str]:
        """As ``ClassRegistry.leave``; what guests of other servers leave is known here too."""
        rooms = super().leave(connection, code)
        for room in rooms if "|" in connection else ():
            self.site.leave(connection, room)
        return rooms


class SharedClasses:
    """What ``ClassRegistry`` does, wherever the classes are led."""

    def __init__(self, site: Site, lobby: Lobby, lab: Lab, listeners: Listeners) -> None:
        """The rest is what a ``ClassRegistry`` is made from."""

        def make() -> ClassRegistry:
            made = _Classes(lobby, lab, listeners, guard=site.owners.held(CLASSES))
            made.site = site
            return made

        names = ("open", "join", "command", "leave", "scores", "about", "stage", "standing", "change_key")
        self._led = Led(site, CLASSES, make, names)

    def start(self) -> None:
        """See ``Led.start``."""
        self._led.start()

    def close(self) -> None:
        """See ``Led.close``."""
        self._led.close()

    def open(self, who: str = "", seed: int | None = None) -> dict[str, Any]:
        """See ``ClassRegistry.open``."""
        return dict(self._led.ask("open", who, seed, once=True))

    def join(self, connection: str, message: Message, who: str, enter: Enter) -> dict[str, Any]:
        """See ``ClassRegistry.join``."""
        return dict(self._led.ask("join", connection, dict(message), who, enter=enter, follower=connection))

    def command(self, connection: str, message: Message, who: str = "") -> dict[str, Any]:
        """See ``ClassRegistry.command``."""
        return dict(self._led.ask("command", connection, dict(message), who, follower=connection))

    def leave(self, connection: str, code: Any) -> list[str]:
        """See ``ClassRegistry.leave``."""
        if not isinstance(code, str):
            return []
        try:
            return list(self._led.ask("leave", connection, code, follower=connection, patience=1.0))
        except (Refusal, Unreachable):  # it is forgotten with the connection
            return []

    def drop(self, connection: str) -> None:
        """See ``ClassRegistry.drop``."""
        if self._led.part is not None:
            self._led.part.drop(connection)

    def scores(self, code: str, token: str, who: str = "") -> list[list[str]]:
        """See ``ClassRegistry.scores``."""
        return list(self._led.ask("scores", code, token, who))

    def about(self, code: str, who: str = "", token: str | None = None) -> dict[str, Any]:
        """See ``ClassRegistry.about``."""
        return dict(self._led.ask("about", code, who, token))

    def stage(self, code: str, name: str, what: str, wanted: list[Any], who: str = "") -> dict[str, Any]:
        """See ``ClassRegistry.stage``."""
        return dict(self._led.ask("stage", code, name, what, wanted, who))

    def standing(self) -> list[dict[str, Any]]:
        """See ``ClassRegistry.standing``."""
        return list(self._led.ask("standing", patience=1.0))

    def change_key(self, code: str, key: str) -> None:
        """See ``ClassRegistry.change_key``."""
        self._led.ask("change_key", code, key)
