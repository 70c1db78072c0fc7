"""The settings of a competition, declared once: pairing, clocks, points, and what a bot may use.

Forms, the command line and programs give them flat, under the names of ``NAMES``. Numbers, choices and switches are
declared as options; clocks are written as ``10+1`` and the bonus table as ``1=20,2=15,3-5=10``.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from plyground.competitions.languages import table
from plyground.competitions.ranking.standing import Rules
from plyground.competitions.refereeing.clock import Control
from plyground.core.errors import BadOption
from plyground.core.messages import _
from plyground.core.options import Option
from plyground.core.refusals import BadSetting
from plyground.sandbox.contract import MEGABYTE, Bounds

DECLARED = (
    Option(
        "pairing", "choice", "double", _("Everybody meets everybody both ways round, or Swiss rounds of near equals."),
        choices=("double", "swiss"),
    ),
    Option("times", "int", 1, _("How often everybody meets everybody both ways round."), 1, 100, title=_("Times over")),
    Option("rounds", "int", 0, _("0: as many as the field needs."), 0, 100, title=_("Swiss rounds")),
    Option("tables", "int", 0, _("Tables for each bot where more than two play. 0: all there are."), 0, 2000),
    Option("final", "int", 0, _("How many of the best play a final. 0: none."), 0, 64),
    Option("final_games", "int", 2, _("Games of a match of the final, an even "
                                      "number."), 2, 20, title=_("Games a match")),
    Option(
        "final_waits", "bool", False, _("The event then stops before its final, until you begin it before everybody."),
        title=_("The final waits for you"),
    ),
    Option(
        "final_pace", "float", 0.0, _("Seconds between two moves of the final's games, for those who watch."),
        0, 5, title=_("Pace of the final"),
    ),
    Option("openings", "int", 0, _("Random plies, as even as can be, that begin each pair of games."), 0, 100),
    Option("most_moves", "int", 0, _("A game is drawn after so many moves. 0: "
                                     "never."), 0, 20_000, title=_("Longest game")),
    Option(
        "challenges", "choice", "free",
        _("Owners may let their bots play others whenever they like: not at all, without counting, or for the ladder."),
        choices=("none", "free", "ladder"), title=_("Challenges"),
    ),
    Option(
        "leagues", "int", 0,
        _("Bosses, bots of the program’s own of growing strength: who beats one is promoted. 0: no leagues."), 0, 4,
        title=_("Leagues"),
    ),
    Option(
        "season_days", "float", 0.0,
        _("After so many days the event begins by itself, and its final follows. 0: when you begin it."), 0, 366,
        title=_("Days of the season"),
    ),
    Option(
        "seasons", "int", 1,
        _("How many follow one another by themselves, each with its own table. Bots, their keys and leagues go on."),
        1, 100, title=_("Seasons in a row"),
    ),
    Option(
        "table_points", "choice", "places",
        _("At tables of three or more: by places, or a point for each who did worse."),
        choices=("places", "pairs"), title=_("Points at a table"),
    ),
    Option(
        "tie_break_places", "bool", False, _("Otherwise equal points share a place, and the "
                                             "tie-break gives badges only."),
        title=_("The tie-break decides places too"),
    ),
    Option("memory", "int", 512, _("What a bot may hold in memory."), 16, 65_536, title=_("Memory in MB")),
    Option("scratch", "int", 16, _("Room for a bot's own files during a game."), 0, 4096, title=_("Files in MB")),
    Option(
        "weights", "int", 5, _("A bot may bring one file of learnt weights besides its own 5 MB. 0: none."), 0, 20,
        title=_("Learnt weights in MB"),
    ),
    Option("threads", "int", 32, _("They share the one core of their game."), 1, 1024),
)  # fmt: skip
"""Each as a form shows it."""

NAMES = ("clock", "ladder_clock", "bonus", "languages", *(option.name for option in DECLARED))
MOST_BONUS = 100_000
_TEXT = 400
_CLOCK = re.compile(r"(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)")
_WITHIN = {
    "table_points": ("rules", "table", 1),
    "tie_break_places": ("rules", "tie_break_places", 1),
    "memory": ("bounds", "memory_bytes", MEGABYTE),
    "scratch": ("bounds", "scratch_bytes", MEGABYTE),
    "threads": ("bounds", "threads", 1),
}
"""Declared settings that stand within others: in which, under what name, and how much one of their units is there."""


@dataclass(frozen=True)
class EventSettings:
    """How a competition is played.

    ``double`` pairs everybody with everybody, both ways round and ``times`` over (in a game for more seats: all
    tables, or ``tables`` for each bot); ``swiss`` plays ``rounds`` (0: as many as the field needs). ``final`` is how
    many of the best go into a final bracket (0: none) of matches of ``final_games``. ``openings`` are random plies that
    begin each pair of games. ``ladder_clock`` is for validation and ladder. With ``final_waits`` the event stops before
    its final until somebody begins it; ``final_pace`` are the seconds between two moves of the final's games, charged
    to nobody, so that people can follow them. ``challenges`` says whether owners may challenge others, and whether such
    games count for the ladder; ``leagues`` is how many bosses there are (see ``competitions.leagues``), and
    ``season_days`` after it was made the event begins by itself; ``seasons`` is how many follow one another (see
    ``competitions.seasons``). ``languages`` are the ids of those that bots may be
    written in, none for all; ``weights`` are the megabytes that a bot's file of learnt weights may have.
    """

    pairing: Literal["double", "swiss"] = "double"
    times: int = 1
    rounds: int = 0
    tables: int = 0
    final: int = 0
    final_games: int = 2
    final_waits: bool = False
    final_pace: float = 0.0
    openings: int = 0
    most_moves: int = 0
    challenges: Literal["none", "free", "ladder"] = "free"
    leagues: int = 0
    season_days: float = 0.0
    seasons: int = 1
    weights: int = 5
    clock: Control = field(default_factory=Control)
    ladder_clock: Control = field(default_factory=lambda: Control(2.0, 0.1))
    languages: tuple[str, ...] = ()
    rules: Rules = field(default_factory=Rules)
    bounds: Bounds = field(default_factory=Bounds)

    def __post_init__(self) -> None:
        for option in DECLARED:
            if option.name not in _WITHIN:
                try:
                    object.__setattr__(self, option.name, option.parse(getattr(self, option.name)))
                except BadOption as refusal:
                    raise BadSetting(refusal.sentence) from None
        if self.final_games % 2 or self.final == 1:
            raise BadSetting(_("A match of the final has an even number of games, and a final at least two bots."))

    def as_json(self) -> dict[str, Any]:
        """Plain JSON; ``from_json`` reads it back."""
        parts = {name: getattr(self, name).as_json() for name in ("clock", "ladder_clock", "rules", "bounds")}
        return vars(self) | parts | {"languages": list(self.languages)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EventSettings:
        """Read what ``as_json`` gave; what is missing is as usual. Raises ``BadSetting`` or ``BadOption``."""
        given = dict(data)
        unknown = given.keys() - {each.name for each in dataclasses.fields(cls)}
        if unknown:
            raise BadSetting(_("There is no setting “{unknown}”.", unknown=sorted(unknown)[0][:40]))
        for name in ("clock", "ladder_clock"):
            if name in given:
                given[name] = Control.read(given[name])
        if "languages" in given:
            given["languages"] = table.read(",".join(map(str, given["languages"])))
        if "rules" in given:
            given["rules"] = Rules.from_json(given["rules"])
        if "bounds" in given:
            given["bounds"] = Bounds(**given["bounds"])
        return cls(**given)


def parse_clock(text: str) -> Control:
    """Read a clock such as ``10+1``; raises ``BadSetting`` or ``BadOption``."""
    found = _CLOCK.fullmatch(text.strip())
    if not found:
        raise BadSetting(_("A clock is written base+increment in seconds, such as 10+1, not “{text}”.", text=text[:20]))
    return Control.read({"base": found[1], "increment": found[2]})


def flat(settings: EventSettings) -> dict[str, Any]:
    """The settings under their flat names; ``changed`` reads them back."""
    data = settings.as_json()
    found = {name: "{base:g}+{increment:g}".format(**data[name]) for name in ("clock", "ladder_clock")}
    found["bonus"] = data["rules"]["bonus"]
    found["languages"] = ",".join(data["languages"])
    for option in DECLARED:
        part, name, unit = _WITHIN.get(option.name, ("", option.name, 1))
        value = data[part][name] if part else data[name]
        found[option.name] = value if unit == 1 else value // unit
    return found


def changed(settings: EventSettings, given: Mapping[str, object], seats: int = 2) -> EventSettings:
    """The settings with those changed that are given, for a game of so many seats.

    Raises ``BadSetting`` for a name that is not known, for a value that does not fit, and for what cannot be played.
    """
    for name in given:
        if name not in NAMES:
            raise BadSetting(
                _(
                    "There is no setting “{name}”; the settings are: {names}.",
                    name=str(name)[:40],
                    names=", ".join(NAMES),
                )
            )
    data = settings.as_json()
    for option in DECLARED:
        if option.name in given:
            part, name, unit = _WITHIN.get(option.name, ("", option.name, 1))
            value: Any = option.parse(given[option.name])
            (data[part] if part else data)[name] = value if unit == 1 else value * unit
    for name in ("clock", "ladder_clock"):
        if name in given:
            data[name] = parse_clock(_text(name, given[name])).as_json()
    if "languages" in given:
        data["languages"] = list(table.read(_text("languages", given["languages"])))
    if "bonus" in given:
        data["rules"]["bonus"] = _text("bonus", given["bonus"])
    found = EventSettings.from_json(data)
    if any(each.points > MOST_BONUS for each in found.rules.bonus):
        raise BadSetting(_("A bonus is at most {most_bonus:,} points.", most_bonus=MOST_BONUS))
    if seats < 2:
        raise BadSetting(_("A competition needs a game of two seats or more."))
    if seats > 2 and found.leagues:
        raise BadSetting(_("Leagues have a boss to beat, so they need a game of two seats."))
    if seats > 2 and found.pairing == "swiss":
        raise BadSetting(_("Swiss rounds pair two; with more seats everybody meets everybody, bounded by “tables”."))
    return found


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > _TEXT:
        raise BadSetting(_("The setting {name} is a text of at most {text} characters.", name=name, text=_TEXT))
    return value
