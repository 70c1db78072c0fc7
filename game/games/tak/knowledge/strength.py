"""What makes a strong player of Tak: the evaluation, its terms for people, and wins that are proven before a search."""

from __future__ import annotations

from plyground.core.knowledge import Strength
from plyground.games.tak.knowledge import evaluation, loading, solving

STRENGTH = Strength(
    "flats", evaluation.weights, evaluation.terms_for_people, solving.solve, solving.advise, load=loading.load
)
