"""Maps where there is no folder of them, in the browser: those that the page has handed over.

Stands in for ``charts`` in the script of the rules.
"""

from __future__ import annotations

from plyground.core.messages import _
from plyground.games.punter import map_library, mapfile
from plyground.games.punter.chart import Chart, build_board
from plyground.games.punter.mapfile import MapFile
from plyground.games.punter.position import Board
from plyground.games.punter.refusals import NoRoomForMap, UnknownMap

_given: dict[str, Chart] = {}
"""By name and by content hash."""
_of_board: dict[int, Chart] = {}


def find(name: str) -> Chart:
    """The chart of a name or a content hash; raises ``UnknownMap``."""
    chart = _given.get(map_library.USUAL.get(name, name))
    if chart is None:
        raise UnknownMap(_("The map “{name}” is not on this device; the server has it.", name=name[:60]))
    return chart


def find_hash(content: str) -> Chart:
    """The chart with this content hash; raises ``UnknownMap``."""
    return find(content)


def of_board(board: Board) -> Chart:
    """The chart whose arrays these are."""
    return _of_board[board.key]


def keep(file: MapFile, name: str = "") -> Chart:
    """Refuses: maps are kept by the server."""
    raise NoRoomForMap(_("Only the server takes new maps."))


class KeptMaps:
    """The maps that the page has handed over."""

    def give(self, name: str, content: str, text: str) -> None:
        """Take a map under its name and its content hash; raises ``MalformedMap``."""
        file = mapfile.parse(text)
        chart = Chart(map_library.USUAL.get(name, name), content, file, build_board(file, content))
        _given[chart.name] = _given[content] = _of_board[chart.board.key] = chart
