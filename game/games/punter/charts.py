"""Maps made ready to play on, found by their names: drawn from the library or kept in a folder by content hash.

The folder is ``maps`` in the folder that ``PLYGROUND_DATA`` names, or in the project's ``data``.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from pathlib import Path
from typing import Any

from plyground.core import folders
from plyground.core.errors import BadOption
from plyground.core.messages import _
from plyground.games.punter import map_library, mapfile
from plyground.games.punter.chart import Chart, build_board
from plyground.games.punter.mapfile import MapFile
from plyground.games.punter.position import Board
from plyground.games.punter.refusals import NoRoomForMap, UnknownMap

MOST_KEPT_BYTES = 500_000_000
"""The most room that maps may take in the folder; beyond it no new ones are kept."""
_READY = 64
_HASH = re.compile(r"[0-9a-f]{32}")


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


def _remember(name: str, file: MapFile) -> Chart:
    if name in _by_name:
        return _by_name[name]
    content = file.hash
    if name == content and content in _library_names:
        return find(_library_names[content])
    chart = Chart(name, content, file, build_board(file, content))
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
