"""``games``: lists the games with their seats and options, and what is left out."""

from __future__ import annotations

from typing import Any

from plyground.commands import _shared
from plyground.core.options import Option
from plyground.core.picking import picked


@_shared.command("games")
def command() -> _shared.Shown:
    """List the games with their seats and options, and which games and bots are left out since they are broken."""
    from plyground.core import registry

    specs = [game.spec for game in registry.games().values()]
    data = {
        "games": [
            picked(spec, "id title summary seats seat_names records")
            | {"options": [option.as_json() for option in spec.options]}
            | {"presets": [picked(preset, "name title") | {"options": dict(preset.options)} for preset in spec.presets]}
            for spec in specs
        ],
        "left_out": registry.broken(),
    }
    return data, "\n\n".join([*(_lines(spec) for spec in specs), *registry.broken()])


def _lines(spec: Any) -> str:
    low, high = spec.seats
    seats = f"{low} seats" if low == high else f"{low} to {high} seats"
    lines = [f"{spec.id}: {spec.title}, {seats}. {spec.summary}"]
    lines += [describe(option) for option in spec.options]
    for preset in spec.presets:
        pairs = " ".join(f"--option {name}={value}" for name, value in preset.options.items())
        lines.append(f"  {preset.title}: {pairs or 'the defaults'}")
    return "\n".join(lines)


def describe(option: Option) -> str:
    """One line about an option: its name, what it may be, its default and help."""
    if option.kind == "choice":
        may_be = ", ".join(option.choices)
    elif option.kind == "bool":
        may_be = "true or false"
    elif option.kind == "text":
        may_be = "a text"
    else:
        may_be = option.range_text or "a number"
    default = str(option.default).lower() if option.kind == "bool" else option.default
    return f"  {option.name} ({may_be}; {default}): {option.help}"
