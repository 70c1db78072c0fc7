"""What is played in a competition and under which limits, in words for whoever takes part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.competitions.languages import table
from plyground.competitions.ranking.standing import Bonus
from plyground.competitions.refereeing.clock import Control
from plyground.competitions.running import schedule
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition
from plyground.core import registry
from plyground.core.game import Game
from plyground.core.messages import _, listed, ngettext
from plyground.core.options import Option, Value
from plyground.sandbox.contract import MEGABYTE


def told(competition: Competition) -> list[tuple[str, str]]:
    """Titles with what stands behind each; what the competition does without is left out."""
    game, settings = registry.game(competition.game), competition.settings
    event, ladder = _clock(settings.clock), _clock(settings.ladder_clock)
    rows = [
        (game.spec.title, _options(game, competition.options)),
        (_("Clock"), _("{event}; on the ladder {ladder}", event=event, ladder=ladder)),
        (_("Pairing"), _pairing(settings, schedule.seats_of(competition))),
        (_("A bot may have"), _limits(settings)),
        (_("Languages"), listed(*table.titles(settings.languages)) or _("all that are there")),
    ]
    if settings.openings:
        words = ngettext("{count} random ply at the start", "{count} random plies at the start", settings.openings)
        rows.append((_("Openings"), words))
    if settings.most_moves:
        words = ngettext("drawn after {count} move", "drawn after {count} moves", settings.most_moves)
        rows.append((_("Longest game"), words))
    if settings.final:
        words = _("the best {count}, {games} games a match", count=settings.final, games=settings.final_games)
        rows.append((_("Final"), words))
    if settings.rules.bonus:
        rows.append((_("Bonus for places"), listed(*map(_bonus, settings.rules.bonus))))
    return rows


def _options(game: Game[Any, Any], given: Mapping[str, Any]) -> str:
    """The name of a usual setting, or the options that are not the usual ones."""
    own = game.options(given)
    preset = next((each for each in game.spec.presets if game.options(each.options) == own), None)
    if preset is not None:
        return preset.title
    others = [_option(each, own[each.name]) for each in game.spec.options if own[each.name] != each.default]
    return listed(*others) or _("the usual options")


def _option(option: Option, value: Value) -> str:
    words = str(value)
    if option.kind == "bool":
        words = _("yes") if value else _("no")
    if option.kind == "choice":
        words = dict(zip(option.choices, option.choice_titles, strict=True))[words]
    return _("{name}: {value}", name=option.label, value=words)


def _clock(clock: Control) -> str:
    return _("{base:g} s + {increment:g} s a turn", base=clock.base, increment=clock.increment)


def _pairing(settings: EventSettings, seats: int) -> str:
    if settings.pairing == "swiss":
        return (
            ngettext("{count} Swiss round", "{count} Swiss rounds", settings.rounds)
            if settings.rounds
            else _("Swiss rounds")
        )
    if seats > 2 and settings.tables:
        return ngettext("{count} table for each bot", "{count} tables for each bot", settings.tables)
    return ngettext(
        "everybody meets everybody both ways round",
        "everybody meets everybody both ways round, {count} times over",
        settings.times,
    )


def _bonus(bonus: Bonus) -> str:
    places = f"{bonus.first}–{bonus.last}" if bonus.last > bonus.first else f"{bonus.first}"
    return _("{name}: {value}", name=places, value=f"{bonus.points:g}")


def _limits(settings: EventSettings) -> str:
    bounds = settings.bounds
    return listed(
        _("{count} MB of memory", count=bounds.memory_bytes // MEGABYTE),
        _("{count} MB for files", count=bounds.scratch_bytes // MEGABYTE),
        _("{count} MB of learnt weights", count=settings.weights),
        ngettext("{count} thread on one core", "{count} threads on one core", bounds.threads),
    )
