"""Guided tree search: the compiled one and the told one grow the same tree, and proofs decide."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core import compiled_calls, knowledge, registry
from plyground.search import guided
from plyground.search.learning import small
from plyground.search.teaching.puct import PuctRun
from plyground.search.teaching.searches import fitting, search

GAMES = [game for game in registry.games().values() if guided.fits(game)]


def walked(game: Any, position: Any, iterations: int) -> guided.Found:
    strength = knowledge.of(game).strength
    assert strength is not None
    return guided.search(game, position, strength.weights(), iterations, strength.curiosity)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.id)
def test_the_told_search_grows_the_compiled_tree(game: Any) -> None:
    position = game.initial()
    for _ply in range(4):
        position = game.play(position, game.legal_moves(position)[1])
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(True)
    try:
        found = walked(game, position, 150)
        run = search("puct").start(game, position, {"iterations": 150})
        events = list(run.events())
    finally:
        compiled_calls.use_compiled(before)
    assert isinstance(run, PuctRun)
    assert run.tree.visits == 150
    told = {each.node.move: (each.visits, each.mean(run.tree.mover)) for each in run.tree.children}
    assert {each.move: each.visits for each in found.moves} == {move: visits for move, (visits, _) in told.items()}
    assert all(each.mean == pytest.approx(told[each.move][1]) for each in found.moves)
    assert run.result.move == found.moves[0].move
    assert run.result.value == pytest.approx(found.moves[0].mean)
    for event in events:
        if event.kind == "select":
            rows = [event.items[place : place + 4] for place in range(0, len(event.items), 4)]
            assert event.child is not None
            assert max(row[3] for row in rows) == next(row[3] for row in rows if row[0] == event.child.index)


def test_shares_of_attention_add_up_and_follow_the_order() -> None:
    game = registry.game("othello")
    position = game.initial()
    _worth, _proven, moves, shares = guided.look(position, knowledge.of(game).strength.weights(), 400, 64)  # type: ignore[union-attr]
    assert sorted(moves) == sorted(game.legal_moves(position))
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == 1  # four moves that are one by symmetry


def test_a_lost_move_is_given_up_and_a_won_one_ends_the_search() -> None:
    game = registry.game("tak")
    position = game.parse_position("x5/x5/x5/1,1,1,1,x/2,2,2,x2 1 5")
    found = walked(game, position, 3000)
    assert (found.moves[0].proven, found.moves[0].mean) == (guided.WON, 1.0)
    assert found.nodes < 3000
    over = game.play(position, found.moves[0].move)
    assert game.returns(over) == (1, -1)
    black = game.parse_position("x5/x5/1,1,1,1,x/x5/2,2,2,x2 2 5")
    saved = walked(game, black, 400)
    assert game.move_text(black, saved.moves[0].move).endswith("e3")
    lost = [each for each in saved.moves if each.proven == guided.LOST]
    assert lost
    assert all(each.mean == -1 for each in lost)


def test_it_says_where_it_does_not_fit() -> None:
    tree = registry.game("tree")
    position = tree.initial()
    assert "puct" not in {each.spec.id for each in fitting(tree, position)}
    assert "evaluation" in str(search("puct").refuses(tree, position))


def test_a_search_goes_by_what_it_has_learnt() -> None:
    game = registry.game("tak")
    position = game.initial({"size": 3})
    for text in ("a1", "c1", "b2", "b3"):
        position = game.play(position, game.require(position, text))
    blank, learnt = (
        search("puct").start(game, position, {"iterations": 40, "guide": "learnt", "games": games}) for games in (0, 24)
    )
    for run in (blank, learnt):
        run.finish()
        assert isinstance(run, PuctRun)
        assert sum(run.tree.shares.values()) == pytest.approx(1)
        assert sorted(run.tree.shares) == list(range(len(game.legal_moves(position))))
    assert len({round(share, 9) for share in blank.tree.shares.values()}) == 1  # type: ignore[attr-defined]
    assert blank.tree.worth == 0  # type: ignore[attr-defined]
    model = small.learn(game, position, 24)
    assert list(learnt.tree.shares.values()) == sorted(model.shares(position), reverse=True)  # type: ignore[attr-defined]
    assert learnt.tree.worth == pytest.approx(2 * model.chance(position, 0) - 1)  # type: ignore[attr-defined]
