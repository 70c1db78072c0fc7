"""The settings of a competition that people choose, declared once: forms, the command line and programs give them flat.

Numbers, choices and switches are declared as options. Clocks are written as ``10+1`` and the bonus table as
``1=20,2=15,3-5=10``; they have readers of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.competitions.sandbox.contract import MEGABYTE
from plyground.competitions.settings import EventSettings, parse_clock
from plyground.core.options import Option
from plyground.core.refusals import BadSetting

DECLARED = (
    Option(
        "pairing", "choice", "double", "Everybody meets everybody both ways round, or Swiss rounds of near equals.",
        choices=("double", "swiss"),
    ),
    Option("times", "int", 1, "How often everybody meets everybody both ways round.", 1, 100, title="Times over"),
    Option("rounds", "int", 0, "0: as many as the field needs.", 0, 100, title="Swiss rounds"),
    Option("tables", "int", 0, "Tables for each bot where more than two play. 0: all there are.", 0, 2000),
    Option("final", "int", 0, "How many of the best play a final. 0: none.", 0, 64),
    Option("final_games", "int", 2, "Games of a match of the final, an even number.", 2, 20, title="Games a match"),
    Option(
        "final_waits", "bool", False, "The event then stops before its final, until you begin it before everybody.",
        title="The final waits for you",
    ),
    Option(
        "final_pace", "float", 0.0, "Seconds between two moves of the final's games, for those who watch.",
        0, 5, title="Pace of the final",
    ),
    Option("openings", "int", 0, "Random plies, as even as can be, that begin each pair of games.", 0, 100),
    Option("most_moves", "int", 0, "A game is drawn after so many moves. 0: never.", 0, 20_000, title="Longest game"),
    Option(
        "table_points", "choice", "places",
        "At tables of three or more: by places, or a point for each who did worse.",
        choices=("places", "pairs"), title="Points at a table",
    ),
    Option(
        "tie_break_places", "bool", False, "Otherwise equal points share a place, and the tie-break gives badges only.",
        title="The tie-break decides places too",
    ),
    Option("memory", "int", 512, "What a bot may hold in memory.", 16, 65_536, title="Memory in MB"),
    Option("scratch", "int", 16, "Room for a bot's own files during a game.", 0, 4096, title="Files in MB"),
    Option("threads", "int", 32, "They share the one core of their game.", 1, 1024),
)  # fmt: skip
"""Each as a form shows it."""

NAMES = ("clock", "ladder_clock", "bonus", *(option.name for option in DECLARED))
MOST_BONUS = 100_000
_TEXT = 400
_OWN = (
    "pairing",
    "times",
    "rounds",
    "tables",
    "final",
    "final_games",
    "final_waits",
    "final_pace",
    "openings",
    "most_moves",
)


def flat(settings: EventSettings) -> dict[str, Any]:
    """The settings under their flat names; ``changed`` reads them back."""
    data = settings.as_json()
    return {
        "clock": _clock(data["clock"]),
        "ladder_clock": _clock(data["ladder_clock"]),
        "bonus": data["rules"]["bonus"],
        **{name: data[name] for name in _OWN},
        "table_points": data["rules"]["table"],
        "tie_break_places": data["rules"]["tie_break_places"],
        "memory": settings.bounds.memory_bytes // MEGABYTE,
        "scratch": settings.bounds.scratch_bytes // MEGABYTE,
        "threads": settings.bounds.threads,
    }


def changed(settings: EventSettings, given: Mapping[str, object], seats: int = 2) -> EventSettings:
    """The settings with those changed that are given, for a game of so many seats.

    Raises ``BadSetting`` for a name that is not known, for a value that does not fit, and for what cannot be played.
    """
    for name in given:
        if name not in NAMES:
            raise BadSetting(f"There is no setting “{str(name)[:40]}”; the settings are: {', '.join(NAMES)}.")
    data = settings.as_json()
    for option in DECLARED:
        if option.name in given:
            _put(data, option.name, option.parse(given[option.name]))
    for name in ("clock", "ladder_clock"):
        if name in given:
            data[name] = parse_clock(_text(name, given[name])).as_json()
    if "bonus" in given:
        data["rules"]["bonus"] = _text("bonus", given["bonus"])
    found = EventSettings.from_json(data)
    if any(each.points > MOST_BONUS for each in found.rules.bonus):
        raise BadSetting(f"A bonus is at most {MOST_BONUS:,} points.")
    insist_playable(found, seats)
    return found


def insist_playable(settings: EventSettings, seats: int) -> None:
    """Raise ``BadSetting`` if no event can be played so by so many seats."""
    if seats < 2:
        raise BadSetting("A competition needs a game of two seats or more.")
    if seats > 2 and settings.pairing == "swiss":
        raise BadSetting("Swiss rounds pair two; with more seats everybody meets everybody, bounded by “tables”.")


def _put(data: dict[str, Any], name: str, value: Any) -> None:
    if name in _OWN:
        data[name] = value
    elif name in ("memory", "scratch"):
        data["bounds"][f"{name}_bytes"] = value * MEGABYTE
    elif name == "threads":
        data["bounds"]["threads"] = value
    else:
        data["rules"]["table" if name == "table_points" else name] = value


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > _TEXT:
        raise BadSetting(f"The setting {name} is a text of at most {_TEXT} characters.")
    return value


def _clock(clock: Mapping[str, float]) -> str:
    return f"{clock['base']:g}+{clock['increment']:g}"
