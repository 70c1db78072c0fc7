"""Likeness of sources: copies are found whatever was renamed or moved; what was written apart, or given, is not."""

from __future__ import annotations

import random

from plyground.competitions import templates
from plyground.competitions.submissions import likeness
from tests.soaking import more

OWN = """
def make_move(random, time, configuration, game_state):
    best, worth = None, -1000
    for move in game_state.moves:
        after = game_state.play(move)
        found = -search(after, 3, -1000, 1000)
        if found > worth:
            best, worth = move, found
    return best


def search(state, depth, low, high):
    if depth == 0 or not state.moves:
        return count(state)
    for move in order(state):
        value = -search(state.play(move), depth - 1, -high, -low)
        if value >= high:
            return value
        low = max(low, value)
    return low


def order(state):
    return sorted(state.moves, key=lambda move: len(state.play(move).moves))


def count(state):
    return sum(weights[cell] for cell in state.mine) - sum(weights[cell] for cell in state.others)


weights = [100, -20, 10, 5, 5, 10, -20, 100] * 8
"""
APART = """
import math

def make_move(random, time, configuration, game_state):
    totals = {move: [0, 0] for move in game_state.moves}
    while time.left() > 1:
        move = max(totals, key=lambda each: totals[each][0] / 9 + 2 / math.sqrt(totals[each][1] + 1))
        state = game_state.play(move)
        while state.returns is None:
            state = state.play(random.choice(state.moves))
        totals[move][0] += state.returns[game_state.seat] > 0
        totals[move][1] += 1
    return max(totals, key=lambda each: totals[each][1])
"""


def renamed(source: str) -> str:
    """The same with other names, numbers and comments."""
    for one, other in (("best", "choice"), ("worth", "top"), ("search", "dig"), ("count", "score"), ("1000", "9999")):
        source = source.replace(one, other)
    return "# all mine\n" + source.replace("    return best", "    # the best one\n    return best")


def moved(source: str) -> str:
    """The same with its functions in another order."""
    parts = source.split("\n\n\n")
    return "\n\n\n".join([parts[0], *reversed(parts[1:])])


def test_what_was_renamed_is_identical_and_what_was_moved_is_alike() -> None:
    found = likeness.alike({"a": OWN, "b": renamed(OWN), "c": moved(OWN), "d": APART})
    assert [(each.one, each.other, each.identical) for each in found] == [
        ("a", "b", True),
        ("a", "c", False),
        ("b", "c", False),
    ]
    assert all(each.share > 0.7 for each in found)


def test_what_everybody_began_from_does_not_count() -> None:
    template = templates.source("othello")
    sources = {name: template + extra for name, extra in (("a", OWN), ("b", APART), ("c", ""))}
    assert likeness.alike(sources, [template]) == []
    assert len(likeness.alike(sources)) >= 1
    assert likeness.alike({"a": template, "b": template}, [template])[0].identical


def test_other_languages_are_read_too() -> None:
    one = (
        """int best(int depth) { for (int i = 0; i < n; i++) { if (value[i] > top) { top = value[i]; move = i; } }
    return depth > 0 ? -best(depth - 1) : top; } // mine
    int main() { while (read(line)) { parse(line); printf("%d", best(4)); } return 0; }"""
        * 2
    )
    other = one.replace("best", "search").replace("value", "v").replace("// mine", "// of my own")
    assert likeness.alike({"a": one, "b": other})[0].identical


def test_changes_here_and_there_do_not_hide_a_copy() -> None:
    for seed in range(more(3, 40)):
        chance = random.Random(seed)
        lines = OWN.strip().split("\n")
        for _unused in range(3):
            lines.insert(chance.choice([0, len(lines)]), f"spare_{chance.randrange(99)} = {chance.randrange(99)}")
        [found] = likeness.alike({"a": OWN, "b": "\n".join(lines)})
        assert found.share > 0.7


def test_time_is_linear_in_what_is_sent() -> None:
    """What would be quadratic in a careless reader: open texts, one long word, deep brackets."""
    for source in ('"' * 200_000, "a" * 400_000, "(" * 300_000, "\\" * 300_000, "'" + "\\'" * 150_000, "/" * 300_000):
        likeness.fingerprints(list(likeness.tokens(source)))
    many = {str(number): OWN for number in range(40)}
    found = likeness.alike(many)
    assert len(found) == 40 * 39 / 2
    assert all(each.identical for each in found)
