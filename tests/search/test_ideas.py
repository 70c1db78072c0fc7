"""What each idea of the fast search saves is counted by the search itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plyground.core import knowledge, registry
from plyground.core.bot import Limits
from plyground.core.errors import BadOption, UnfitBot
from plyground.core.game import KernelGame
from plyground.search import ideas
from plyground.search.pvs.search import Settings, search
from tests.commands.support import asked

OTHELLO = registry.game("othello")
MIDDLE = OTHELLO.replay(OTHELLO.initial(), ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "g5"])[-1]


def nodes(**switched: bool) -> int:
    """What a search of the position visits, with ideas switched."""
    assert isinstance(OTHELLO, KernelGame)
    strength = knowledge.of(OTHELLO).strength
    assert strength is not None
    limits = Limits(nodes=ideas.MOST_NODES, depth=6)
    return search(OTHELLO, MIDDLE, strength.weights(), limits, settings=Settings(**switched)).nodes


def test_each_count_is_the_searchs_own() -> None:
    depth, counts = ideas.compare(OTHELLO, MIDDLE, ["killers", "history"], 6)
    known = [idea.id for idea in ideas.ideas_of(OTHELLO, MIDDLE)]
    assert depth == 6
    assert [each.without for each in counts] == [(), *((name,) for name in known), tuple(known), ("killers", "history")]
    for each in counts:
        assert each.positions == nodes(**dict.fromkeys(each.without, False))
        assert not each.stopped
        assert each.times == pytest.approx(each.positions / counts[0].positions, abs=0.01)
    by_name = {each.without: each for each in counts}
    assert by_name[("remembering",)].times > 1.2
    assert by_name[tuple(known)].times > 1.2


def test_a_search_that_takes_too_long_is_stopped_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    most = nodes() + 50
    monkeypatch.setattr(ideas, "MOST_NODES", most)
    _, counts = ideas.compare(OTHELLO, MIDDLE, depth=6)
    assert not counts[0].stopped
    assert counts[-1].stopped
    assert counts[-1].positions == most


def test_what_the_search_does_not_play_and_ideas_that_it_has_not_are_refused() -> None:
    punter = registry.game("punter")
    with pytest.raises(UnfitBot, match="does not play Lambda Punter"):
        ideas.compare(punter, punter.initial())
    with pytest.raises(BadOption, match="no idea “luck”"):
        ideas.compare(OTHELLO, MIDDLE, ["luck"])


def test_a_worker_is_asked_in_texts_and_answers_plain_data() -> None:
    told = ideas.compared("othello", {}, OTHELLO.position_text(OTHELLO.initial()), ["f5", "d6"], depth=4, without=[])
    assert json.loads(json.dumps(told)) == json.loads(json.dumps(told | {"depth": 4}))
    assert told["counts"][0]["times"] == 1.0


def test_the_command_counts_the_same() -> None:
    found: dict[str, Any] = asked("ideas", "othello", "--depth", "5", "--without", "reducing,remembering")
    assert found["depth"] == 5
    assert found["counts"][-1]["without"] == ["remembering", "reducing"]
    assert found["counts"][0]["move"] in ("c4", "d3", "e6", "f5")
