"""The maps of Lambda Punter as pages and programs get and give them."""

from __future__ import annotations

from typing import Any

from plyground.games.punter import charts, mapfile


class KeptMaps:
    """The maps of the library and those that were given, by content hash."""

    def text(self, content: str) -> str:
        """The contest's JSON of the map with this hash; raises ``UnknownMap``."""
        return charts.find_hash(content).file.text

    def keep(self, text: str) -> dict[str, Any]:
        """Check and keep a map; raises ``MalformedMap`` or ``NoRoomForMap``."""
        chart = charts.keep(mapfile.parse(text))
        file = chart.file
        sizes = {"sites": len(file.sites), "rivers": len(file.rivers), "mines": len(file.mines)}
        return {"map": chart.name, "hash": chart.hash, **sizes}
