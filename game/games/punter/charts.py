"""Maps made ready to play on, found by their names: drawn from the library or kept in a folder by content hash.

The folder is ``maps`` in the folder that ``PLYGROUND_DATA`` names, or in the project's ``data``.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict, deque
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core import folders
from plyground.core.errors import BadOption
from plyground.core.messages import _
from plyground.games.punter import map_library, mapfile
from plyground.games.punter.mapfile import MapFile
from plyground.games.punter.position import Board
from plyground.games.punter.refusals import NoRoomForMap, UnknownMap

MOST_KEPT_BYTES = 500_000_000
"""The most room that maps may take in the folder; beyond it no new ones are kept."""
_READY = 64
_HASH = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class Chart:
    """A map by its name (on the library, or its hash), with the arrays for the kernels and the words for people."""

    name: str
    hash: str
    file: MapFile
    board: Board

    @cached_property
    def index(self) -> dict[int, int]:
        """The index of each site by its id."""
        return {site: place for place, site in enumerate(self.file.sites)}

    @cached_property
    def between(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """The rivers between two sites, by their indices, the smaller first."""
        found: dict[tuple[int, int], list[int]] = {}
        for river, (source, target) in enumerate(self.board.ends.tolist()):
            found.setdefault((min(source, target), max(source, target)), []).append(river)
        return {pair: tuple(rivers) for pair, rivers in found.items()}

    def river_text(self, river: int) -> str:
        """A river by its ends, as the map writes them: ``3-5``, and ``3-5#2`` for the second between the same sites."""
        source, target = self.file.rivers[river]
        return f"{source}-{target}{self._numbers.get(river, '')}"

    @cached_property
    def _numbers(self) -> dict[int, str]:
        """What stands behind the ends of a river that is not the first between its sites."""
        return {
            river: f"#{number}"
            for rivers in self.between.values()
            for number, river in enumerate(rivers, 1)
            if number > 1
        }


_by_name: OrderedDict[str, Chart] = OrderedDict()
_names: dict[int, str] = {}
_library_names: dict[str, str] = {}


def find(name: str) -> Chart:
    """The chart of a name of the library, a content hash, or the name of a kept file; raises ``UnknownMap``."""
    name = map_library.USUAL.get(name, name)
    known = _by_name.get(name)
    if known is not None:
        _by_name.move_to_end(name)
        return known
    file = map_library.draw(name)
    if file is not None:
        return _remember(name, file)
    if _HASH.fullmatch(name):
        return _remember(name, _read_kept(name))
    alias = _folder() / "names" / f"{_safe(name)}.txt"
    try:
        kept = alias.read_text(encoding="ascii").strip()
    except OSError:
        raise _unknown(name) from None
    return find(kept) if _HASH.fullmatch(kept) else _refuse(name)


def find_hash(content: str) -> Chart:
    """The chart with this content hash: kept in the folder, or drawn here before; raises ``UnknownMap``."""
    return find(_library_names.get(content, content))


def of_board(board: Board) -> Chart:
    """The chart whose arrays these are."""
    return find(_names[int(board.key)])


def keep(file: MapFile, name: str = "") -> Chart:
    """Keep a map in the folder, once for its content, and remember the name of its file; raises ``NoRoomForMap``."""
    content = file.hash
    if content in _library_names and not name:
        return find(_library_names[content])
    path = _folder() / f"{content}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            room = _kept_bytes(path.parent) + len(file.text)
            if room > MOST_KEPT_BYTES:
                raise NoRoomForMap(
                    _("There is no room for another map on this server; the library's maps can be played.")
                )
            _write(path, file.text)
            _room[path.parent] = room
        if name:
            (path.parent / "names").mkdir(exist_ok=True)
            _write(path.parent / "names" / f"{_safe(name)}.txt", content)
    except OSError as error:
        raise NoRoomForMap(_("The map cannot be kept: {strerror}.", strerror=error.strerror or error)) from None
    return _remember(content, file)


def chart_of(file: MapFile) -> Chart:
    """A map's chart for this process alone, not kept in the folder."""
    return _remember(file.hash, file)


def build_board(file: MapFile) -> Board:
    """The arrays of a map."""
    index = {site: place for place, site in enumerate(file.sites)}
    ends = [(index[source], index[target]) for source, target in file.rivers]
    near: list[list[tuple[int, int]]] = [[] for _ in file.sites]
    twins, latest = [], dict[tuple[int, int], int]()
    for river, (source, target) in enumerate(ends):
        near[source].append((target, river))
        near[target].append((source, river))
        pair = (min(source, target), max(source, target))
        twins.append(latest.get(pair, -1))
        latest[pair] = river
    mines = [index[mine] for mine in file.mines]
    mine_at = np.full(len(near), -1, dtype=np.int32)
    for number, mine in enumerate(mines):
        mine_at[mine] = number
    return Board(
        int(file.hash[:13], 16),
        np.array(ends, dtype=np.int32),
        np.cumsum([0, *map(len, near)]).astype(np.int32),
        np.array([link for links in near for link in links], dtype=np.int32),
        np.array(mines, dtype=np.int32),
        mine_at,
        np.array([_distances(near, mine) for mine in mines], dtype=np.int16),
        np.array(twins, dtype=np.int32),
    )


def _distances(near: list[list[tuple[int, int]]], mine: int) -> list[int]:
    away = [-1] * len(near)
    away[mine] = 0
    queue = deque([mine])
    while queue:
        site = queue.popleft()
        for other, _river in near[site]:
            if away[other] < 0:
                away[other] = away[site] + 1
                queue.append(other)
    return away


def _remember(name: str, file: MapFile) -> Chart:
    if name in _by_name:
        return _by_name[name]
    content = file.hash
    if name == content and content in _library_names:
        return find(_library_names[content])
    chart = Chart(name, content, file, build_board(file))
    _by_name[name] = chart
    _names[chart.board.key] = name
    if name != content:
        _library_names[content] = name
    while len(_by_name) > _READY:
        _by_name.popitem(last=False)
    return chart


def _folder() -> Path:
    return folders.data() / "maps"


def _read_kept(content: str) -> MapFile:
    try:
        return mapfile.parse((_folder() / f"{content}.json").read_text(encoding="utf-8"))
    except OSError:
        raise _unknown(content) from None


_room: dict[Path, int] = {}


def _kept_bytes(folder: Path) -> int:
    """The room that the maps of a folder take, counted once and then kept up."""
    if folder not in _room:
        _room[folder] = sum(path.stat().st_size for path in folder.glob("*.json"))
    return _room[folder]


def _write(path: Path, text: str) -> None:
    """Write a whole file or none of it."""
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "_", name.strip())[:80].lstrip(".") or "_"


def _unknown(name: str) -> BadOption:
    known = ", ".join(map_library.USUAL.values())
    return UnknownMap(
        _(
            "There is no map “{name}”. Give the map's file, or a name of the library: {known}.",
            name=name[:60],
            known=known,
        )
    )


def _refuse(name: str) -> Chart:
    raise _unknown(name)


class KeptMaps:
    """The maps of the library and those that were given, by content hash, as pages and programs get and give them."""

    def text(self, content: str) -> str:
        """The contest's JSON of the map with this hash; raises ``UnknownMap``."""
        return find_hash(content).file.text

    def keep(self, text: str) -> dict[str, Any]:
        """Check and keep a map; raises ``MalformedMap`` or ``NoRoomForMap``."""
        chart = keep(mapfile.parse(text))
        file = chart.file
        sizes = {"sites": len(file.sites), "rivers": len(file.rivers), "mines": len(file.mines)}
        return {"map": chart.name, "hash": chart.hash, **sizes}
