"""The websocket by which a bot on a computer elsewhere takes part in a competition: it plays while it is connected."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Response, g, request
from simple_websocket import ConnectionClosed
from werkzeug.wrappers import Response as AnyResponse

from plyground.competitions import registration, roster, seasons
from plyground.competitions.refereeing.networked import BACK_SECONDS
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core import json_text
from plyground.core.errors import Refusal, UnfitBot
from plyground.core.messages import _
from plyground.core.refusals import Malformed, UnfitServer
from plyground.sessions.network.accounts import Account
from plyground.sessions.reading import a_text
from plyground.web.bots_api.laptops import LONGEST_LINE, Laptop, Laptops, left_behind
from plyground.web.transport import Reading, over

log = logging.getLogger(__name__)

_PING_SECONDS = 5
_HELLO_SECONDS = 20.0


class Ladder:
    """Lets bots into competitions for as long as they are connected."""

    def __init__(self, store: CompetitionStore, service: CompetitionService, scheduler: str = "") -> None:
        """``scheduler`` names the cluster on which competitions are played, if there is one."""
        self._store, self._service, self._scheduler = store, service, scheduler
        self._laptops = Laptops()

    def start(self) -> None:
        """Let nobody play bots that were connected to a server which was killed; they come back by themselves."""
        for account in left_behind():
            registration.disconnected(self._store, account)

    def delete(self, account: str) -> None:
        """An account is gone, and its bot plays no more."""
        self._laptops.delete(account)
        registration.disconnected(self._store, account)

    def serve(self, account: Account, competition: str) -> AnyResponse:
        """The conversation; comes back when it is over. Raises a refusal before it begins."""
        found = seasons.present(self._store, competition)
        if not account.plays(found.game):
            raise UnfitBot(_("Your bot does not play the game of this competition."))
        if self._scheduler:
            raise UnfitServer(_("Competitions are played on other machines here, which reach no bot elsewhere."))
        try:
            line = Reading(request.environ, ping_interval=_PING_SECONDS, max_message_size=LONGEST_LINE)
        except (RuntimeError, ValueError):  # a web server that carries none, or a request that opens none
            raise Malformed(_("This address is for a websocket: plyground connect opens one.")) from None
        g.pop("begun", None)  # how long it lasts is no measure of the server
        try:
            self._talk(line, account, found)
        except Exception:
            log.exception("The conversation with a bot over the network failed.")
        finally:
            with suppress(Exception):
                line.close()
        return _Done(line)

    def _talk(self, line: Reading, account: Account, competition: Competition) -> None:
        sending = threading.Lock()
        laptop: Laptop | None = None

        def send(message: dict[str, Any]) -> None:
            with sending:
                try:
                    line.send(json.dumps(message, ensure_ascii=False))
                except OSError:  # its thread has closed the socket, and does not know yet
                    raise ConnectionClosed from None

        try:
            first = _read(line.receive(_HELLO_SECONDS))
            got = first.get("got") if isinstance(first, dict) else None
            if not isinstance(got, dict):
                raise Malformed(_("The first message says which lines you have: got, an object."))
            code = a_text(first, "code", 40)
            entry = roster.connect(self._store, competition.id, account.id, account.name, code)
            laptop = self._laptops.get(account.id, partial(registration.disconnected, self._store, account.id))
            hello = {"bot": entry.alias, "competition": competition.id, "game": competition.game, "back": BACK_SECONDS}
            laptop.attach(send, got, hello)
            self._service.submitted(competition.id)
            while True:
                laptop.heard(_read(line.receive()))
        except ConnectionClosed:
            pass
        except Refusal as refusal:
            with suppress(Exception):
                send({"error": refusal.as_json()})
        finally:
            if laptop is not None:
                laptop.detach(send)


def _read(text: Any) -> Any:
    if text is None:
        raise Malformed(_("Nothing was said in time."))
    try:
        return json_text.read(text)
    except ValueError:
        raise Malformed(_("That message cannot be read; a message is a JSON object.")) from None


class _Done(Response):
    """After a websocket nothing is left to be answered."""

    def __init__(self, line: Reading) -> None:
        super().__init__()
        self._line = line

    def __call__(self, *given: Any, **more: Any) -> Iterable[bytes]:
        raise over(self._line)
