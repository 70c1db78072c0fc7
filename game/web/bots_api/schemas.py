"""The shapes of what bots over the network send and get, as JSON Schema; their words are those of the page ``/api``."""

from __future__ import annotations

from typing import Any

from plyground.core.messages import _
from plyground.sessions.network.accounts import LONGEST_NAME

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    """The shape of this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def an_object(required: str, **fields: Schema) -> Schema:
    """An object with these fields, the ``required`` ones among them (all for ``*``)."""
    needed = list(fields) if required == "*" else required.split()
    return {"type": "object", "properties": fields, **({"required": needed} if needed else {})}


def a_list(of: Schema, says: str = "") -> Schema:
    """A list of one shape."""
    return {"type": "array", "items": of, **_said(says)}


def a_text(says: str = "", longest: int | None = None, least: int = 0, pattern: str = "") -> Schema:
    """A text of at most ``longest`` characters."""
    bounds: Schema = {} if longest is None else {"maxLength": longest}
    return {
        "type": "string",
        **bounds,
        **({"minLength": least} if least else {}),
        **({"pattern": pattern} if pattern else {}),
        **_said(says),
    }


def one_of(*values: str, says: str = "") -> Schema:
    """One of these texts."""
    return {"type": "string", "enum": list(values), **_said(says)}


def a_whole_number(says: str = "", least: int = 0, most: int | None = None) -> Schema:
    """A whole number."""
    return {"type": "integer", "minimum": least, **({} if most is None else {"maximum": most}), **_said(says)}


def a_number(says: str = "", least: float = 0) -> Schema:
    """A number."""
    return {"type": "number", "minimum": least, **_said(says)}


def or_null(schema: Schema) -> Schema:
    """This, or null."""
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def _said(says: str) -> Schema:
    return {"description": says} if says else {}


ANY_OBJECT: Schema = {"type": "object"}
TRUTH: Schema = {"type": "boolean"}

CLOCK_GIVEN = an_object(
    "kind",
    kind=one_of(
        "none", "move", "game", "days", says=_("none, a time for each move, for the game, or days for each move")
    ),
    seconds=a_number(_("for each move, where kind is move")),
    base=a_number(_("for the game, where kind is game")),
    increment=a_number(_("added after each move, where kind is game")),
    days=a_whole_number(_("for each move, where kind is days: 1 to 14")),
)
SEAT_GIVEN = an_object(
    "kind",
    kind=one_of("me", "network", "bot", "link", says=_("you, another bot over the network, a bot of ours, or a link")),
    bot=a_text(_("the id of a bot over the network, or the text of a bot of ours")),
    level=a_text(_("the id of one of the game’s levels, in place of bot")),
    name=a_text(_("what the person who takes the link is called")),
)

SCHEMAS: dict[str, Schema] = {
    "Refusal": an_object(
        "error",
        error=an_object("code sentence", code=a_text(_("stable, for programs")), sentence=a_text(_("for people"))),
    ),
    "NewBot": an_object(
        "name",
        name=a_text(_("one line, unlike that of any other bot"), LONGEST_NAME, 1),
        games=a_list(a_text(), _("the ids of the games that it plays; none stands for all")),
    ),
    "Bot": an_object("id name games", id=a_text(), name=a_text(), games=a_list(a_text())),
    "BotWithToken": an_object(
        "*",
        id=a_text(),
        name=a_text(),
        games=a_list(a_text()),
        token=a_text(_("what opens the account from now on; it is shown this once, and the server keeps a digest")),
    ),
    "Bots": an_object("*", bots=a_list(ref("Bot"))),
    "Token": an_object("*", token=a_text(_("the old one opens nothing from now on"))),
    "Deleted": an_object("*", deleted=TRUTH, resigned=a_whole_number(_("games that were given up"))),
    "NewChallenge": an_object(
        "game",
        game=a_text(_("the id of a game, of those in /api/catalogue")),
        options=ANY_OBJECT | {"description": _("the game’s options, such as its size")},
        position=a_text(_("the text of a position in which to begin")),
        moves=a_list(a_text(), _("moves that are played before the game begins")),
        seats=a_list(ref("SeatGiven"), _("one for each seat; else the first is yours, our bots have the others")),
        bot=a_text(_("where there are no seats: our bot opposite")),
        level=a_text(_("where there are no seats: the level opposite")),
        clock=ref("ClockGiven"),
    ),
    "SeatGiven": SEAT_GIVEN,
    "ClockGiven": CLOCK_GIVEN,
    "Challenge": an_object(
        "*",
        id=a_text(),
        state=one_of("open", "accepted", "declined", "cancelled"),
        challenger=ref("Bot"),
        yours=TRUTH | {"description": _("whether you made it")},
        game=a_text(),
        options=ANY_OBJECT,
        position=or_null(a_text()),
        clock=ANY_OBJECT,
        seats=a_list(ANY_OBJECT),
        your_seat=a_whole_number(),
        game_id=or_null(a_text(_("the game, once it has begun"))),
        created=a_number(_("seconds since 1970")),
    ),
    "Challenges": an_object("*", challenges=a_list(ref("Challenge"))),
    "Offered": an_object(
        "*",
        challenge=or_null(ref("Challenge")),
        game_id=or_null(a_text(_("the game, if nobody had to be asked"))),
        links=ANY_OBJECT | {"description": _("by seat, the address by which a person takes it; it is shown this once")},
    ),
    "GameInShort": an_object("*", id=a_text(), game=a_text(), seat=a_whole_number(_("yours, from 0")), finished=TRUTH),
    "Games": an_object("*", games=a_list(ref("GameInShort"))),
    "Clock": {
        "type": "object",
        "description": _("left: the seconds that each seat has now, null without a clock; running: whose time runs"),
        "required": ["kind", "left", "running"],
    },
    "State": an_object(
        "*",
        type=one_of("state"),
        id=a_text(),
        game=a_text(),
        title=a_text(),
        options=ANY_OBJECT,
        start=a_text(_("the position in which the game began, as far as you may know it")),
        map=or_null(a_text(_("the map of a game that is played on one: /api/maps/MAP"))),
        seats=a_list(ANY_OBJECT, _("name and kind by seat")),
        seat=a_whole_number(_("yours, from 0")),
        seq=a_whole_number(_("the number of the last event")),
        ply=a_whole_number(_("how many moves were made")),
        to_move=or_null(a_whole_number(_("whose turn it is, null at the end"))),
        your_turn=TRUTH,
        position=or_null(a_text(_("null where it is very long"))),
        legal=or_null(a_list(a_text(), _("your moves; null where there are more than 2,000"))),
        moves=a_list(a_text(), _("the moves from ply “from” on")),
        clock=ref("Clock"),
        status=one_of("playing", "finished"),
        result=or_null(ANY_OBJECT),
        offers=ANY_OBJECT | {"description": _("the seats that offer a draw, ask to take back, want a rematch")},
        out=a_list(a_whole_number(), _("seats of three or more that gave up")),
        waiting=a_list(a_whole_number(), _("seats whose guests have not come yet")),
        series=ANY_OBJECT | {"description": _("the score over rematches: games, and points by seat")},
        pace=a_number(),
        paused=TRUTH,
        next=or_null(a_text(_("the rematch"))),
        **{"from": a_whole_number()},
    ),
    "Move": an_object(
        "move",
        move=a_text(_("as the game writes it"), 12_000, 1),
        ply=a_whole_number(_("where the game was when you chose; it is refused if it has moved on"), 0, 1_000_000),
        id=a_text(_("of your own: the same one again does nothing more, and is answered again"), 64, 1),
    ),
    "Command": an_object(
        "",
        ply=a_whole_number(_("as with a move"), 0, 1_000_000),
        id=a_text(_("as with a move"), 64, 1),
    ),
    "Draw": an_object(
        "answer",
        answer=one_of("offer", "accept", "decline"),
        ply=a_whole_number("", 0, 1_000_000),
        id=a_text("", 64, 1),
    ),
    "Takeback": an_object(
        "answer",
        answer=one_of("ask", "accept", "decline"),
        ply=a_whole_number("", 0, 1_000_000),
        id=a_text("", 64, 1),
    ),
    "Done": an_object("ok seq", ok=TRUTH, seq=a_whole_number(_("the number of the event"))),
    "Event": an_object(
        "type seq at",
        type=one_of(
            "challenge", "challenge_accepted", "challenge_declined", "challenge_cancelled", "game_start", "game_finish"
        ),
        seq=a_whole_number(_("numbered from 1, without gaps")),
        at=a_number(_("seconds since 1970")),
        challenge=ref("Challenge"),
        game=ANY_OBJECT,
    ),
    "Events": an_object("*", events=a_list(ref("Event")), last=a_whole_number(_("the number of the last one"))),
    "EventLine": {
        "type": "object",
        "required": ["type"],
        "description": _("an Event, a heartbeat each ten seconds, or, last, dropped with a sentence"),
    },
    "StateLine": {
        "type": "object",
        "required": ["type"],
        "description": _("a State, a heartbeat each ten seconds, or, last, dropped with a sentence"),
    },
}
