"""Questions about a recorded search: what is asked tells no answer, and the answer is the one that the search gave."""

from __future__ import annotations

import pytest

from plyground.classroom import traced
from plyground.core import registry
from plyground.core.messages import translated
from plyground.core.refusals import NothingToAsk
from plyground.search.teaching.searches import search
from plyground.web.languages import Languages
from tools.messages import PLACE

GERMAN = Languages([PLACE]).known["de"].catalogue


def test_where_monte_carlo_tree_search_goes_next_is_the_highest_bound() -> None:
    game = registry.game("othello")
    trace = search("mcts").record(game, game.initial({"size": "4"}), {}, seed=3, most_nodes=80)
    asked = 0
    for at, step in enumerate(trace.steps):
        if step.kind != "select":
            continue
        found = traced.ask_next(trace, step.node, at)
        rows = {
            trace.move_text(step.node, int(each)): step.items[4 * row + 3] for row, each in enumerate(step.items[::4])
        }
        assert found.answer.text is not None
        assert rows[found.answer.text] == max(rows.values())
        assert {option.text for option in found.choices} <= set(rows)
        assert found.answer.right == {found.answer.text} <= {option.text for option in found.choices}
        assert all("visits" in option.label and "bound" not in option.label for option in found.choices)
        assert "bound" not in found.prompt
        asked += 1
    assert asked > 3
    with pytest.raises(NothingToAsk):
        traced.ask_next(trace, 0, 0)


def test_reasons_are_said_in_each_language() -> None:
    game = registry.game("othello")
    trace = search("alphabeta").record(game, game.initial({"size": "4"}), {"depth": 3}, seed=3, most_nodes=400)
    reasons = []
    for at, step in enumerate(trace.steps):
        if step.kind == "bound" and trace.steps[at + 1].kind != "cut":
            try:
                asked = traced.ask_cut(trace, step.node, at + 1)
            except NothingToAsk:
                continue
            reasons.append(translated(asked.answer.why, GERMAN))
    assert "Die Suche sieht weiter. Hier gilt: alpha ist 3 und beta ist 5." in reasons
