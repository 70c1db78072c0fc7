"""Tak: rules as kernels, moves in PTN, positions in TPS, views and records; the module offers ``GAME``."""

from __future__ import annotations

from plyground.games.tak.rules import Tak

GAME = Tak()
