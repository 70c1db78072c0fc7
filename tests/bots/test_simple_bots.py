"""What ``random`` and ``intuition`` promise beyond the battery."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from plyground.bots import intuition
from plyground.bots.intuition import exposes, ranked_moves
from plyground.core import kernels, knowledge, registry
from plyground.core.bot import Choice, Limits
from plyground.core.game import GameSpec
from plyground.core.options import Option, Values

CAMEL, OTHELLO = registry.game("camel"), registry.game("othello")


def ask(game: Any, bot: str, position: Any, seed: int = 0) -> Choice:
    return registry.parse_player(bot, game).choose(position, Limits(), random.Random(seed))


def test_random_plays_all_moves_about_equally_often() -> None:
    start = OTHELLO.initial()
    played = Counter(ask(OTHELLO, "random", start, seed).move for seed in range(400))
    assert set(played) == {"d3", "c4", "f5", "e6"}
    assert min(played.values()) > 60


@pytest.mark.parametrize(("position", "wins"), [("7x7 3,5,8 2,2,8 - 0 9", {"Down"}), ("7x7 3,4,8 2,1,8 - 1 9", {"Up"})])
def test_intuition_takes_a_win_in_one(position: str, wins: set[str]) -> None:
    choice = ask(CAMEL, "intuition", CAMEL.parse_position(position, {}))
    assert choice.move in wins
    assert (choice.value, choice.kind, choice.outcome) == (1, "exact", "win")


def test_intuition_avoids_a_loss_in_one() -> None:
    # Player 1 is one step from row 0; only a camel across that step, or beside it, keeps player 0 alive.
    for text in ("7x7 3,2,8 5,1,8 - 0 9", "7x7 3,2,2 0,1,8 - 0 9"):
        position = CAMEL.parse_position(text, {})
        exposed = {
            CAMEL.move_text(position, move): exposes(CAMEL, CAMEL.play(position, move), 0)
            for move in CAMEL.legal_moves(position)
        }
        assert 0 < sum(exposed.values()) < len(exposed)
        choice = ask(CAMEL, "intuition", position)
        assert not exposed[choice.move]
        ranked = choice.details["ranked"]
        assert [entry["text"] for entry in ranked if entry["exposed"]] == [
            entry["text"] for entry in ranked[: sum(entry["exposed"] for entry in ranked)]
        ]


def test_intuition_still_moves_when_every_move_loses() -> None:
    position = CAMEL.parse_position("7x7 3,2,0 5,1,0 - 0 9", {})
    assert ask(CAMEL, "intuition", position).move in {"Up", "Down", "Left", "Right"}


@pytest.mark.parametrize("game", [CAMEL, OTHELLO], ids=["camel", "othello"])
def test_intuition_follows_the_games_order(game: Any) -> None:
    rng = random.Random(4)
    position = game.initial()
    for _ in range(12):
        ranked = ranked_moves(game, position)
        ranks = [each.rank for each in ranked]
        assert ranks == sorted(ranks, reverse=True)
        assert sorted(each.move for each in ranked) == sorted(game.legal_moves(position))
        assert all(each.rank == kernels.rank(position, each.move) for each in ranked)
        order = game.legal_moves(position)
        for one, other in pairwise(ranked):
            assert one.rank > other.rank or order.index(one.move) < order.index(other.move)
        position = game.play(position, rng.choice(order))


def test_intuition_beats_random() -> None:
    for game in (CAMEL, OTHELLO):
        points = 0
        for number in range(10):
            bots = ("intuition", "random") if number % 2 == 0 else ("random", "intuition")
            players = [registry.parse_player(text, game) for text in bots]
            position, rng = game.initial(), random.Random(number)
            while (returns := game.returns(position)) is None:
                choice = players[game.to_move(position)].choose(position, Limits(), rng)
                position = game.play(position, game.require(position, choice.move))
            points += returns[number % 2] > 0
        assert points >= 8


class Stones(NamedTuple):
    """A heap of stones and who takes."""

    heap: int
    mover: int


class TakeStones(type(OTHELLO)):  # type: ignore[misc]
    """Take one to three stones; who takes the last one wins. No kernels, an order with parts and an option."""

    spec = GameSpec("stones", "Stones", "Take stones.", (2, 2), ("A", "B"), (), 3, 30)
    position_classes = (Stones,)

    def to_move(self, position: Stones) -> int:
        return position.mover

    def legal_moves(self, position: Stones) -> list[int]:
        return list(range(1, 1 + min(3, position.heap)))

    def play(self, position: Stones, move: int) -> Stones:
        return Stones(position.heap - move, 1 - position.mover)

    def returns(self, position: Stones) -> tuple[float, ...] | None:
        return None if position.heap else ((-1.0, 1.0) if position.mover == 0 else (1.0, -1.0))

    def move_text(self, position: Stones, move: int) -> str:
        return str(move)


STONES = TakeStones()
GREED = Option("greed", "float", 2.0, "What a stone is worth.", low=-9, high=9)


@pytest.fixture
def ordered(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets the order of the stones' moves."""
    monkeypatch.setattr(knowledge, "_declared", dict(knowledge._declared))

    def provide(**changed: Any) -> None:
        def parts(position: Stones, move: int, values: Values) -> dict[str, float]:
            return {"stones": float(values["greed"]) * move, "odd": 0.5 * (move % 2)}

        ordering = knowledge.Ordering((GREED,), parts, **changed)
        knowledge.declare((Stones,), knowledge.Knowledge(ordering=ordering))

    return provide


def test_an_order_with_parts_lends_the_bot_its_options(ordered: Callable[..., None]) -> None:
    ordered()
    assert registry.parse_player("intuition", STONES).options == {"greed": 2.0}
    assert registry.parse_player("intuition", OTHELLO).options == {}
    ranked = ask(STONES, "intuition", Stones(12, 0)).details["ranked"]
    assert [(entry["text"], entry["rank"], entry["parts"]) for entry in ranked] == [
        ("3", 6.5, {"stones": 6.0, "odd": 0.5}),
        ("2", 4.0, {"stones": 4.0, "odd": 0.0}),
        ("1", 2.5, {"stones": 2.0, "odd": 0.5}),
    ]
    assert ask(STONES, "intuition", Stones(12, 0)).move == "3"
    assert ask(STONES, "intuition:greed=-1", Stones(12, 0)).move == "1"


def test_the_lowest_is_first_where_the_order_says_so_and_equals_keep_their_order(ordered: Callable[..., None]) -> None:
    ordered(lowest_first=lambda position: position.heap > 10)
    assert [each.move for each in ranked_moves(STONES, Stones(12, 0))] == [1, 2, 3]
    assert [each.move for each in ranked_moves(STONES, Stones(9, 0))] == [3, 2, 1]
    level = {"greed": 0.0}
    assert [each.move for each in ranked_moves(STONES, Stones(9, 0), level)] == [1, 3, 2]
    assert [each.move for each in ranked_moves(STONES, Stones(12, 0), level)] == [2, 1, 3]


def test_an_order_that_needs_no_look_ahead_plays_no_moves(ordered: Callable[..., None]) -> None:
    ordered()
    assert ask(STONES, "intuition:greed=-1", Stones(3, 0)).move == "3"  # a win in one
    assert ask(STONES, "intuition:greed=-1", Stones(5, 0)).outcome is None
    assert ask(STONES, "intuition", Stones(5, 0)).move == "1"  # what looks better leaves a win in one
    ordered(looks_ahead=False)
    assert ask(STONES, "intuition:greed=-1", Stones(3, 0)).move == "1"
    assert ask(STONES, "intuition", Stones(5, 0)).move == "3"


def test_of_very_many_moves_it_tells_the_best_and_the_one_that_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    position = CAMEL.initial({"board_width": 9, "board_height": 9, "starting_camels": 10})
    last = CAMEL.play(position, ranked_moves(CAMEL, position)[-1].move)
    monkeypatch.setattr(intuition, "exposes", lambda game, after, seat: after != last)
    choice = ask(CAMEL, "intuition", position)
    assert choice.details["moves"] == 131
    told = choice.details["ranked"]
    assert (len(told), told[-1]["text"], told[-1]["exposed"]) == (intuition.MOST_TOLD + 1, choice.move, False)
    assert all(entry["exposed"] for entry in told[:-1])
