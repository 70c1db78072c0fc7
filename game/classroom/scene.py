"""What all screens of a class show: nothing yet, a position, a stage of the lab, a game, or the game of a vote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.classroom.question import Board, line
from plyground.core.refusals import Malformed
from plyground.sessions import reading
from plyground.sessions.lobby import Lobby
from plyground.sessions.setup import read_position

LONGEST_CAPTION, LONGEST_LINK = 300, 12_000
WELCOME: dict[str, Any] = {"kind": "welcome"}


def read_scene(message: Mapping[str, Any], lobby: Lobby) -> dict[str, Any]:
    """The scene that a teacher's message asks for, as it travels; raises a refusal."""
    scene = reading.an_object(message.get("scene"))
    kind = reading.a_text(scene, "kind", 20, required=True)
    caption = line(reading.a_text(scene, "caption", LONGEST_CAPTION))
    if kind == "welcome":
        return WELCOME
    if kind == "position":
        return {"kind": kind, **read_board(scene).as_json(), "caption": caption}
    if kind == "stage":
        return {"kind": kind, "link": read_link(scene, "link", required=True), "caption": caption}
    if kind == "game":
        game_id = reading.a_text(scene, "id", 64, required=True)
        lobby.get(game_id)
        return {"kind": kind, "id": game_id, "caption": caption}
    raise Malformed("A scene’s kind is welcome, position, stage or game.")


def read_board(message: Mapping[str, Any]) -> Board:
    """The position in ``game``, ``options``, ``position``, ``moves`` or ``record``; raises a refusal."""
    read = read_position(message)
    over = read.rules.returns(read.position) is not None
    view = read.rules.view(read.position, None if over else read.rules.to_move(read.position))
    return Board(read.rules, read.options, read.position, read.rules.position_text(read.position), view)


def read_link(message: Mapping[str, Any], name: str, required: bool = False) -> str:
    """An address of the lab on this server; raises ``Malformed``."""
    link = reading.a_text(message, name, LONGEST_LINK, required)
    if link and not (link.startswith("/lab#") and link.isprintable() and " " not in link):
        raise Malformed("A stage is an address of the lab on this server, which begins with /lab#.")
    return link
