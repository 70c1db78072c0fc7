"""What makes a strong player of Tak: the evaluation's terms in words, for people."""

from __future__ import annotations

from game.core.knowledge import Strength, Term, provide_strength
from game.knowledge.tak import evaluation
from game.rules.tak.position import WHITE, TakPosition

_WORDS = {
    "flats": ("Flats", "One's own flats on top less the other side's."),
    "komi": ("Komi", "What Black is given when flats are counted."),
    "move": ("The move", "The side to move is about to add something."),
    "blocks": ("Walls and capstones", "They count for no flats, but stop roads or take what stops one's own."),
    "stacks": (
        "Stacks",
        "Under each top, as deep as can be carried: own pieces can be spread as flats, the other side's set free.",
    ),
    "roads": ("Roads", "Connected groups, by the lines that they span along and across the board."),
    "threats": ("Threats", "Squares that would complete a road, and pairs of squares that would."),
    "centre": ("Centre", "Pieces on inner squares have more ways to connect and to move."),
    "race": ("Flat race", "The lead in flats counts for more as reserves or empty squares run out."),
}


def terms(position: TakPosition, seat: int) -> tuple[Term, ...]:
    """The parts of the evaluation for a seat, in flats; they add up to it."""
    sign = 1 if seat == WHITE else -1
    found = evaluation.terms_of(position, evaluation.weights())._asdict()
    return tuple(Term(title, sign * int(found[name]) / 100, help_text) for name, (title, help_text) in _WORDS.items())


STRENGTH = Strength("flats", evaluation.weights, terms)
provide_strength((TakPosition,), STRENGTH)
