"""The library of maps of our own: drawn by name, such as ``grid-5x4`` or ``random-60-7``, always the same for a name.

A name is a kind, a size, and for the drawn kinds a seed. Sites are numbered from 0 and y goes downwards.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterable

from plyground.core.errors import BadOption
from plyground.core.messages import _
from plyground.games.punter.mapfile import MapFile
from plyground.games.punter.refusals import UnknownMap

MOST_DRAWN = 10_000
"""The most rivers of a map that is drawn here; maps from files may have more."""
Place = tuple[float, float]
Pair = tuple[int, int]

USUAL = {
    "path": "path-5",
    "triangle": "triangle-4",
    "circle": "circle-12",
    "grid": "grid-5x4",
    "ladder": "ladder-8",
    "sierpinski": "sierpinski-2",
    "random": "random-40-1",
    "city": "city-60-1",
}
"""The map that a kind's bare name stands for."""


def draw(name: str) -> MapFile | None:
    """The map of this name, None if no kind is called so; raises ``UnknownMap`` for a size that does not go.

    The same map always has the same name only in its full form; a bare kind stands for its usual size.
    """
    found = re.fullmatch(r"([a-z]+)((?:-[0-9]+(?:x[0-9]+)?)*)", USUAL.get(name, name))
    if found is None or found[1] not in _KINDS:
        return None
    words = found[2].split("-")[1:]
    pattern, drawn, least = _KINDS[found[1]]
    if not re.fullmatch(pattern, "-".join(words)) or any(len(word) > 12 for word in words):
        raise UnknownMap(
            _("A map of this kind is written like {usual}, not “{name}”.", usual=USUAL[found[1]], name=name[:40])
        )
    sizes = [int(number) for word in words for number in word.split("x")]
    if least(*sizes) > MOST_DRAWN:  # before anything is drawn: a triangle has the square of its side
        raise _too_large(name)
    if sizes[0] == 0:
        raise UnknownMap(
            _(
                "The map “{name}” has no size that can be drawn; {usual} is one that has.",
                name=name[:40],
                usual=USUAL[found[1]],
            )
        )
    made = drawn(*sizes)
    if len(made.rivers) > MOST_DRAWN:
        raise _too_large(name)
    return made


def _too_large(name: str) -> BadOption:
    return UnknownMap(
        _(
            "The map “{name}” would have more than {most_rivers:,} rivers; take a smaller size.",
            name=name[:40],
            most_rivers=MOST_DRAWN,
        )
    )


def _path(size: int) -> MapFile:
    """A row of ``size`` rivers with the mine at one end."""
    places = [(float(site), 0.0) for site in range(size + 1)]
    return _made(places, ((site, site + 1) for site in range(size)), [0])


def _triangle(side: int) -> MapFile:
    """A triangle of triangles with ``side`` rivers along each side, and a mine at each corner."""
    number: dict[tuple[int, int], int] = {}
    places: list[Place] = []
    for row in range(side + 1):
        for column in range(row + 1):
            number[row, column] = len(places)
            places.append((_short(column - row / 2), _short(row * math.sqrt(3) / 2)))
    rivers = []
    for (row, column), site in number.items():
        near = ((row, column + 1), (row + 1, column), (row + 1, column + 1))
        rivers += [(site, number[there]) for there in near if there in number]
    return _made(places, rivers, [0, number[side, 0], number[side, side]])


def _circle(rim: int) -> MapFile:
    """A wheel: ``rim`` sites around a hub, every second one joined to it, with mines at quarters of the rim."""
    rim = max(rim, 3)
    angles = [2 * math.pi * site / rim for site in range(rim)]
    places = [(_short(math.sin(angle)), _short(-math.cos(angle))) for angle in angles]
    around = [(site, (site + 1) % rim) for site in range(rim)]
    spokes = [(site, rim) for site in range(0, rim, 2)]
    mines = sorted({rim * quarter // 4 for quarter in range(4)})
    return _made([*places, (0.0, 0.0)], [*around, *spokes], mines)


def _grid(width: int, height: int) -> MapFile:
    """``width`` times ``height`` sites in rows, with mines at two opposite corners."""
    if width * height < 2:
        raise UnknownMap(_("A grid has at least two sites."))
    places = [(float(x), float(y)) for y in range(height) for x in range(width)]
    return _made(places, _lattice(width, height), [0, width * height - 1])


def _ladder(rungs: int) -> MapFile:
    """Two rows with ``rungs`` rungs between them, and a mine at each end."""
    rungs = max(rungs, 2)
    places = [(float(x), float(y)) for y in range(2) for x in range(rungs)]
    return _made(places, _lattice(rungs, 2), [0, 2 * rungs - 1])


def _sierpinski(depth: int) -> MapFile:
    """Sierpinski's triangle, halved ``depth`` times, with mines at the corners."""
    number: dict[Place, int] = {}
    rivers: list[Pair] = []

    def site(x: int, y: int) -> int:
        return number.setdefault((x, y), len(number))

    def divide(x: int, y: int, side: int) -> None:
        if side == 1:
            top, left, right = site(x, y), site(x, y + 1), site(x + 1, y + 1)
            rivers.extend([(top, left), (left, right), (right, top)])
            return
        half = side // 2
        for corner in ((x, y), (x, y + half), (x + half, y + half)):
            divide(*corner, half)

    side = 2**depth
    divide(0, 0, side)
    places = [(_short(x - y / 2), _short(y * math.sqrt(3) / 2)) for x, y in number]
    return _made(places, rivers, [number[0, 0], number[0, side], number[side, side]])


def _random(size: int, seed: int) -> MapFile:
    """About ``size`` sites strewn over a square, joined to near ones without crossings; seeded."""
    rng = random.Random(f"random {size} {seed}")
    width = max(2, round(math.sqrt(size * 4 / 3)))
    height = max(1, -(-size // width))
    places = [
        (_short(x + 0.5 * rng.random()), _short(y + 0.5 * rng.random())) for y in range(height) for x in range(width)
    ]
    rivers = _lattice(width, height)
    for y in range(height - 1):
        for x in range(width - 1):
            corner = y * width + x
            slanting = (corner, corner + width + 1) if rng.random() < 0.5 else (corner + 1, corner + width)
            if rng.random() < 0.5:
                rivers.append(slanting)
    kept = _thinned(len(places), rivers, 0.3, rng)
    return _made(places, kept, _spread(places, _mines_for(len(places)), rng))


def _city(size: int, seed: int) -> MapFile:
    """About ``size`` sites in rings of streets around a centre, with avenues outwards; seeded."""
    rng = random.Random(f"city {size} {seed}")
    rings = [[0]]
    places: list[Place] = [(0.0, 0.0)]
    rivers: list[Pair] = []
    while len(places) < max(size, 7):
        radius = len(rings)
        count = 6 * radius
        turn = rng.random()
        ring = []
        for step in range(count):
            angle = 2 * math.pi * (step + turn * 0.4 + 0.3 * (rng.random() - 0.5)) / count
            away = radius + 0.35 * (rng.random() - 0.5)
            ring.append(len(places))
            places.append((_short(away * math.sin(angle)), _short(-away * math.cos(angle))))
        rivers += [(ring[step], ring[(step + 1) % count]) for step in range(count)]
        inner = rings[-1]
        for step in range(count):
            if step % radius == 0 or rng.random() < 0.35:
                rivers.append((inner[step * len(inner) // count % len(inner)], ring[step]))
        rings.append(ring)
    kept = _thinned(len(places), list(dict.fromkeys(rivers)), 0.15, rng)
    return _made(places, kept, _spread(places, _mines_for(len(places)), rng))


def _lattice(width: int, height: int) -> list[Pair]:
    across = [(y * width + x, y * width + x + 1) for y in range(height) for x in range(width - 1)]
    return [*across, *((site, site + width) for site in range(width * (height - 1)))]


def _thinned(sites: int, rivers: list[Pair], share: float, rng: random.Random) -> list[Pair]:
    """The rivers without about ``share`` of them, all sites that were joined still joined."""
    above = list(range(sites))

    def top(site: int) -> int:
        while above[site] != site:
            above[site] = above[above[site]]
            site = above[site]
        return site

    kept = set()
    for river in sorted(rivers, key=lambda river: rng.random()):
        first, second = top(river[0]), top(river[1])
        if first != second or rng.random() >= share * 2:
            above[first] = second
            kept.add(river)
    return [river for river in rivers if river in kept]


def _mines_for(sites: int) -> int:
    return max(1, min(32, round(math.sqrt(sites) / 2)))


def _spread(places: list[Place], count: int, rng: random.Random) -> list[int]:
    """``count`` sites far from each other: each next one is the furthest from those before."""
    chosen = [int(rng.random() * len(places))]
    away = [math.inf] * len(places)
    while len(chosen) < count:
        last = places[chosen[-1]]
        away = [min(old, math.dist(place, last)) for old, place in zip(away, places, strict=True)]
        chosen.append(max(range(len(places)), key=lambda site: away[site]))
    return sorted(chosen)


def _short(number: float) -> float:
    return round(number, 3) + 0.0


def _made(places: list[Place], rivers: Iterable[Pair], mines: list[int]) -> MapFile:
    return MapFile(tuple(range(len(places))), tuple(places), tuple(rivers), tuple(mines))


_KINDS: dict[str, tuple[str, Callable[..., MapFile], Callable[..., int]]] = {
    "path": (r"[0-9]+", _path, lambda size: size),
    "triangle": (r"[0-9]+", _triangle, lambda side: 3 * side * (side + 1) // 2),
    "circle": (r"[0-9]+", _circle, lambda rim: rim + rim // 2),
    "grid": (r"[0-9]+x[0-9]+", _grid, lambda width, height: 2 * width * height - width - height),
    "ladder": (r"[0-9]+", _ladder, lambda rungs: 3 * rungs - 2),
    "sierpinski": (r"[0-9]+", _sierpinski, lambda depth: 3 ** (min(depth, 20) + 1)),
    "random": (r"[0-9]+-[0-9]+", _random, lambda size, seed: size * 3 // 2),
    "city": (r"[0-9]+-[0-9]+", _city, lambda size, seed: size * 6 // 5),
}
"""By its name: how a kind's sizes are written, what draws it, and how many rivers a large map of it has at least; of
the two that are drawn by chance some 1.6 and 1.3 are kept a site."""
