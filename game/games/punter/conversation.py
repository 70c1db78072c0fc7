"""What a program and the contest's server said to each other, online or offline, as the game that was played.

Each message is JSON, with its length before it (``92:{"move":…}``) or not, on a line of its own or not; what else
stands on a line is left out. The set-up names the map, and each prompt the moves since one's own last one, in the
order of turns from oneself on: together they are all moves of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from plyground.core import json_text
from plyground.core.errors import MalformedRecord
from plyground.core.messages import _
from plyground.games.punter.position import MOST_PUNTERS

_SIGNS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[{}]', re.DOTALL)
MOVES = ("claim", "pass", "splurge", "option")


def looks_like(text: str) -> bool:
    """Whether a text that is no JSON as a whole may be such a conversation."""
    return '"punter"' in text and '"map"' in text and '"moves"' in text


def read(text: str) -> dict[str, Any]:
    """The game in the contest's JSON, with ``tags``; raises ``MalformedRecord``."""
    begun: dict[str, Any] | None = None
    prompts: list[list[dict[str, Any]]] = []
    own: dict[str, Any] = {}
    bets: list[Any] = []
    name = ""
    for message in messages(text):
        if isinstance(message.get("map"), dict) and "punters" in message and "punter" in message:
            if begun is not None and (begun["map"], begun["punter"]) != (message["map"], message["punter"]):
                raise MalformedRecord(_("The text holds the conversations of several games; keep a single one."))
            begun = message
        elif isinstance(message.get("you") or message.get("me"), str):
            name = name or str(message.get("you") or message.get("me"))
        elif "ready" in message and isinstance(message.get("futures"), list):
            bets = message["futures"]
        elif any(isinstance(message.get(kind), dict) for kind in MOVES):
            own = message
        for kind in ("move", "stop"):
            told = message.get(kind)
            if isinstance(told, dict) and isinstance(told.get("moves"), list):
                prompts.append([each for each in told["moves"] if isinstance(each, dict)])
        if "stop" in message and prompts:  # which says of one's own last move that it was a pass
            prompts[-1] = [
                own if "pass" in each and punter_of(each) == punter_of(own) else each for each in prompts[-1]
            ]
    if begun is None or not prompts:
        raise MalformedRecord(_("The conversation has no set-up with a map, or no moves."))
    punters, me = begun.get("punters"), begun.get("punter")
    if not (isinstance(punters, int) and isinstance(me, int) and 0 <= me < punters <= MOST_PUNTERS):
        raise MalformedRecord(
            _("The conversation's set-up names no seat among 1 to {most_punters} punters.", most_punters=MOST_PUNTERS)
        )
    rivers = begun["map"].get("rivers")
    moves = _in_order(prompts, punters, me)[: len(rivers) if isinstance(rivers, list) else 0]
    given = begun.get("settings")
    settings = given if isinstance(given, dict) else {}
    game: dict[str, Any] = {"map": begun["map"], "punters": punters, "settings": settings, "moves": moves}
    if settings.get("futures"):
        game["futures"] = {str(me): bets}
    return {**game, "tags": {f"team_{me}": name[:200]} if name else {}}


def _in_order(told: list[list[dict[str, Any]]], punters: int, me: int) -> list[dict[str, Any]]:
    """All moves: the first round tells those before one's first turn, each later one a whole round from oneself on."""
    moves: list[dict[str, Any]] = []
    for number, round_ in enumerate(each for prompt in told for each in rounds(prompt, punters)):
        by_punter = {punter_of(move): move for move in round_}
        if len(by_punter) < len(round_) == punters:  # somebody gave another's number, and the contest's server took it
            by_punter = dict(enumerate(round_))
        seats = range(me) if number == 0 else ((me + away) % punters for away in range(punters))
        moves += [by_punter.get(seat, {"pass": {"punter": seat}}) for seat in seats]
    return moves


def rounds(moves: Iterable[Any], punters: int) -> list[list[dict[str, Any]]]:
    """The rounds of a prompt apart: one, or all that an offline punter missed by being late."""
    whole = [move for move in moves if isinstance(move, dict)]
    return [whole[begin : begin + punters] for begin in range(0, len(whole), punters)] or [[]]


def punter_of(move: dict[str, Any]) -> int:
    """Whose move it is, -1 where that is not told."""
    body: dict[str, Any] = next((move[kind] for kind in MOVES if isinstance(move.get(kind), dict)), {})
    punter = body.get("punter")
    return punter if isinstance(punter, int) else -1


def messages(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in a text, in order; what is none is left out."""
    depth, begun = 0, 0
    for sign in _SIGNS.finditer(text):
        if sign[0] == "{":
            if depth == 0:
                begun = sign.start()
            depth += 1
        elif sign[0] == "}" and depth:
            depth -= 1
            if depth == 0:
                try:
                    data = json_text.read(text[begun : sign.end()])
                except ValueError:
                    continue
                if isinstance(data, dict):
                    yield data
