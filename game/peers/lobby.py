"""The lobby of a server among several: what another one carries on is done there, as if it were here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from plyground.peers.calls import Unreachable
from plyground.peers.site import Site
from plyground.sessions.lobby import LOBBY_ROOM, Lobby
from plyground.sessions.ownership import Elsewhere
from plyground.sessions.session import Session

T = TypeVar("T")

_SERVICE = "games"
_CALLED: tuple[Callable[..., Any], ...] = (
    Lobby.snapshot_here,
    Lobby.known_here,
    Lobby.record_here,
    Lobby.notation_here,
    Lobby.join_here,
    Lobby.continue_here,
    Lobby.command_here,
)
_WITH_CONNECTION = (Lobby.join_here, Lobby.command_here)
"""Those whose first argument after the game is the connection for which it is done."""
_LIST_SECONDS, _RESUME_SECONDS = 1.0, 15.0


class SharedLobby(Lobby):
    """A lobby whose games may be carried on by other servers of the site."""

    def __init__(self, site: Site, *given: Any, **more: Any) -> None:
        """As ``Lobby``, with a store whose ``ownership`` are the site's ``owners``."""
        super().__init__(*given, **more)
        self.site = site
        self._cards: tuple[float, list[dict[str, Any]]] = -_LIST_SECONDS, []
        self._resumed = 0.0
        answers: dict[str, Callable[..., Any]] = {each.__name__: self._bound(each) for each in _CALLED}
        answers |= {"leave_here": self._guest_leaves, "live": super().live, "hand_over": self._hand_over}
        site.serve(_SERVICE, answers)
        site.looks = lambda: self._live.looked_at
        site.looked_in = self._live.look_in
        site.left = self.resume
        site.dropped.append(self._guest_is_gone)
        site.expelled_parts.append(self._games.lose_all)

    def start(self) -> None:
        """As ``Lobby.start``; the site is there already."""
        super().start()
        self.site.changed.append(self._look_around)

    def rest(self) -> None:
        """See ``Lobby.rest``."""
        super().rest()
        for session in self._games.all():
            session.close()
            self.store.ownership.give_back(session.id)
        self.site.rest()

    def shutdown(self) -> None:
        """As ``Lobby.shutdown``."""
        self.rest()
        self.site.close()
        super().shutdown()

    def hold(self, game_id: str) -> Session:
        """See ``Lobby.hold``: who carries the game on hands it over."""
        return self.site.carried(game_id, lambda: self.get(game_id), _SERVICE, "hand_over", self.site.membership.id)

    def views(self, game_id: str, first: int = 0, last: int | None = None) -> Iterator[dict[str, Any]]:
        """See ``Lobby.views``; of a game elsewhere they are those of what is in the log."""
        try:
            return super().views(game_id, first, last)
        except Elsewhere:
            stored = self.store.load(game_id)
            assert stored is not None
            return Session(stored[0], self._games.services, tuple(stored[1])).views(first, last)

    def live(self, most: int = 24) -> list[dict[str, Any]]:
        """See ``Lobby.live``; the other servers are asked at most once a second."""
        at, cards = self._cards
        if time.monotonic() > at + _LIST_SECONDS:
            cards = [card for each in self.site.everywhere(_SERVICE, "live", most) for card in each]
            self._cards = time.monotonic(), cards
        own = super().live(most)
        here = {card["id"] for card in own}
        own += [card for card in cards if card["id"] not in here]
        return sorted(own, key=lambda card: str(card["moved"]), reverse=True)[:most]

    def leave(self, game_id: str, connection: str) -> str | None:
        """See ``Lobby.leave``."""
        server = self.site.follows(connection, game_id)
        if not server:
            return super().leave(game_id, connection)
        self.site.unfollowed(connection, game_id)
        with suppress(Unreachable, Elsewhere, RuntimeError):
            self.site.call(server, _SERVICE, "leave_here", game_id, self.site.named(connection))
        return None  # the room is known where the connection is

    def now(self, connection: str) -> float:
        """See ``Lobby.now``."""
        return self.site.now(connection)

    def drop(self, connection: str) -> None:
        """See ``Lobby.drop``."""
        super().drop(connection)
        self.site.drop(connection)

    # Inside

    def _at(self, game_id: str, do: Callable[..., T], *given: Any, **more: Any) -> T:
        there = (self.site.named(given[0]), *given[1:]) if do in _WITH_CONNECTION else given
        follower = given[0] if do is Lobby.join_here else ""
        here = partial(do, self, game_id, *given, **more)
        making = do is Lobby.continue_here
        return self.site.carried(game_id, here, _SERVICE, do.__name__, *there, follower=follower, once=making, **more)

    def _bound(self, do: Callable[..., Any]) -> Callable[..., Any]:
        return partial(do, self)

    def _guest_leaves(self, game_id: str, connection: str) -> None:
        room = self.leave_here(game_id, connection)
        if room is not None:
            self.site.leave(connection, room)

    def _guest_is_gone(self, connection: str) -> None:
        self.drop_here(connection)
        self._live.look_away(connection)

    def _hand_over(self, game_id: str, server: str) -> None:
        """Another server goes on with the game from now on."""
        self._games.hand_over(game_id, lambda: self.site.owners.hand_over(game_id, server))
        raise Elsewhere(server)

    def _sweep(self) -> None:
        if self.site.membership.id == min(self.site.membership.others | {self.site.membership.id}):
            super()._sweep()  # one of the servers does
        else:
            self.store.weigh()

    def _look_around(self, gone: bool) -> None:
        """Go on with what ended servers left; now and then with what was overlooked."""
        now = time.monotonic()
        if gone:
            self.resume()
            self._games.afterwards(self._list_anew)
        elif now > self._resumed + _RESUME_SECONDS:
            self._resumed = now
            self.resume(0.0)

    def _list_anew(self) -> None:
        """Pages ask again for the list of all games: what has gone with a server is on it no more."""
        self._cards = -_LIST_SECONDS, []
        self.site.have_asked_again(LOBBY_ROOM)
