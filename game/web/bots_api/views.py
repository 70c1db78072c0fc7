"""The addresses of bots over the network: each operation of the description with what it does.

A token is looked up in the database at each request, so it opens the same at every server of a site; games are asked
for through the lobby, which finds where they are carried on.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, request
from flask.typing import ResponseReturnValue

from plyground.core.errors import GameFinished, Refusal
from plyground.core.messages import _
from plyground.core.refusals import (
    BadToken,
    GaveUp,
    Malformed,
    NoOffer,
    NotFinished,
    NothingToTakeBack,
    NotYourGame,
    OfferOpen,
    OldPly,
    TooFast,
    WrongTurn,
)
from plyground.sessions.limits import Buckets
from plyground.sessions.lobby import Lobby
from plyground.sessions.network import telling
from plyground.sessions.network.accounts import Account, Accounts
from plyground.sessions.network.challenges import Challenges
from plyground.sessions.reading import a_number_typed, a_text, a_whole_number
from plyground.sessions.visitors import Visitor, network
from plyground.web.addresses import Here
from plyground.web.bots_api.ladder import Ladder
from plyground.web.bots_api.operations import CLASHES, NDJSON, OPERATIONS, SWITCHED
from plyground.web.bots_api.streams import Ear, Feeds, Line, ListeningWire, Places, lines
from plyground.web.broadcast import Broadcaster
from plyground.web.exchange import bearer, json_body

MOST_LISTED = 100
_CLASHES = {
    each.code: each
    for each in (GameFinished, GaveUp, NoOffer, NotFinished, NothingToTakeBack, OfferOpen, OldPly, WrongTurn)
}
"""Refusals of a command that was sound but comes at the wrong moment."""
_ASKED = {each.name for operation in OPERATIONS for each in operation.parameters if each.where == "query"}
Handler = Callable[..., ResponseReturnValue]


def blueprint(lobby: Lobby, broadcaster: Broadcaster, wire: ListeningWire, here: Here, ladder: Ladder) -> Blueprint:
    """All of them; ``wire`` is what the broadcaster sends by."""
    api = Blueprint("bots_api", __name__)
    bots = NetworkBots(lobby, broadcaster, wire, here, ladder)
    for operation in OPERATIONS:
        done: Handler = getattr(bots, operation.name)
        if operation.token:
            done = partial(bots.opened, done)
        api.add_url_rule(operation.rule, operation.name, done, methods=[operation.method])
        if operation.status == SWITCHED:
            api.add_url_rule(operation.rule, operation.name, done, methods=[operation.method], websocket=True)
    api.after_request(_say_what_opens)
    return api


def _say_what_opens(answer: Response) -> Response:
    if answer.status_code == BadToken.status:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


class NetworkBots:
    """What each operation does, under its name."""

    def __init__(self, lobby: Lobby, broadcaster: Broadcaster, wire: ListeningWire, here: Here, ladder: Ladder) -> None:
        self._ladder = ladder
        self._lobby, self._broadcaster, self._wire, self._here = lobby, broadcaster, wire, here
        self._database = lobby.store.database
        self._accounts = Accounts(self._database)
        self._challenges = Challenges(lobby, self._accounts)
        self._feeds, self._places = Feeds(self._database), Places()
        asked = _("A bot asks at most ten times a second, with bursts of sixty; use the streams, which wait for you.")
        self._asked = Buckets(10, 60, asked)
        self._made = Buckets(1 / 30, 200, _("Many bots were made from here lately; wait a minute before the next."))
        self._strangers = Buckets(5, 60, _("Too many wrong tokens came from here; wait a moment."))
        self._listed = Buckets(5, 30, _("That was asked for too often from here; wait a moment."))

    def opened(self, done: Handler, **given: str) -> ResponseReturnValue:
        """Do something for the bot whose token the request shows. Wrong tokens are counted; a right one is never kept
        out by those of others at its address."""
        try:
            account = self._accounts.of(bearer())
        except BadToken:
            self._strangers.take(network(request.remote_addr or ""))
            raise
        self._asked.take(f"bot {account.id}")
        _insist_once()
        return done(account, **given)

    # Accounts

    def make_bot(self) -> ResponseReturnValue:
        home = network(request.remote_addr or "")
        self._made.check(home)
        account, token = self._accounts.make(json_body())
        try:
            self._made.take(home)  # what was refused does not count
        except TooFast:  # many came at once
            self._accounts.delete(account.id)
            raise
        return jsonify({**account.as_json(), "token": token}), 201

    def list_bots(self) -> ResponseReturnValue:
        self._listed.take(network(request.remote_addr or ""))
        _insist_once()
        listed = self._accounts.listed(a_text(request.args, "game", 40), MOST_LISTED)
        return jsonify(bots=[account.as_json() for account in listed])

    def account(self, account: Account) -> ResponseReturnValue:
        return jsonify(account.as_json())

    def renew_token(self, account: Account) -> ResponseReturnValue:
        return jsonify(token=self._accounts.renew(account.id))

    def delete_bot(self, account: Account) -> ResponseReturnValue:
        self._challenges.close_all(account)
        resigned = 0
        for game in self._accounts.games(account.id, False, MOST_LISTED):
            with suppress(Refusal):  # what cannot be given up now is left as it is
                state = self._lobby.known(game["id"], game["seat"])
                said = self._lobby.command(_message(game["id"], state["ply"], "resign", {}), seat=game["seat"])
                resigned += bool(said["ok"])
        self._ladder.delete(account.id)
        self._accounts.delete(account.id)
        return jsonify(deleted=True, resigned=resigned)

    def list_events(self, account: Account) -> ResponseReturnValue:
        after = a_number_typed(request.args, "after", 0, 10**9, 0)
        events = telling.told_since(self._database, account.id, after)
        return jsonify(events=events, last=telling.last_told(self._database, {account.id}).get(account.id, 0))

    def stream_events(self, account: Account) -> ResponseReturnValue:
        after = a_number_typed(request.args, "after", 0, 10**9, -1)
        last = [telling.last_told(self._database, {account.id}).get(account.id, 0) if after < 0 else after]
        who = _who(account)
        self._places.take(who)
        ear = self._feeds.open(account.id)

        def news() -> Iterable[Line]:
            for event in telling.told_since(self._database, account.id, last[0]):
                last[0] = event["seq"]
                yield event

        return _stream(ear, news, lambda: False, lambda: self._feeds.close(ear), self._places, who)

    def play_ladder(self, account: Account, competition: str) -> ResponseReturnValue:
        who = _who(account)
        self._places.take(who)
        try:
            return self._ladder.serve(account, competition)
        finally:
            self._places.give_back(who)

    # Challenges

    def list_challenges(self, account: Account) -> ResponseReturnValue:
        return jsonify(challenges=[each.as_json(account.id) for each in self._challenges.of(account.id)])

    def make_challenge(self, account: Account) -> ResponseReturnValue:
        challenge, made = self._challenges.make(account, json_body(), _who(account))
        told = None if challenge is None else challenge.as_json(account.id)
        if made is None:
            return jsonify(challenge=told, game_id=None, links={}), 201
        page, guests = f"{self._here()}/g/{made.id}", {name[1:]: token for name, token in made.tokens.items()}
        links = {seat: f"{page}#s{seat}={token}" for seat, token in guests.items()}
        return jsonify(challenge=told, game_id=made.id, links=links), 201

    def get_challenge(self, account: Account, challenge: str) -> ResponseReturnValue:
        return jsonify(self._challenges.get(account.id, challenge).as_json(account.id))

    def accept(self, account: Account, challenge: str) -> ResponseReturnValue:
        return jsonify(self._challenges.accept(account, challenge, _who(account)).as_json(account.id))

    def decline(self, account: Account, challenge: str) -> ResponseReturnValue:
        return jsonify(self._challenges.decline(account, challenge).as_json(account.id))

    def cancel(self, account: Account, challenge: str) -> ResponseReturnValue:
        return jsonify(self._challenges.cancel(account, challenge).as_json(account.id))

    # Playing

    def list_games(self, account: Account) -> ResponseReturnValue:
        wanted = request.args.get("finished")
        if wanted not in (None, "true", "false"):
            raise Malformed(_("The field “{name}” is true or false.", name="finished"))
        finished = None if wanted is None else wanted == "true"
        return jsonify(games=self._accounts.games(account.id, finished, MOST_LISTED))

    def state(self, account: Account, game: str) -> ResponseReturnValue:
        seat, first = self._seat(account, game), a_number_typed(request.args, "from", 0, 999_999, 0)
        return jsonify({"type": "state", **self._lobby.known(game, seat, first)})

    def stream_game(self, account: Account, game: str) -> ResponseReturnValue:
        seat, who = self._seat(account, game), _who(account)
        self._places.take(who)
        follower = Follower(self._lobby, self._broadcaster, self._wire, game, seat)
        try:
            follower.join()
        except BaseException:
            follower.leave()
            self._places.give_back(who)
            raise
        return _stream(follower.ear, follower.news, follower.over, follower.leave, self._places, who)

    def move(self, account: Account, game: str) -> ResponseReturnValue:
        return self._command(account, game, "move")

    def resign(self, account: Account, game: str) -> ResponseReturnValue:
        return self._command(account, game, "resign")

    def draw(self, account: Account, game: str) -> ResponseReturnValue:
        return self._command(account, game, "draw")

    def takeback(self, account: Account, game: str) -> ResponseReturnValue:
        return self._command(account, game, "takeback")

    def rematch(self, account: Account, game: str) -> ResponseReturnValue:
        return self._command(account, game, "rematch")

    def _command(self, account: Account, game: str, do: str) -> ResponseReturnValue:
        seat = self._seat(account, game)
        body = json_body() if request.get_data() else {}
        now = self._lobby.known(game, seat, 1_000_000)["ply"] if body.get("ply") is None else 0
        ply = a_whole_number(body, "ply", 0, 1_000_000, default=now)
        said = self._lobby.command(_message(game, ply, do, body), seat=seat, who=_who(account))
        if said["ok"]:
            return jsonify(said)
        error = said["error"]
        status = CLASHES if error["code"] in _CLASHES else _statuses().get(error["code"], 400)
        return make_response(jsonify(error=error, **{n: said[n] for n in ("seq", "ply") if n in said}), status)

    def _seat(self, account: Account, game: str) -> int:
        seat = self._accounts.seat(account.id, game)
        if seat is None:
            self._lobby.snapshot(game)  # raises NoSuchGame
            raise NotYourGame(_("Your bot has no seat in this game."))
        return seat


class Follower:
    """A stream's connection to a game: it joins as pages do, so that changes are heard wherever the game is."""

    def __init__(self, lobby: Lobby, broadcaster: Broadcaster, wire: ListeningWire, game: str, seat: int) -> None:
        self._lobby, self._broadcaster, self._wire, self._game, self._seat = lobby, broadcaster, wire, game, seat
        self._name, self.ear = wire.open()
        self._rooms: list[str] = []
        self._state: dict[str, Any] = {}

    def join(self) -> None:
        """Follow the game from now on."""
        entered: list[str] = []

        def enter(room: str) -> None:
            self._broadcaster.enter(self._name, room)
            entered.append(room)

        self._lobby.join(self._game, (), self._name, enter, (self._seat,))
        for room in entered:
            self._broadcaster.release(self._name, room)
        self._rooms += entered

    def news(self) -> Iterator[Line]:
        """The state, if it has changed since the last line."""
        first = int(self._state.get("ply", 0))
        if self.ear.take_again():
            self.join()
            first = 0
        state = self._lobby.known(self._game, self._seat, first)
        if state["seq"] == self._state.get("seq"):
            return
        if state["ply"] < first:  # taken back
            state = self._lobby.known(self._game, self._seat, 0)
        self._state = state
        yield {"type": "state", **state}

    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state.get("status") == "finished")

    def leave(self) -> None:
        """Follow it no more."""
        self._lobby.drop(self._name)
        for room in self._rooms:
            self._broadcaster.leave(self._name, room)
        self._wire.close(self._name)


def _stream(
    ear: Ear, news: Callable[[], Iterable[Line]], over: Callable[[], bool], leave: Callable[[], None],
    places: Places, bot: str,
) -> Response:  # fmt: skip
    """The answer that goes on; whatever ends it, the place is free again."""
    ends = ExitStack()
    ends.callback(places.give_back, bot)
    ends.callback(leave)
    answer = Response(lines(ear, news, over), mimetype=NDJSON)
    answer.call_on_close(ends.close)
    answer.headers["X-Accel-Buffering"] = "no"  # nginx sends on what comes
    return answer


def _insist_once() -> None:
    """Raise ``Malformed`` if the address says something twice."""
    for name, values in request.args.lists():
        if len(values) > 1 and name in _ASKED:
            raise Malformed(_("The address says {name} more than once.", name=name))


def _message(game: str, ply: int, do: str, body: dict[str, Any]) -> dict[str, Any]:
    """The command that the lobby knows."""
    given: dict[str, Any] = {name: body[name] for name in ("move", "answer") if name in body}
    own = body.get("id")
    return {"game": game, "id": secrets.token_hex(8) if own is None else own, "ply": ply, "do": do, **given}


def _who(account: Account) -> str:
    """The bot as limits of visitors see it, counted with its address."""
    home = network(request.remote_addr or "")
    return Visitor(f"b{account.id}", home, home)


def _statuses() -> dict[str, int]:
    """The http status of each code of a refusal."""
    found: dict[str, int] = {}
    waiting: list[type[Refusal]] = [Refusal]
    while waiting:
        kind = waiting.pop()
        found[kind.code] = kind.status
        waiting += kind.__subclasses__()
    return found
