"""Othello: rules as kernels, texts, views and records; the module offers ``GAME``."""

from __future__ import annotations

from game.rules.othello.rules import Othello

GAME = Othello()
