"""Lambda Punter: maps, rules as kernels, texts, views and records; the module offers ``GAME``."""

from __future__ import annotations

from plyground.games.punter.game import LambdaPunter

GAME = LambdaPunter()
