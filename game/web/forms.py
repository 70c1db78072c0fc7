"""Reading the fields of a form as the request for a game that a program makes in JSON.

A form has flat fields: ``game``, ``level``, ``with`` (``bot``, ``bots`` or ``friend``), ``position``, ``moves``,
``pace``, ``seed``, ``listed``, ``option.NAME``, ``seat.N`` (``person``, ``link`` or a bot's text), ``name.N`` and
``clock`` (``none``, ``30`` seconds a move, or ``600+5``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from plyground.core import registry
from plyground.core.messages import _
from plyground.core.refusals import Malformed

_CLOCK = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")
_SEAT = re.compile(r"(seat|name)\.(\d{1,2})")


def spec_from_form(fields: Mapping[str, str]) -> dict[str, Any]:
    """The request for a game that a form's fields make; raises ``Malformed``."""
    spec: dict[str, Any] = {"game": fields.get("game", "")}
    options = {name.removeprefix("option."): value for name, value in fields.items() if name.startswith("option.")}
    if options:
        spec["options"] = options
    if fields.get("position", "").strip():
        spec["position"] = fields["position"].strip()
    if fields.get("moves", "").strip():
        spec["moves"] = [text.strip() for text in re.split(r"[\n;]", fields["moves"]) if text.strip()]
    if fields.get("clock"):
        spec["clock"] = clock_from_text(fields["clock"])
    for name, kind in (("pace", float), ("seed", int)):
        if fields.get(name, "").strip():
            spec[name] = number(name, fields[name], kind)
    if fields.get("listed"):
        spec["listed"] = True
    seats = _seats(fields, options)
    if seats:
        spec["seats"] = seats
    elif fields.get("level"):
        spec["level"] = fields["level"]
    return spec


def clock_from_text(text: str) -> dict[str, Any]:
    """The clock that ``none``, ``30`` or ``600+5`` means; raises ``Malformed``."""
    if text == "none":
        return {"kind": "none"}
    read = _CLOCK.fullmatch(text.strip())
    if read is None:
        raise Malformed(_("A clock is none, seconds a move such as 30, or base and increment such as 600+5."))
    if read[2] is None:
        return {"kind": "move", "seconds": float(read[1])}
    return {"kind": "game", "base": float(read[1]), "increment": float(read[2])}


def number(name: str, text: str, kind: type[int] | type[float]) -> int | float:
    """The number that a field's text is; raises ``Malformed``."""
    try:
        return kind(text)
    except ValueError:
        raise Malformed(_("The field {name} is a number.", name=name)) from None


def _seats(fields: Mapping[str, str], options: Mapping[str, str]) -> list[dict[str, Any]]:
    """The seats that the fields ask for; empty if they leave them to the default."""
    count = registry.game(fields.get("game", "")).seat_count(options)
    company = fields.get("with", "bot")
    level = {"level": fields["level"]} if fields.get("level") else {}
    if company == "bots":
        return [{"kind": "bot", **level} for _unused in range(count)]
    if company == "friend":
        return [{"kind": "person"}] + [{"kind": "link"} for _unused in range(count - 1)]
    if company != "bot":
        raise Malformed(_("The field “with” is bot, bots or friend."))
    found: dict[int, dict[str, Any]] = {}
    for field, value in fields.items():
        read = _SEAT.fullmatch(field)
        if read is None or not value:
            continue
        seat = found.setdefault(int(read[2]), {})
        if read[1] == "name":
            seat["name"] = value
        elif value in ("person", "link"):
            seat["kind"] = value
        else:
            seat |= {"kind": "bot", "bot": value}
    if sorted(found) != list(range(len(found))):
        raise Malformed(_("The seats are numbered from 0 without gaps."))
    return [found[number] for number in sorted(found)]
