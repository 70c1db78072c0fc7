"""Maps in the contest's JSON: read, checked with sentences that say what is wrong and where, and written."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

from plyground.core import json_text
from plyground.core.messages import _
from plyground.games.punter.refusals import MalformedMap

MOST_RIVERS = 20_000
MOST_BYTES = 2_000_000
MOST_SITES = 30_000
MOST_DISTANCES = 2_000_000
"""The most mines times sites: a distance is kept for each pair."""
LARGEST_ID = 2**53 - 1


@dataclass(frozen=True)
class MapFile:
    """A map as it is written: site ids, places (None without coordinates; y downwards), rivers and mines by id."""

    sites: tuple[int, ...]
    places: tuple[tuple[float, float], ...] | None
    rivers: tuple[tuple[int, int], ...]
    mines: tuple[int, ...]

    @property
    def text(self) -> str:
        """The contest's JSON, always the same for the same map."""
        return json.dumps(self.as_json(), separators=(",", ":"))

    @property
    def hash(self) -> str:
        """32 hexadecimal digits that name the content."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:32]

    def as_json(self) -> dict[str, Any]:
        """The map as plain JSON."""
        sites: list[dict[str, Any]] = [{"id": site} for site in self.sites]
        if self.places is not None:
            for entry, (x, y) in zip(sites, self.places, strict=True):
                entry.update(x=x, y=y)
        rivers = [{"source": source, "target": target} for source, target in self.rivers]
        return {"sites": sites, "rivers": rivers, "mines": list(self.mines)}


def parse(text: str) -> MapFile:
    """Read and check a map from JSON text; raises ``MalformedMap``."""
    size = len(text.encode(errors="replace"))
    if size > MOST_BYTES:
        raise MalformedMap(
            _(
                "A map has at most {most_bytes} MB; this one has {size:.1f} MB.",
                most_bytes=MOST_BYTES // 1_000_000,
                size=size / 1e6,
            )
        )
    try:
        data = json_text.read(text)
    except ValueError as error:
        where = (
            _(" at line {line}, column {column}", line=error.lineno, column=error.colno)
            if isinstance(error, json.JSONDecodeError)
            else ""
        )
        raise MalformedMap(_("The map is no JSON: it breaks off{where}.", where=where)) from None
    return read(data)


def read(data: Any) -> MapFile:
    """Check a map given as plain JSON; raises ``MalformedMap``."""
    if not isinstance(data, dict) or not all(isinstance(data.get(name), list) for name in ("sites", "rivers", "mines")):
        raise MalformedMap(_("A map is a JSON object with the lists sites, rivers and mines."))
    if len(data["rivers"]) > MOST_RIVERS:
        raise MalformedMap(
            _(
                "A map has at most {most_rivers:,} rivers; this one has {data:,}.",
                most_rivers=MOST_RIVERS,
                data=len(data["rivers"]),
            )
        )
    if len(data["sites"]) > MOST_SITES:
        raise MalformedMap(
            _(
                "A map has at most {most_sites:,} sites; this one has {data:,}.",
                most_sites=MOST_SITES,
                data=len(data["sites"]),
            )
        )
    sites = _read_sites(data["sites"])
    known = set(sites)
    rivers = tuple(_read_river(river, place, known) for place, river in enumerate(data["rivers"], 1))
    if not rivers:
        raise MalformedMap(_("A map needs at least one river."))
    mines = _read_mines(data["mines"], known)
    if len(mines) * len(sites) > MOST_DISTANCES:
        raise MalformedMap(
            _(
                "The map has {mines:,} mines and {sites:,} sites; together that is too much (mines times "
                "sites: at most {most_distances:,}).",
                mines=len(mines),
                sites=len(sites),
                most_distances=MOST_DISTANCES,
            )
        )
    return MapFile(sites, _read_places(data["sites"]), rivers, mines)


def _read_sites(entries: list[Any]) -> tuple[int, ...]:
    seen: dict[int, int] = {}
    for place, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or not _is_id(entry.get("id")):
            raise MalformedMap(
                _('Site number {place} has no id; a site is {{"id": 7, "x": 1.5, "y": 2}}.', place=place)
            )
        if entry["id"] in seen:
            raise MalformedMap(
                _(
                    "Two sites have the id {entry}: numbers {seen} and {place} in the list.",
                    entry=entry["id"],
                    seen=seen[entry["id"]],
                    place=place,
                )
            )
        seen[entry["id"]] = place
    return tuple(seen)


def _read_places(entries: list[Any]) -> tuple[tuple[float, float], ...] | None:
    """The coordinates, None if no site has any; raises ``MalformedMap`` if only some have, or one is no number."""
    placed = [entry for entry in entries if entry.get("x") is not None or entry.get("y") is not None]
    if not placed:
        return None
    for entry in entries:
        for axis in ("x", "y"):
            value = entry.get(axis)
            if isinstance(value, bool) or not isinstance(value, int | float) or not _is_moderate(value):
                raise MalformedMap(
                    _(
                        "Site {entry} has no usable {axis}; where one site has x and y, all need them, as numbers.",
                        entry=entry["id"],
                        axis=axis,
                    )
                )
    return tuple((entry["x"], entry["y"]) for entry in entries)


def _read_river(entry: Any, place: int, known: set[int]) -> tuple[int, int]:
    if not isinstance(entry, dict) or not (_is_id(entry.get("source")) and _is_id(entry.get("target"))):
        raise MalformedMap(_('River number {place} is not written as {{"source": 3, "target": 5}}.', place=place))
    source, target = entry["source"], entry["target"]
    for site in (source, target):
        if site not in known:
            raise MalformedMap(
                _(
                    "River number {place}, {source}-{target}, ends at site {site}, which is not listed.",
                    place=place,
                    source=source,
                    target=target,
                    site=site,
                )
            )
    if source == target:
        raise MalformedMap(_("River number {place} joins site {source} to itself.", place=place, source=source))
    return source, target


def _read_mines(entries: list[Any], known: set[int]) -> tuple[int, ...]:
    for place, mine in enumerate(entries, 1):
        if not _is_id(mine) or mine not in known:
            raise MalformedMap(
                _("Mine number {place}, {mine}, is no site of the map.", place=place, mine=str(mine)[:40])
            )
    if len(set(entries)) < len(entries):
        twice = next(mine for mine, times in Counter(entries).items() if times > 1)
        raise MalformedMap(_("The mine {twice} is listed twice.", twice=twice))
    if not entries:
        raise MalformedMap(_("A map needs at least one mine."))
    return tuple(entries)


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_ID


def _is_moderate(value: int | float) -> bool:
    return math.isfinite(value) and abs(value) <= 1e12 if isinstance(value, float) else abs(value) <= 10**12
