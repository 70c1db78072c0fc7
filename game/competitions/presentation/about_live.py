"""What is known of the games that people watch, beside how they stand: who plays, and what kind of a game it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.competitions.presentation import public
from plyground.competitions.running.live_games import SHOWN, LiveGame
from plyground.competitions.store import CompetitionStore
from plyground.core.messages import _
from plyground.core.picking import picked
from plyground.core.refusals import NoSuchMatch


class AboutLive:
    """Of the games of all competitions, and of matches that are only shown. Not locked: who has it locks."""

    def __init__(self, store: CompetitionStore) -> None:
        self._store = store
        self._about: dict[str, dict[str, Any]] = {}

    def __contains__(self, game: object) -> bool:
        return game in self._about

    def of(self, game: str) -> dict[str, Any]:
        """``names`` and ``entries`` by seat, and its ``kind`` and place in the schedule; raises ``NoSuchMatch``."""
        if game not in self._about:
            competition, stored, _task, _record = self._store.game(game)
            now = self._store.snapshot(competition, [])
            entries = [now.owners[one].id if one in now.owners else None for one in stored.entrants]
            own = {"names": [now.name(one) for one in stored.entrants], "entries": entries}
            self._about[game] = own | picked(stored, "kind round number part")
        return self._about[game]

    def card(self, game: LiveGame, watchers: int) -> dict[str, Any]:
        """A live game among others: with its board, without its moves."""
        own = picked(game, "id competition ply left turn_at") | {"game": game.rules.spec.id, "options": game.options}
        own |= {"view": game.view(), "watchers": watchers, "title": game.rules.spec.title}
        return own | self.of(game.id)

    def shown(self, game: LiveGame) -> dict[str, Any]:
        """A live game as it stands, for who follows it."""
        about = self.of(game.id)
        shown = {**game.as_json(), **about}
        if game.ended is not None:
            words = public.sentence(game.ended, about["names"], game.rules.ending(game.position))
            shown["ended"] = {**game.ended, "sentence": words}
        return shown

    def show(self, game: str, about: Mapping[str, Any]) -> None:
        """A match that is only shown begins; ``about`` has its ``seats``."""
        names, entries = ([seat[name] for seat in about["seats"]] for name in ("name", "entry"))
        place = {"round": 0, "number": 0, "part": 0}
        self._about[game] = {"names": names, "entries": entries, "kind": SHOWN, **place}

    def forget(self, game: str) -> None:
        """It is shown no longer."""
        self._about.pop(game, None)

    def played(self, competition: str, game: str) -> bool:
        """Whether a game was played; raises ``NoSuchMatch`` if it is none of this competition."""
        if competition == SHOWN and game in self._about:
            return False
        belongs, stored, _task, _record = self._store.game(game)
        if belongs != competition:
            raise NoSuchMatch(_("There is no game “{game_id}” in this competition.", game_id=game[:80]))
        return stored.result is not None

    def is_played_from_elsewhere(self, competition: str, game: str) -> bool:
        """Whether a bot plays that runs on its owner's computer."""
        entrants = [] if competition == SHOWN else self._store.game(game)[2]["entrants"]
        return any(each["kind"] == "network" for each in entrants)
