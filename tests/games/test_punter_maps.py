"""Maps of Lambda Punter: our own library, maps from files and their checks, and the folder that keeps them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from plyground.games.punter import GAME, charts, map_library, mapfile
from plyground.games.punter.chart import build_board
from plyground.games.punter.refusals import MalformedMap, NoRoomForMap, UnknownMap
from tests.games import punter_reference as reference
from tests.games.test_punter_rules import SQUARE

SHARED_MAPS = sorted(Path(__file__).resolve().parents[3].glob("shared/maps/**/*.json"))
SIZES = {
    "path-5": (6, 5, 1), "triangle-4": (15, 30, 3), "circle-12": (13, 18, 4), "grid-5x4": (20, 31, 2),
    "ladder-8": (16, 22, 2), "sierpinski-2": (15, 27, 3), "sierpinski-3": (42, 81, 3), "grid-72x70": (5040, 9938, 2),
}  # fmt: skip


@pytest.mark.parametrize(("name", "sizes"), SIZES.items())
def test_sizes_of_the_library(name: str, sizes: tuple[int, int, int]) -> None:
    file = charts.find(name).file
    assert (len(file.sites), len(file.rivers), len(file.mines)) == sizes


@pytest.mark.parametrize("name", [*map_library.USUAL, "random-300-9", "city-300-9", "random-3000-1", "city-4000-2"])
def test_maps_of_the_library_are_whole_and_always_the_same(name: str) -> None:
    file = map_library.draw(name)
    assert file is not None
    assert file == map_library.draw(name)
    assert mapfile.parse(file.text) == file
    assert (build_board(file, file.hash).reach >= 0).all()
    assert len(set(map(frozenset, file.rivers))) == len(file.rivers)
    assert file.places is not None
    assert len(set(file.places)) == len(file.places)


def test_seeds_make_other_maps() -> None:
    for kind in ("random", "city"):
        assert len({charts.find(f"{kind}-50-{seed}").hash for seed in range(5)}) == 5


def test_a_drawn_plane_has_no_crossings() -> None:
    file = charts.find("random-80-4").file
    assert file.places is not None
    lines = [(file.places[a], file.places[b]) for a, b in file.rivers]

    def side(a: Any, b: Any, c: Any) -> float:
        return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

    for number, (a, b) in enumerate(lines):
        for c, d in lines[:number]:
            if len({a, b, c, d}) == 4:
                assert not (side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0)


def test_distances_are_those_of_breadth_first_search() -> None:
    chart = charts.find("random-40-1")
    data = chart.file.as_json()
    edges = {reference.pair(river) for river in data["rivers"]}
    for number, mine in enumerate(data["mines"]):
        away = reference.distances(edges, mine)
        assert [away[site] for site in chart.file.sites] == chart.board.reach[number].tolist()


def sizes() -> list[str]:
    """Each kind with the sizes that its pattern takes, up to the longest numbers."""
    kinds = (name.partition("-") for name in map_library.USUAL.values())
    return [
        kind + "-" + re.sub("[0-9]+", str(size), usual)
        for kind, _, usual in kinds
        for size in (412, 10_001, 20_000, 99_999, 10**11)
        if (kind, size) not in {("path", 412), ("circle", 412), ("ladder", 412), ("random", 412), ("city", 412)}
    ]


@pytest.mark.parametrize("name", sizes())
def test_a_map_that_would_be_too_large_is_refused_before_it_is_drawn(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A triangle with 20,000 rivers along each side has 600 million: it would take all memory there is."""

    def draw(*sizes: int) -> NoReturn:
        raise AssertionError(f"{name} is drawn")

    kinds = {kind: (pattern, draw, least) for kind, (pattern, _, least) in map_library._KINDS.items()}
    monkeypatch.setattr(map_library, "_KINDS", kinds)
    with pytest.raises(UnknownMap, match=r"more than 10,000 rivers|is written like"):
        map_library.draw(name)


@pytest.mark.parametrize(
    "name", ["path-7", "triangle-9", "circle-40", "grid-9x4", "ladder-9", "sierpinski-4", "random-900-2", "city-900-2"]
)
def test_a_kind_tells_how_many_rivers_there_are_at_least(name: str) -> None:
    made = map_library.draw(name)
    assert made is not None
    least = map_library._KINDS[name.partition("-")[0]][2](*map(int, re.findall("[0-9]+", name)))
    assert 0.8 * len(made.rivers) <= least <= len(made.rivers)


def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(SQUARE))
    change(data)
    return data


BAD: list[tuple[Any, str]] = [
    ([], "A map is a JSON object with the lists"),
    ({"sites": []}, "A map is a JSON object with the lists"),
    (changed(lambda data: data["sites"].append({"id": 3})), "Two sites have the id 3: numbers 4 and 7 in the list."),
    (changed(lambda data: data["sites"].append({"x": 3})), "Site number 7 has no id"),
    (changed(lambda data: data["sites"].append({"id": -3})), "Site number 7 has no id"),
    (changed(lambda data: data["sites"].append({"id": 2**60})), "Site number 7 has no id"),
    (changed(lambda data: data["sites"][2].update(x=1, y=2)), "Site 0 has no usable x"),
    (changed(lambda data: [site.update(x=1, y="2") for site in data["sites"]]), "Site 0 has no usable y"),
    (changed(lambda data: data["rivers"].append({"source": 1, "target": 9})), "River number 7, 1-9, ends at site 9"),
    (changed(lambda data: data["rivers"].append({"source": 1})), "River number 7 is not written as"),
    (changed(lambda data: data["rivers"].append({"source": 1, "target": 1})), "joins site 1 to itself"),
    (changed(lambda data: data["rivers"].clear()), "at least one river"),
    (changed(lambda data: data["mines"].append(9)), "Mine number 2, 9, is no site"),
    (changed(lambda data: data["mines"].append(True)), "Mine number 2, True, is no site"),
    (changed(lambda data: data["mines"].append(0)), "The mine 0 is listed twice."),
    (changed(lambda data: data["mines"].clear()), "at least one mine"),
    (changed(lambda data: data["rivers"].extend(data["rivers"] * 3400)), "at most 20,000 rivers; this one has 20,406"),
    (changed(lambda data: data["sites"].extend({"id": 10 + n} for n in range(30_000))), "at most 30,000 sites"),
]


@pytest.mark.parametrize(("data", "part"), BAD)
def test_maps_are_checked(data: Any, part: str) -> None:
    with pytest.raises(MalformedMap) as refusal:
        mapfile.parse(json.dumps(data))
    assert part in refusal.value.sentence
    assert refusal.value.sentence.endswith(".")


def test_too_many_mines_files_too_large_and_no_json() -> None:
    sites = [{"id": site} for site in range(2000)]
    rivers = [{"source": site, "target": site + 1} for site in range(1999)]
    with pytest.raises(MalformedMap, match="mines times sites"):
        mapfile.read({"sites": sites, "rivers": rivers, "mines": list(range(1001))})
    with pytest.raises(MalformedMap, match="at most 2 MB; this one has 2"):
        mapfile.parse(json.dumps(SQUARE) + " " * 2_000_000)
    with pytest.raises(MalformedMap, match="breaks off at line 2, column 1"):
        mapfile.parse('{"sites":\n')


def test_a_map_is_kept_once_and_found_by_its_hash_and_the_name_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    ring = changed(lambda data: data["mines"].append(4))
    told = [GAME.maps.keep(json.dumps(ring)) if GAME.maps else {} for _ in range(2)]
    assert told[0] == told[1]
    assert (told[0]["sites"], told[0]["rivers"], told[0]["mines"]) == (6, 6, 2)
    assert [path.name for path in (tmp_path / "maps").glob("*.json")] == [f"{told[0]['map']}.json"]
    charts.keep(mapfile.read(ring), "ring.json")
    monkeypatch.setattr(charts, "_by_name", type(charts._by_name)())
    assert charts.find("ring.json").hash == told[0]["hash"]
    assert GAME.maps is not None
    assert json.loads(GAME.maps.text(told[0]["hash"])) == ring
    position = GAME.initial({"map": told[0]["map"], "punters": 3})
    assert GAME.parse_position(GAME.position_text(position)) == position
    assert GAME.view(position, 0)["map"] == told[0]["hash"]
    with pytest.raises(UnknownMap, match="There is no map “0000"):
        GAME.initial({"map": "0" * 32})


def test_a_full_folder_takes_no_more_maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    monkeypatch.setattr(charts, "MOST_KEPT_BYTES", 10)
    with pytest.raises(NoRoomForMap, match="no room for another map"):
        charts.keep(mapfile.read(changed(lambda data: data["mines"].append(5))))


def test_maps_of_the_library_are_known_by_their_hash() -> None:
    chart = charts.find("circle-7")
    assert charts.find_hash(chart.hash) is chart
    assert charts.keep(chart.file) is chart


@pytest.mark.parametrize("path", SHARED_MAPS, ids=lambda path: path.stem)
def test_maps_of_the_contest_load_and_play(path: Path) -> None:
    chart = charts.keep(mapfile.parse(path.read_text(encoding="utf-8")))
    data = json.loads(path.read_text(encoding="utf-8"))
    assert len(chart.file.sites) == len(data["sites"])
    assert len(chart.file.rivers) == len(data["rivers"])
    assert mapfile.parse(chart.file.text) == chart.file
    position = GAME.initial({"map": chart.name, "punters": 3})
    mine = int(chart.board.mines[0])
    river = next(number for number, ends in enumerate(chart.board.ends.tolist()) if mine in ends)
    position = GAME.play(position, river)
    view = GAME.view(position, 1)
    assert view["scores"][0] >= 1
    assert len(json.dumps(view)) < 120_000
    assert len(GAME.view_moves(view)) == len(data["rivers"])
