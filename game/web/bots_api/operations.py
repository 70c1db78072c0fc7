"""What can be asked for, in one table: it serves the addresses of bots, and is the OpenAPI description and the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.core.messages import _
from plyground.web.bots_api.schemas import ANY_OBJECT, Schema, a_text, a_whole_number, one_of

NOT_READ, NO_TOKEN, NOT_YOURS, NOT_THERE, CLASHES, TOO_MUCH, TOO_OFTEN, NOT_NOW = 400, 401, 403, 404, 409, 413, 429, 503
REFUSALS = {
    NOT_READ: _("It cannot be read, or is against the rules of the game."),
    NO_TOKEN: _("There is no token, or none of a bot."),
    NOT_YOURS: _("It is another’s."),
    NOT_THERE: _("There is no such thing here."),
    CLASHES: _("It comes too late: the game or the challenge has moved on, or there is no more room."),
    TOO_MUCH: _("It is longer than is taken."),
    TOO_OFTEN: _("It is asked for too often, or too many at once."),
    NOT_NOW: _("The server cannot do it now; try again in a moment."),
}


@dataclass(frozen=True)
class Parameter:
    """A value in the address: in its path, or behind the question mark."""

    name: str
    says: str
    schema: Schema
    where: str = "query"


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked for. ``name`` is what the code calls it; ``path`` is written as OpenAPI does.

    ``body`` and ``answer`` are names of shapes, or shapes; ``kind`` is the media type of the answer. With ``token`` the
    header ``Authorization: Bearer TOKEN`` is needed.
    """

    name: str
    method: str
    path: str
    group: str
    summary: str
    answer: str | Schema
    says: str = ""
    body: str | Schema | None = None
    parameters: tuple[Parameter, ...] = ()
    status: int = 200
    kind: str = "application/json"
    token: bool = True
    refusals: tuple[int, ...] = ()

    @property
    def rule(self) -> str:
        """The path as Flask writes it."""
        return self.path.replace("{", "<").replace("}", ">")

    def refused_with(self) -> tuple[int, ...]:
        """All statuses of its refusals."""
        usual = {TOO_OFTEN, NOT_NOW} | ({NO_TOKEN} if self.token else set())
        usual |= {NOT_READ, TOO_MUCH} if self.body is not None else set()
        asked = [each for each in self.parameters if each.where == "query"]
        usual |= {NOT_READ} if asked else set()
        usual |= {TOO_MUCH} if any("maxLength" in each.schema for each in asked) else set()
        usual |= {NOT_THERE} if any(each.where == "path" for each in self.parameters) else set()
        return tuple(sorted(usual | set(self.refusals)))


def _in_path(name: str, says: str) -> Parameter:
    return Parameter(name, says, a_text(longest=64, least=1), "path")


SWITCHED = 101
"""The status with which a websocket begins."""
NDJSON = "application/x-ndjson"
ACCOUNT, CHALLENGE, PLAY, EVERYBODY = _("Account"), _("Challenges"), _("Playing"), _("For everybody")
_GAME, _CHALLENGE = _in_path("game", _("the id of one of your games")), _in_path("challenge", _("its id"))
_AFTER = Parameter(
    "after", _("only events with higher numbers; 0 for all that are kept, the last 200"), a_whole_number("", 0, 10**9)
)
_FROM = Parameter("from", _("give the moves from this ply on"), a_whole_number("", 0, 999_999))
_OWN_GAME, _COMMAND = (NOT_YOURS,), (NOT_YOURS, CLASHES)

OPERATIONS = (
    Operation(
        "make_bot",
        "POST",
        "/api/bots",
        ACCOUNT,
        _("Make a bot"),
        "BotWithToken",
        body="NewBot",
        status=201,
        token=False,
        says=_("The answer has the token, this once. The name stands in games with “(bot)” behind it."),
        refusals=(NOT_YOURS, NOT_THERE, CLASHES),
    ),
    Operation(
        "list_bots",
        "GET",
        "/api/bots",
        ACCOUNT,
        _("Bots that can be challenged"),
        "Bots",
        token=False,
        parameters=(Parameter("game", _("only those that play this game"), a_text(longest=40)),),
    ),
    Operation("account", "GET", "/api/bot", ACCOUNT, _("Your own account"), "Bot"),
    Operation("renew_token", "POST", "/api/bot/token", ACCOUNT, _("A new token in place of this one"), "Token"),
    Operation(
        "delete_bot",
        "DELETE",
        "/api/bot",
        ACCOUNT,
        _("Delete the account"),
        "Deleted",
        says=_("Games that go on are given up, challenges closed. The name stays in the games that were played."),
    ),
    Operation(
        "list_events",
        "GET",
        "/api/bot/events",
        ACCOUNT,
        _("What you were told"),
        "Events",
        parameters=(_AFTER,),
        says=_("Challenges, their answers, and the beginnings and ends of your games."),
    ),
    Operation(
        "stream_events",
        "GET",
        "/api/bot/stream",
        ACCOUNT,
        _("What you are told, as it happens"),
        "EventLine",
        parameters=(_AFTER,),
        kind=NDJSON,
        says=_("A line of JSON for each event; without “after” it begins with what happens from now on."),
    ),
    Operation(
        "list_challenges",
        "GET",
        "/api/bot/challenges",
        CHALLENGE,
        _("Open challenges, yours and those for you"),
        "Challenges",
    ),
    Operation(
        "make_challenge",
        "POST",
        "/api/bot/challenges",
        CHALLENGE,
        _("Offer a game"),
        "Offered",
        body="NewChallenge",
        status=201,
        refusals=(NOT_THERE, CLASHES),
        says=_(
            "Seats are you, other bots over the network, bots of ours, or links that you send to people. If no other "
            "bot over the network is asked, the game begins at once."
        ),
    ),
    Operation(
        "get_challenge",
        "GET",
        "/api/bot/challenges/{challenge}",
        CHALLENGE,
        _("A challenge"),
        "Challenge",
        parameters=(_CHALLENGE,),
    ),
    Operation(
        "accept",
        "POST",
        "/api/bot/challenges/{challenge}/accept",
        CHALLENGE,
        _("Accept one"),
        "Challenge",
        parameters=(_CHALLENGE,),
        refusals=_COMMAND,
        says=_("With the last who accepts the game begins."),
    ),
    Operation(
        "decline",
        "POST",
        "/api/bot/challenges/{challenge}/decline",
        CHALLENGE,
        _("Decline one"),
        "Challenge",
        parameters=(_CHALLENGE,),
        refusals=_COMMAND,
    ),
    Operation(
        "cancel",
        "POST",
        "/api/bot/challenges/{challenge}/cancel",
        CHALLENGE,
        _("Take one of your own back"),
        "Challenge",
        parameters=(_CHALLENGE,),
        refusals=_COMMAND,
    ),
    Operation(
        "list_games",
        "GET",
        "/api/bot/games",
        PLAY,
        _("Your games"),
        "Games",
        parameters=(Parameter("finished", _("only those that are over, or go on"), one_of("true", "false")),),
        says=_("The latest 100."),
    ),
    Operation(
        "state",
        "GET",
        "/api/bot/games/{game}",
        PLAY,
        _("How a game stands"),
        "State",
        parameters=(_GAME, _FROM),
        refusals=_OWN_GAME,
        says=_("Everything that your seat may know. What is hidden from it stays hidden."),
    ),
    Operation(
        "stream_game",
        "GET",
        "/api/bot/games/{game}/stream",
        PLAY,
        _("How a game stands, whenever that changes"),
        "StateLine",
        parameters=(_GAME,),
        kind=NDJSON,
        refusals=_OWN_GAME,
        says=_(
            "A line of JSON for each state, with the moves since the line before; after a move was taken back with all "
            "moves. It ends with the game."
        ),
    ),
    Operation(
        "move",
        "POST",
        "/api/bot/games/{game}/move",
        PLAY,
        _("Make a move"),
        "Done",
        body="Move",
        parameters=(_GAME,),
        refusals=_COMMAND,
    ),
    Operation(
        "resign",
        "POST",
        "/api/bot/games/{game}/resign",
        PLAY,
        _("Give the game up"),
        "Done",
        body="Command",
        parameters=(_GAME,),
        refusals=_COMMAND,
    ),
    Operation(
        "draw",
        "POST",
        "/api/bot/games/{game}/draw",
        PLAY,
        _("Offer a draw, or answer one"),
        "Done",
        body="Draw",
        parameters=(_GAME,),
        refusals=_COMMAND,
    ),
    Operation(
        "takeback",
        "POST",
        "/api/bot/games/{game}/takeback",
        PLAY,
        _("Ask to take back, or answer"),
        "Done",
        body="Takeback",
        parameters=(_GAME,),
        refusals=_COMMAND,
    ),
    Operation(
        "rematch",
        "POST",
        "/api/bot/games/{game}/rematch",
        PLAY,
        _("Want a rematch"),
        "Done",
        body="Command",
        parameters=(_GAME,),
        refusals=_COMMAND,
    ),
    Operation(
        "play_ladder",
        "GET",
        "/api/bot/ladder/{competition}",
        PLAY,
        _("Take part in a competition, by a websocket"),
        ANY_OBJECT,
        status=SWITCHED,
        parameters=(_in_path("competition", _("its id")),),
        refusals=(NOT_READ, NOT_YOURS, CLASHES),
        says=_("plyground connect opens it: a program on your computer plays the ladder while it is connected."),
    ),
)
"""Those of bots over the network, which are served from this table."""


def _open(name: str, method: str, path: str, summary: str, **more: Any) -> Operation:
    return Operation(name, method, path, EVERYBODY, summary, more.pop("answer", ANY_OBJECT), token=False, **more)


_ANY_GAME = _in_path("game", _("the id of a game"))
_TO = Parameter("to", _("until this ply"), a_whole_number("", 0, 999_999))
PUBLIC = (
    _open("description", "GET", "/api/openapi.json", _("This description")),
    _open("catalogue", "GET", "/api/catalogue", _("Games with options and levels, and our bots")),
    _open("live", "GET", "/api/live", _("Games that are being played now")),
    _open("snapshot", "GET", "/api/games/{game}", _("A game as a watcher sees it"), parameters=(_ANY_GAME,)),
    _open("views", "GET", "/api/games/{game}/views", _("Its boards"), parameters=(_ANY_GAME, _FROM, _TO)),
    _open("record", "GET", "/api/games/{game}/record", _("Its record"), parameters=(_ANY_GAME,)),
    _open(
        "notation",
        "GET",
        "/api/games/{game}/notation",
        _("The game in one of its own notations"),
        kind="text/plain",
        answer={"type": "string"},
        parameters=(_ANY_GAME, Parameter("form", _("which one"), a_text(longest=40))),
        refusals=(NOT_READ,),
    ),
    _open(
        "map",
        "GET",
        "/api/maps/{content}",
        _("A map"),
        parameters=(_in_path("content", _("its hash, as views name it")),),
    ),
    _open(
        "position",
        "POST",
        "/api/position",
        _("What a position, a record or moves lead to"),
        body=ANY_OBJECT,
        refusals=(NOT_YOURS, NOT_THERE),
    ),
    _open("competitions", "GET", "/api/competitions", _("Competitions")),
    _open(
        "competition",
        "GET",
        "/api/competitions/{competition}",
        _("A competition with its table"),
        parameters=(_in_path("competition", _("its id")),),
    ),
    _open(
        "ladder",
        "GET",
        "/api/competitions/{competition}/ladder",
        _("Its ladder"),
        parameters=(_in_path("competition", _("its id")),),
    ),
    _open("health", "GET", "/health", _("Whether the server answers")),
)
"""Some of what anybody may ask for without a token; ``docs/protocol.md`` has all of it."""
