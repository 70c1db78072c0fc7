"""The engines of others on the operator's page: how they stand, and to test, enable and stop them.

No command and no address is taken from a page: those only the keeper of the machine names.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from plyground.core import registry
from plyground.core.messages import _
from plyground.core.refusals import Busy, Malformed
from plyground.engines.declared import Engine, engines
from plyground.jobs.pool import Pool
from plyground.jobs.requests import CallRequest, News, Priority

_CALL = "plyground.engines.examining:examine_and_note"
_TEST_SECONDS = 600.0


class EngineDesk:
    """What the page shows and does. ``pool`` tests engines in its workers."""

    def __init__(self, pool: Pool) -> None:
        self._pool, self._lock = pool, threading.Lock()
        self._testing: dict[str, str] = {}

    def shown(self) -> list[dict[str, Any]]:
        """A row for each engine, and one for each file that cannot be read."""
        known = engines()
        rows = [self._row(engine) for engine in known.all().values()]
        return rows + [{"id": name, "problem": sentence} for name, sentence in known.broken.items()]

    def _row(self, engine: Engine) -> dict[str, Any]:
        with self._lock:
            testing = self._testing.get(engine.id)
        return {
            "id": engine.id,
            "title": engine.title,
            "protocol": engine.protocol,
            "games": [_title(game_id) for game_id in engine.games],
            "enabled": engine.enabled,
            "confined": engine.confined,
            "testing": testing,
            "sound": engine.tested.get("sound"),
            "tested": engine.tested.get("sentence", ""),
            "at": engine.tested.get("at"),
        }

    def do(self, engine_id: str, what: Any) -> None:
        """``test``, ``enable`` or ``stop`` an engine; raises a refusal."""
        known = engines()
        engine = known.find(engine_id)
        if what == "test":
            self._test(engine)
        elif what in ("enable", "stop"):
            known.save(replace(engine, enabled=what == "enable"))
        else:
            raise Malformed(_("The field do is test, enable or stop."))

    def _test(self, engine: Engine) -> None:
        with self._lock:
            if engine.id in self._testing:
                raise Busy(_("This engine is being tested already."))
            self._testing[engine.id] = ""

        def hear(what: News, value: Any) -> None:
            with self._lock:
                if what == "progress" and isinstance(value, dict):
                    self._testing[engine.id] = str(value.get("playing", ""))
                elif what in ("answered", "failed"):
                    self._testing.pop(engine.id, None)
            if what == "failed":
                known = engines()
                told = {"sentence": value["sentence"], "sound": False}
                known.save(replace(known.find(engine.id), tested=told))

        asked = CallRequest(_CALL, {"engine_id": engine.id}, Priority.VALIDATION, seconds=_TEST_SECONDS)
        self._pool.submit(asked, hear)


def _title(game_id: str) -> str:
    games = registry.games()
    return games[game_id].spec.title if game_id in games else game_id
