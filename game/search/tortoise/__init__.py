"""The Tortoise's own way, for any game: the whole game tree, valued by max^n, kept and walked down between moves."""

from __future__ import annotations

from plyground.search.tortoise.tree import GameTree, Stopped, Valued, natural

__all__ = ["GameTree", "Stopped", "Valued", "natural"]
