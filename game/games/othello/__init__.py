"""Othello: rules as kernels, texts, views and records; the module offers ``GAME``."""

from __future__ import annotations

from plyground.games.othello.rules import Othello

GAME = Othello()
