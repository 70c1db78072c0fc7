"""Crazy Camel: rules as kernels, texts, views and records; the module offers ``GAME``."""

from __future__ import annotations

from game.rules.camel.game import CrazyCamel

GAME = CrazyCamel()
