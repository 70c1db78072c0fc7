"""Plyground: board games with game-tree search, to play, watch, teach and compete in."""

__version__ = "0.1.0"
