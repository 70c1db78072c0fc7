"""Made-up tables: results written in a line or two."""

from __future__ import annotations

from plyground.competitions.ranking.results import Result

_RANKS = {"1": (1, 2), "0": (2, 1), "=": (1, 1)}


def results(text: str) -> list[Result]:
    """Results from words such as ``AB1`` (A sat first against B and won), ``AB0`` (lost) or ``AB=`` (drew)."""
    found = []
    for index, word in enumerate(text.split()):
        found.append(Result(f"g{index}", (word[0], word[1]), _RANKS[word[2]]))
    return found


def beats(*pairs: str) -> list[Result]:
    """For each pair such as ``AB``: A won against B both as first and as second player."""
    return results(" ".join(f"{pair}1 {pair[::-1]}0" for pair in pairs))


def level(*pairs: str) -> list[Result]:
    """For each pair: each won as first player."""
    return results(" ".join(f"{pair}1 {pair[::-1]}1" for pair in pairs))
