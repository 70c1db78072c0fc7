"""``review``: judges every move of a recorded game."""

from __future__ import annotations

from typing import Any

import click

from plyground.commands import _shared


@_shared.command("review")
@click.argument("file", metavar="RECORD")
@click.option("--game", "game_id", metavar="GAME", help="Of which game the record is; else it is found out.")
@click.option("--line", type=click.IntRange(min=0), default=0, help="A branch of the record; 0 is the game itself.")
@click.option("--nodes", type=click.IntRange(min=100), help="Positions analysed for a ply; as the game says.")
def command(file: str, game_id: str | None, line: int, nodes: int | None) -> _shared.Shown:
    """Review a game: what each move lost, with the better one. RECORD is a file in any form (- is stdin)."""
    from plyground.core.errors import MalformedRecord
    from plyground.review import making
    from plyground.sessions.records import PastedGame

    text = _shared.read_text(file)
    if not text.strip():
        raise MalformedRecord("The text is empty; there is no game in it.")
    read = PastedGame({"record": text, "line": line, **({"game": game_id} if game_id else {})}).read
    _shared.use_kernels()
    with _shared.progress_bars(before="judging") as bars:
        task = bars.add_task("", total=len(read.prelude))
        found = making.review(
            read.rules.spec.id, dict(read.options), read.start, read.prelude, nodes or 0,
            lambda done, of: bars.update(task, completed=done),
        )  # fmt: skip
    return found, _words(found)


def _words(found: dict[str, Any]) -> str:
    """What people read: a line for each move to learn from, then each side's accuracy."""
    from plyground.review.marks import BAD

    lines = [f"{found['title']}, {len(found['moves'])} moves"]
    for ply in found["plies"]:
        if ply["mark"] in (*BAD, "only"):
            lines.append(_line(ply, found["unit"]))
    for seat in found["seats"]:
        accuracy = "-" if seat["accuracy"] is None else f"{seat['accuracy']:.1f} %"
        counts = ", ".join(f"{count} {name}" for name, count in seat["marks"].items())
        lines.append(f"{seat['name']}: accuracy {accuracy} ({counts})")
    if found["turning"]:
        lines.append("turning points: " + ", ".join(map(str, found["turning"])))
    return "\n".join(lines)


def _line(ply: dict[str, Any], unit: str) -> str:
    if ply["mark"] == "only":
        return f"{ply['ply']:>4}. {ply['move']}: the only move"
    lost = f"{100 * ply['lost']['chance']:.0f} % of the chances"
    if ply["lost"]["value"]:
        lost += f", {ply['lost']['value']:g} {unit}"
    name = {"missed": "missed win"}.get(ply["mark"], ply["mark"])
    return f"{ply['ply']:>4}. {ply['move']}: {name}, lost {lost}; better {', '.join(ply['best']['line'][:6])}"
