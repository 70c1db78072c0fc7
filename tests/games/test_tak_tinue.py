"""Proven wins in Tak hold against every answer, and tactics from published games are found within few positions."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plyground.core import compiled_calls, kernels, knowledge
from plyground.core.bot import Limits, silent
from plyground.games.tak import GAME
from plyground.games.tak.knowledge import solving, tinue
from plyground.games.tak.position import TakPosition
from tests.games.tak_positions import lively
from tests.soaking import more

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "tak_tactics.json"


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    compiled_calls.use_compiled(True)


@kernels.compiled
def _wins_within(position: Any, attacker: Any, plies: Any, moves: Any) -> Any:
    """Whether ``attacker`` wins within so many plies whatever the other does, by trying everything."""
    result = kernels.outcome(position, attacker)
    if result != kernels.ONGOING or plies == 0:
        return result == kernels.WIN
    attacks = kernels.to_move(position) == attacker
    for index in range(kernels.legal_moves(position, moves[plies])):
        move: Any = np.int64(moves[plies, index])
        if _wins_within(kernels.play(position, move), attacker, plies - 1, moves) == attacks:
            return attacks
    return not attacks


def wins_within(position: TakPosition, attacker: int, plies: int) -> bool:
    moves = np.empty((plies + 1, GAME.spec.most_moves), dtype=np.int32)
    return bool(_wins_within(position, attacker, plies, moves))


def holds(position: TakPosition, proof: tinue.Proof) -> bool:
    """Whether the first move wins against every answer, as often as needed with a new proof for each."""
    attacker = position.ply & 1
    after = GAME.play(position, proof.move)
    returns = GAME.returns(after)
    if returns is not None:
        return returns[attacker] == 1
    for reply in GAME.legal_moves(after):
        answered = GAME.play(after, reply)
        returns = GAME.returns(answered)
        if returns is not None:
            if returns[attacker] != 1:
                return False
            continue
        following = tinue.find(GAME, answered, Limits(nodes=200_000))
        if following is None or len(following.line) > 20 or not holds(answered, following):
            return False
    return True


@pytest.mark.soak
@pytest.mark.parametrize(("size", "count"), [(3, 150), (4, 200), (5, 200), (6, 200)])
def test_proven_wins_hold_and_wins_in_three_plies_are_found(size: int, count: int) -> None:
    count = more(count, 3 * count)
    proven = missed = 0
    for position in lively(size, count, 7 * size):
        seat = position.ply & 1
        proof = tinue.find(GAME, position, Limits(nodes=20_000))
        if proof is None:
            missed += wins_within(position, seat, 3)
            continue
        end = position
        for move in proof.line:
            end = GAME.play(end, move)
        assert GAME.returns(end) == ((1, -1) if seat == 0 else (-1, 1))
        if len(proof.line) == 3:
            proven += 1
            assert wins_within(position, seat, 3)
        elif len(proof.line) in (5, 7, 9) and size < 6:
            proven += 1
            assert holds(position, proof)
    assert proven >= (1 if size == 6 else count / 100)  # big boards of random play hold few forced wins
    assert missed <= proven / 5  # those without a threat of a road: everything loses, or flats decide


WINS = {
    "1,x,2,x2/x2,2,x2/x2,2,2,x/121,1,1,1S,x/x,21C,2,1121112C,1 2 16": (1_000, {"d1<"}),
    "x,1,1,112C,x,1/1,1,2,2,1,1/x,2,21S,2,2,2/2,2,2,1C,2,2/x,2,1,2,1,1/1,2,1,1,1,x 2 19": (5_000, {"3d6<"}),
    "2,x4/2,x4/2,1,1C,x,1/12,2C,x2,1/1,1,x3 2 7": (1_000, {"b2<"}),
    "2,x4,1/x5,1/x4,1,112/x,2,x,2C,12,1/x,2,2,21C,x,1S/x5,1 1 12": (4_000, {"e4>"}),
    "2,2,21,2,12S,2/2,2,2,211112C,22221C,21/12,2,x,1,21,221S/2,1,1,1,1,2/2,1,1,1,1,2/2S,1,1,x2,12 1 35": (
        20_000, {"b3>"},
    ),
    "2,x3,1/x2,2,x,1/x2,2C,x,1/x3,21C,21/x3,2S,2 1 8": (1_000, {"d2>"}),
}  # fmt: skip
"""Positions from the Tiltak engine's tests, how many positions proving may visit, and their best moves."""


@pytest.mark.parametrize("text", WINS)
def test_known_wins_are_proven_within_few_positions(text: str) -> None:
    most, best = WINS[text]
    position = GAME.parse_position(text, {})
    proof = tinue.find(GAME, position, Limits(nodes=most))
    assert proof is not None
    assert GAME.move_text(position, proof.move) in best
    assert tinue.find_after(GAME, position, proof.move, Limits(nodes=2 * most)) is not None
    assert tinue.find(GAME, position, Limits(nodes=most)) == proof


@pytest.mark.skipif(not DATA.exists(), reason="the shared data are not beside the project")
def test_most_of_the_shared_tactics_are_proven_wins() -> None:
    solved = 0
    for case in json.loads(DATA.read_text())["positions"]:
        position = GAME.parse_position(case["tps"], {"size": case["size"], "komi": case["komi"]})
        proof = tinue.find(GAME, position, Limits(nodes=100_000))
        text = None if proof is None else GAME.move_text(position, proof.move)
        solved += (text in case["moves"]) == (case["kind"] == "best") and text is not None
    assert solved >= 13


def test_nothing_is_proven_where_nothing_is_won() -> None:
    start = GAME.initial()
    assert tinue.find(GAME, start, Limits(nodes=1_000)) is None
    position = GAME.replay(start, ["a1", "e5", "c3", "c2"])[-1]
    assert tinue.find(GAME, position, Limits(nodes=10_000)) is None
    assert tinue.find_after(GAME, position, GAME.parse_move(position, "d3"), Limits(nodes=1_000)) is None


def test_advice_is_a_choice_with_its_line_and_keeps_the_limits() -> None:
    strength = knowledge.of(GAME).strength
    assert strength is not None
    assert strength.advise is not None
    position = GAME.parse_position("2,x4/2,x4/2,1,1C,x,1/12,2C,x2,1/1,1,x3 2 7", {})
    choice = strength.advise(GAME, position, Limits(nodes=100_000), random.Random(0), silent, None)
    assert choice.move == "b2<"
    assert (choice.value, choice.kind, choice.outcome) == (1.0, "exact", "win")
    assert GAME.returns(GAME.replay(position, choice.line)[-1]) == (-1, 1)
    assert choice.nodes <= 100_000 // 8
    assert strength.advise(GAME, position, Limits(depth=2), random.Random(0), silent, None) is None
    assert strength.advise(GAME, position, Limits(nodes=200), random.Random(0), silent, None) is None
    assert strength.advise(GAME, GAME.initial(), Limits(), random.Random(0), silent, None) is None
    assert solving.proving_nodes(Limits(seconds=0.5)) == solving.NODES_PER_SECOND // 2
