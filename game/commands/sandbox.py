"""``sandbox``: shows what a hostile bot could do here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from plyground.commands import _shared

if TYPE_CHECKING:
    from plyground.sandbox.probe import Probed


@_shared.command("sandbox")
def command() -> tuple[dict[str, Any], str, int]:
    """Run a hostile bot in each confinement and show what it could do.

    Bots that are handed in are run in the first confinement that holds. Exit status 1 if none does.
    """
    from plyground.sandbox import probe

    probed = [probe.probe(confinement) for confinement in probe.CHOICES]
    chosen = next((one.confinement for one in probed if one.holds), None)
    refusal = None if chosen else probe.refusal(probed[0])
    data = {
        "chosen": chosen,
        "sentence": refusal.sentence if refusal else None,
        "confinements": [one.as_json() for one in probed],
    }
    if refusal:
        click.echo(refusal.sentence, err=True)
    return data, _text(probed, chosen), int(chosen is None)


def _text(probed: Sequence[Probed], chosen: str | None) -> str:
    lines = []
    for one in probed:
        if one.fault:
            lines += [f"{one.confinement}: does not work: {one.fault}", ""]
            continue
        denied = sum(attempt.denied for attempt in one.attempts)
        lines.append(f"{one.confinement}: {denied} of {len(one.attempts)} attempts were denied")
        for attempt in one.attempts:
            word = "denied      " if attempt.denied else "CAME THROUGH"
            lines.append(f"  {word}  {attempt.name:<22}  {attempt.tried} ({attempt.how})")
        lines.append("")
    return "\n".join([*lines, f"Bots are run in {chosen}." if chosen else "Bots are not run."])
