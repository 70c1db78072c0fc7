"""The text forms of Crazy Camel: moves such as ``Up`` and ``H 2 3``, positions on one line and as JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from plyground.core import json_text
from plyground.core.errors import MalformedMove, MalformedPosition, quoted
from plyground.core.messages import _
from plyground.games.camel.moves import DIRECTIONS, PASS, camel_move, move_axis, move_x, move_y
from plyground.games.camel.position import (
    MOST_CAMELS,
    AnyPosition,
    Camel,
    Layout,
    build,
    height_of,
    layout_of,
    starting_camels,
    width_of,
)
from plyground.games.camel.refusals import SlotOffBoard
from plyground.games.camel.sanity import problem

PASS_TEXT = "Pass"
_STEPS = {name.lower(): number for number, name in enumerate(DIRECTIONS)}
_STEP = re.compile(r"(?:move\s++)?(up|down)?[\s_-]*+(left|right)?", re.IGNORECASE)
_CAMEL = re.compile(r"(?:camel\s*)?([hv])[\s,(]*(-?\d{1,4})(?:\s*,\s*|\s+)(-?\d{1,4})\s*\)?", re.IGNORECASE)
_SHORT_CAMEL = re.compile(r"(?:camel\s*)?([hv])\s*(\d)(\d)", re.IGNORECASE)
_MASTER = re.compile(r"(\d{1,2}),(\d{1,2}),(\d{1,2})")
_SLOT = re.compile(r"([HV])(\d{1,2}),(\d{1,2})")
_LONGEST_POSITION = 5000


def camel_of(move: int) -> Camel:
    """The camel that a move places."""
    return Camel("-HV"[move_axis(move)], move_x(move), move_y(move))


def move_of(camel: Camel) -> int:
    """The move that places a camel."""
    return int(camel_move("-HV".index(camel.axis), camel.x, camel.y))


def move_text(move: int) -> str:
    """A move's text form."""
    if move == PASS:
        return PASS_TEXT
    return DIRECTIONS[move] if move < PASS else camel_of(move).text


def parse_move(position: AnyPosition, text: str) -> int:
    """Read a move in any case, with or without ``Move`` or ``Camel`` before it.

    Raises ``MalformedMove``, or ``SlotOffBoard`` for a camel that does not fit on this board.
    """
    word = text.strip()
    if word.lower() in {"pass", "move pass"}:
        return PASS
    step = _STEP.fullmatch(word)
    if step is not None and (step[1] or step[2]):
        return _STEPS[((step[1] or "") + (step[2] or "")).lower()]
    slot = _CAMEL.fullmatch(word) or _SHORT_CAMEL.fullmatch(word)
    if slot is None:
        raise MalformedMove(
            _(
                "{quoted} is no move; a move is a step such as Up or DownLeft, or a camel such as H 2 3 or V 0 5.",
                quoted=quoted(word),
            )
        )
    camel = Camel(slot[1].upper(), int(slot[2]), int(slot[3]))
    width, height = int(width_of(position)), int(height_of(position))
    if not (0 <= camel.x < width - 1 and 0 <= camel.y < height - 1):
        raise SlotOffBoard(
            _(
                "{text} is not on this board; the first number goes from 0 to {width}, the second from 0 to {height}.",
                text=camel.text,
                width=width - 2,
                height=height - 2,
            )
        )
    return move_of(camel)


def position_text(position: AnyPosition) -> str:
    """Size, players, camels, next seat and ply, separated by spaces: ``7x7 3,0,8 3,6,8 - 0 0``."""
    layout = layout_of(position)
    players = [f"{x},{y},{left}" for (x, y), left in zip(layout.masters, layout.in_hand, strict=True)]
    camels = ";".join(f"{camel.axis}{camel.x},{camel.y}" for camel in layout.camels) or "-"
    return f"{layout.width}x{layout.height} {players[0]} {players[1]} {camels} {layout.seat} {layout.ply}"


def position_json(position: AnyPosition) -> dict[str, Any]:
    """The position as the exercise's JSON, with the ply."""
    layout = layout_of(position)
    return {
        "configuration": {
            "board_width": layout.width,
            "board_height": layout.height,
            "starting_camels": starting_camels(position),
        },
        "camels": [list(camel) for camel in layout.camels],
        "players": [
            {"position": list(master), "current_camels": left}
            for master, left in zip(layout.masters, layout.in_hand, strict=True)
        ],
        "next_player": layout.seat,
        "ply": layout.ply,
    }


def parse_position(text: str, options: Mapping[str, Any]) -> AnyPosition:
    """Read either form with these complete options; the size that the text gives is the one that counts.

    Raises ``MalformedPosition`` for what cannot be read and for what cannot be played on.
    """
    words = text.strip()
    if len(words) > _LONGEST_POSITION:
        raise MalformedPosition(
            _("A position has at most {longest_position:,} characters.", longest_position=_LONGEST_POSITION)
        )
    starting = int(options["starting_camels"])
    if words.startswith("{"):
        layout, starting = _read_json(words, options)
    else:
        layout = _read_line(words)
    plies = int(options["max_plies"])
    wrong = problem(layout, plies)
    if wrong is not None:
        raise MalformedPosition(wrong)
    return build(layout, bool(options["edge_blocks_jump"]), starting, plies)


def _read_line(text: str) -> Layout:
    fields = text.split()
    if len(fields) not in (5, 6):
        raise MalformedPosition(
            _(
                "A position has six fields, such as 7x7 3,0,8 3,6,8 - 0 0 (size, the two players, "
                "camels, next seat, ply); here are {fields}.",
                fields=len(fields),
            )
        )
    size = re.fullmatch(r"(\d{1,2})x(\d{1,2})", fields[0])
    if size is None:
        raise MalformedPosition(_("The first field is the size, such as 7x7, not {quoted}.", quoted=quoted(fields[0])))
    players = []
    for field in fields[1:3]:
        player = _MASTER.fullmatch(field)
        if player is None:
            raise MalformedPosition(
                _("A player is written x,y,camels, such as 3,0,8, not {quoted}.", quoted=quoted(field))
            )
        players.append((int(player[1]), int(player[2]), int(player[3])))
    camels = []
    for field in [] if fields[3] == "-" else fields[3].split(";"):
        slot = _SLOT.fullmatch(field)
        if slot is None:
            raise MalformedPosition(
                _(
                    "Camels are written H2,3 or V0,5 and joined by semicolons, - stands for none; {quoted} "
                    "is none of these.",
                    quoted=quoted(field),
                )
            )
        camels.append(Camel(slot[1], int(slot[2]), int(slot[3])))
    if fields[4] not in ("0", "1"):
        raise MalformedPosition(_("The next seat is 0 or 1, not {quoted}.", quoted=quoted(fields[4])))
    ply = fields[5] if len(fields) == 6 else "0"
    if not re.fullmatch(r"\d{1,4}", ply):
        raise MalformedPosition(_("The ply is a whole number, not {quoted}.", quoted=quoted(ply)))
    (x0, y0, left0), (x1, y1, left1) = players
    masters = ((x0, y0), (x1, y1))
    return Layout(int(size[1]), int(size[2]), masters, (left0, left1), tuple(sorted(camels)), int(fields[4]), int(ply))


def _read_json(text: str, options: Mapping[str, Any]) -> tuple[Layout, int]:
    """The layout, and the camels at the start of the game."""
    try:
        data = json_text.read(text)
    except ValueError:
        raise MalformedPosition(_("The text begins like JSON but is none; check its brackets and commas.")) from None
    configuration = data.get("configuration", {})
    if not isinstance(configuration, dict):
        raise MalformedPosition(_("In the JSON, configuration is an object with board_width and board_height."))

    def setting(name: str) -> int:
        return _whole(configuration.get(name, options[name]), name)

    players = data.get("players")
    camels = data.get("camels", [])
    if not (isinstance(players, list) and len(players) == 2 and isinstance(camels, list)):
        raise MalformedPosition(_("In the JSON, players is a list of two players and camels is a list."))
    masters, in_hand = zip(*(_read_player(player) for player in players), strict=True)
    starting = setting("starting_camels")
    if not 0 <= starting <= MOST_CAMELS:
        raise MalformedPosition(
            _(
                "The starting_camels go from 0 to {most_camels}, not {starting}.",
                most_camels=MOST_CAMELS,
                starting=starting,
            )
        )
    layout = Layout(
        setting("board_width"),
        setting("board_height"),
        (masters[0], masters[1]),
        (in_hand[0], in_hand[1]),
        tuple(sorted(_read_camel(camel) for camel in camels)),
        _whole(data.get("next_player"), "next_player"),
        _whole(data.get("ply", 0), "ply"),
    )
    return layout, starting


def _read_player(player: Any) -> tuple[tuple[int, int], int]:
    place = player.get("position") if isinstance(player, dict) else None
    if not (isinstance(place, list) and len(place) == 2):
        raise MalformedPosition(_('In the JSON, a player is {"position": [x, y], "current_camels": n}.'))
    left = _whole(player.get("current_camels"), "current_camels")
    return (_whole(place[0], "position"), _whole(place[1], "position")), left


def _read_camel(camel: Any) -> Camel:
    if not (isinstance(camel, list) and len(camel) == 3 and camel[0] in ("H", "V")):
        raise MalformedPosition(_('In the JSON, a camel is ["H", x, y] or ["V", x, y].'))
    return Camel(camel[0], _whole(camel[1], "camel"), _whole(camel[2], "camel"))


def _whole(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 9999:
        raise MalformedPosition(
            _("In the JSON, {name} needs whole numbers, not {quoted}.", name=name, quoted=quoted(str(value)))
        )
    return value
