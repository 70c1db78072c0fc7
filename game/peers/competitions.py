"""The competitions of a server among several: one runs and shows them all, the others pass on what is asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from plyground.competitions.presentation.finals_broadcast import FinalsBroadcast
from plyground.competitions.running.challenges import Challenges
from plyground.competitions.running.comparing import Comparisons, State
from plyground.competitions.running.progress import Progress
from plyground.competitions.running.service import TRY_SECONDS, CompetitionService
from plyground.competitions.store import CompetitionStore, Version
from plyground.competitions.submissions.unpacking import Files
from plyground.core.refusals import Busy
from plyground.peers.calls import Enter, Unreachable
from plyground.peers.led import Led
from plyground.peers.site import Site

COMPETITIONS = "competitions"
"""The name under which their leader is owner."""

_OF_SERVICE = ("submitted", "run_event", "pause_event", "run_final", "delete")
_OF_FINALS = ("join", "follow", "snapshot", "playing", "all_playing", "look", "predict", "judge")
_OWN = ("leave", "standing", "unfollow", "compare", "stop_comparing", "comparing", "challenge", "challenges")
_KNOWN_SECONDS = 0.5
"""What the leader says of all competitions is not asked for more often."""


class _Leader:
    """What the leader runs, with plain data in and out."""

    def __init__(
        self, site: Site, store: CompetitionStore, finals: FinalsBroadcast, service: CompetitionService
    ) -> None:
        self._site, self._store, self.finals, self.service = site, store, finals, service
        for part, names in ((service, _OF_SERVICE), (finals, _OF_FINALS)):
            for name in names:
                setattr(self, name, getattr(part, name))

    def start(self) -> None:
        self.finals.start()
        self.service.start()

    def close(self) -> None:
        self.service.close()
        self.finals.close()

    def drop(self, connection: str) -> None:
        self.finals.drop(connection)

    def leave(self, connection: str, competition: object) -> str | None:
        return self._left(connection, self.finals.leave(connection, competition))

    def unfollow(self, connection: str, game: object) -> str | None:
        return self._left(connection, self.finals.unfollow(connection, game))

    def _left(self, connection: str, room: str | None) -> str | None:
        if room is not None and "|" in connection:
            self._site.leave(connection, room)
        return room

    def standing(self) -> dict[str, Any]:
        """What runs, which problems there are, and how far each phase is."""
        return self.service.standing()

    def compare(self, competition: str, new: str, old: str) -> None:
        versions = self._store.versions(competition)
        self.service.comparisons.ask(competition, versions[new], versions[old])

    def stop_comparing(self, competition: str, new: str, old: str) -> None:
        self.service.comparisons.stop(competition, new, old)

    def comparing(self, competition: str) -> list[list[str]]:
        return [[*pair, state] for pair, state in self.service.comparisons.states(competition).items()]

    def challenge(self, competition: str, version: str, against: str, seat: int, pace: float) -> str:
        return self.service.challenges.ask(competition, version, against, seat, pace)

    def challenges(self, competition: str) -> dict[str, int]:
        return self.service.challenges.places(competition)


Make = Callable[[CompetitionStore], tuple[FinalsBroadcast, CompetitionService]]
"""Makes what runs and shows the competitions of a store, not yet started."""


class SharedService(CompetitionService):
    """What ``CompetitionService`` does, wherever the competitions are run; trials of bots are played here."""

    def __init__(self, site: Site, make: Make, store: CompetitionStore, *given: Any) -> None:
        """``given`` is the rest of what a ``CompetitionService`` is made from."""
        super().__init__(store, *given)
        names = (*_OF_SERVICE, *_OF_FINALS, *_OWN)

        def lead() -> _Leader:
            """What runs them from now on writes nothing more once another server does."""
            guarded = store.guarded(site.owners.held(COMPETITIONS))
            return _Leader(site, guarded, *make(guarded))

        self.led = Led(site, COMPETITIONS, lead, names)
        self.comparisons = _SharedComparisons(store, self.led)
        self.challenges = _SharedChallenges(store, self.led)
        self._known: tuple[float, dict[str, Any]] | None = None

    def start(self) -> None:
        """Lead, if nobody does; see ``CompetitionService.start``."""
        self.sandbox.start()
        self._thread.start()  # which ends workers that nobody needs any more
        self.led.start()

    def close(self) -> None:
        """Stop what is run here."""
        self.led.close()
        super().close()

    def _do(self, name: str, *given: Any) -> None:
        self.led.ask(name, *given)
        self._known = None

    def standing(self) -> dict[str, Any]:
        """See ``CompetitionService.standing``."""
        known = self._known
        if known is None or time.monotonic() > known[0] + _KNOWN_SECONDS:
            known = self._known = time.monotonic(), dict(self.led.ask("standing"))
        return known[1]

    def submitted(self, competition: str) -> None:
        """See ``CompetitionService.submitted``; whoever leads next sees what waits by itself."""
        with suppress(Busy):
            self._do("submitted", competition)

    def run_final(self, competition: str) -> None:
        """See ``CompetitionService.run_final``."""
        self._do("run_final", competition)

    def run_event(self, competition: str, final: bool | None = None) -> None:
        """See ``CompetitionService.run_event``."""
        self._do("run_event", competition, final)

    def pause_event(self, competition: str) -> None:
        """See ``CompetitionService.pause_event``."""
        self._do("pause_event", competition)

    def delete(self, competition: str) -> None:
        """See ``CompetitionService.delete``."""
        self._do("delete", competition)

    def runs(self, competition: str) -> bool:
        """See ``CompetitionService.runs``."""
        return competition in self.standing()["runs"]

    def is_busy(self) -> bool:
        """See ``CompetitionService.is_busy``; what only one server is to do is not done by one that does not lead."""
        part = self.led.part
        return part is None or bool(part.service.is_busy())

    def plays_event(self) -> bool:
        """See ``CompetitionService.plays_event``."""
        return bool(self.standing()["runs"])

    def progress(self, competition: str, phase: str = "event") -> Progress | None:
        """See ``CompetitionService.progress``."""
        found = self.standing()["progress"].get(competition, {}).get(phase)
        return None if found is None else Progress(**found)

    def problem(self, competition: str) -> str | None:
        """See ``CompetitionService.problem``."""
        said: str | None = self.standing()["problems"].get(competition)
        return said

    def try_out(
        self, task: Mapping[str, Any], bundles: Mapping[str, Files], patience: float = TRY_SECONDS
    ) -> Mapping[str, Any]:
        """See ``CompetitionService.try_out``: by the workers of this server."""
        part = self.led.part
        return (
            super().try_out(task, bundles, patience) if part is None else part.service.try_out(task, bundles, patience)
        )


class _SharedComparisons(Comparisons):
    """What ``Comparisons`` does, wherever the competitions are run."""

    def __init__(self, store: CompetitionStore, led: Led[_Leader]) -> None:
        super().__init__(store, lambda *given: None)
        self._led = led

    def ask(self, competition: str, new: Version, old: Version) -> None:
        self._led.ask("compare", competition, new.id, old.id)

    def stop(self, competition: str, new: str, old: str) -> None:
        self._led.ask("stop_comparing", competition, new, old)

    def states(self, competition: str) -> dict[tuple[str, str], State]:
        return {(new, old): state for new, old, state in self._led.ask("comparing", competition)}


class _SharedChallenges(Challenges):
    """What ``Challenges`` does, wherever the competitions are run."""

    def __init__(self, store: CompetitionStore, led: Led[_Leader]) -> None:
        super().__init__(store, lambda *given: None)
        self._led = led

    def ask(self, competition: str, version: str, against: str, seat: int, pace: float) -> str:
        return str(self._led.ask("challenge", competition, version, against, seat, pace))

    def places(self, competition: str) -> dict[str, int]:
        return dict(self._led.ask("challenges", competition))


class SharedFinals(FinalsBroadcast):
    """What ``FinalsBroadcast`` does, wherever the competitions are run."""

    def __init__(self, led: Led[_Leader], store: CompetitionStore) -> None:
        super().__init__(store, lambda room, event, payload: None)
        self._led = led

    def start(self) -> None:
        """The leader's has its own thread."""

    def close(self) -> None:
        """As above."""

    def join(self, connection: str, competition: object, address: str, enter: Enter) -> dict[str, Any]:
        """See ``FinalsBroadcast.join``."""
        return dict(self._led.ask("join", connection, competition, address, enter=enter, follower=connection))

    def leave(self, connection: str, competition: object) -> str | None:
        """See ``FinalsBroadcast.leave``."""
        room: str | None = None
        with suppress(Busy, Unreachable):
            room = self._led.ask("leave", connection, competition, follower=connection)
        return room

    def follow(self, connection: str, competition: object, game: object, address: str, enter: Enter) -> dict[str, Any]:
        """See ``FinalsBroadcast.follow``."""
        return dict(self._led.ask("follow", connection, competition, game, address, enter=enter, follower=connection))

    def unfollow(self, connection: str, game: object) -> str | None:
        """See ``FinalsBroadcast.unfollow``."""
        room: str | None = None
        with suppress(Busy, Unreachable):
            room = self._led.ask("unfollow", connection, game, follower=connection)
        return room

    def playing(self, competition: str) -> list[dict[str, Any]]:
        """See ``FinalsBroadcast.playing``."""
        return list(self._led.ask("playing", competition))

    def all_playing(self) -> list[dict[str, Any]]:
        """See ``FinalsBroadcast.all_playing``."""
        return list(self._led.ask("all_playing"))

    def look(self) -> dict[str, Any]:
        """See ``FinalsBroadcast.look``."""
        return dict(self._led.ask("look"))

    def predict(self, connection: str, game: object, ply: object, text: object, visitor: str) -> dict[str, Any]:
        """See ``FinalsBroadcast.predict``."""
        return dict(self._led.ask("predict", connection, game, ply, text, visitor, follower=connection))

    def judge(self, connection: str, game: object, on: object) -> None:
        """See ``FinalsBroadcast.judge``."""
        self._led.ask("judge", connection, game, on, follower=connection)

    def drop(self, connection: str) -> None:
        """See ``FinalsBroadcast.drop``."""
        if self._led.part is not None:
            self._led.part.drop(connection)

    def snapshot(self, competition: str) -> dict[str, Any]:
        """See ``FinalsBroadcast.snapshot``."""
        return dict(self._led.ask("snapshot", competition))
