"""A match in a cell: what each bot came to, and how its points grew, game by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from plyground.core.messages import _
from plyground.interface.cells.output import language, said
from plyground.web.languages import number

WIDE, HIGH, EDGE, FOOT = 640, 260, 44, 34
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9")
"""Colours that people tell apart who see few (Okabe and Ito, 2002), on light and dark grounds."""
DASHES = ("none", "9 5", "2 5", "12 4 2 4")


def match_shown(rows: Sequence[Mapping[str, Any]], growth: Sequence[Sequence[float]]) -> str:
    """The table and the plot of a match: ``rows`` as ``matches.rows`` gives them, ``growth`` as ``Match.growth``."""
    return f"<div>{_table(rows)}{plot([str(row['bot']) for row in rows], growth)}</div>"


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    heads = (_("Bot"), _("Points"), _("Won"), _("Drawn"), _("Lost"), "Elo", _("Seconds a move"))
    lines = []
    for row in rows:
        elo = "" if row["elo"] is None else f"{_written(row['elo'], 0)} ± {_written(row['elo_error'], 0)}"
        cells = [
            *(_written(row[name], 1 if name == "points" else 0) for name in ("points", "wins", "draws", "losses")),
            elo,
            _written(row["seconds_per_move"], 4),
        ]
        lines.append(f"<tr><th>{escape(row['bot'])}</th>{''.join(f'<td>{each}</td>' for each in cells)}</tr>")
    head = "".join(f"<th>{escape(said(each))}</th>" for each in heads)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def plot(names: Sequence[str], lines: Sequence[Sequence[float]]) -> str:
    """An SVG of points over games: a line for each bot, its name at its end, axes in the colour of the text."""
    games, most = max(1, len(lines[0]) - 1), max(1.0, *(line[-1] for line in lines))
    wide, high = WIDE - EDGE - 190, HIGH - FOOT - 14

    def at(game: float, points: float) -> tuple[float, float]:
        return round(EDGE + wide * game / games, 1), round(14 + high * (1 - points / most), 1)

    parts = [_axis(at, games, most)]
    for y, bot in _apart([(at(games, line[-1])[1], bot) for bot, line in enumerate(lines)]):
        colour, dash = COLOURS[bot % len(COLOURS)], DASHES[bot % len(DASHES)]
        points = " ".join(f"{x},{height}" for x, height in (at(game, value) for game, value in enumerate(lines[bot])))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/>'
            f'<text x="{EDGE + wide + 8}" y="{y}" fill="currentColor" dominant-baseline="middle">'
            f'<tspan fill="{colour}">■</tspan> {escape(_short(names[bot]))}</text>'
        )
    title = escape(said(_("Points, game by game")))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" role="img" '
        f'style="max-width:100%;height:auto" font-family="system-ui, sans-serif" font-size="13">'
        f"<title>{title}</title>{''.join(parts)}</svg>"
    )


def _axis(at: Any, games: int, most: float) -> str:
    (left, low), (right, top) = at(0, 0), at(games, most)
    style = 'stroke="currentColor" stroke-opacity="0.4" fill="none"'
    texts = [(left - 8, low, "end", _written(0, 0)), (left - 8, top, "end", _written(most, 0 if most % 1 == 0 else 1))]
    texts += [(left, low + 20, "start", _written(0, 0)), (right, low + 20, "end", _written(games, 0))]
    texts.append(((left + right) / 2, low + 20, "middle", said(_("Games"))))
    words = "".join(
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="currentColor" dominant-baseline="middle">'
        f"{escape(text)}</text>"
        for x, y, anchor, text in texts
    )
    return f'<path d="M{left} {top}V{low}H{right}" {style}/>{words}'


def _apart(ends: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """Where the names of lines stand, from above to below, no two on one place."""
    found: list[tuple[float, int]] = []
    for y, bot in sorted(ends):
        found.append((max(y, found[-1][0] + 17) if found else y, bot))
    over = max(0.0, found[-1][0] - (HIGH - 8))
    return [(y - over, bot) for y, bot in found]


def _short(name: str) -> str:
    return name if len(name) <= 24 else name[:23] + "…"


def _written(value: float, places: int) -> str:
    return number(value, language(), places).replace("-", "−")
