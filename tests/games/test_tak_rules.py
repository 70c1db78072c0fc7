"""Tak's rules: the published perft figures, an independent generator, and each odd case by name, for both colours."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plyground.core import compiled_calls, kernels
from plyground.core.errors import BadOption
from plyground.games.tak import GAME
from plyground.games.tak.position import QUIET_LIMIT, SIZES, TakPosition, stack_colours
from plyground.search.perft import perft
from tests.games import tak_reference as reference

# Perft figures of the start positions, published by engine authors (tak-perft, Tiltak, fast-tak).
STARTS = {
    3: [9, 72, 1200, 17792, 271812],
    4: [16, 240, 7440, 216464],
    5: [25, 600, 43320, 2999784],
    6: [36, 1260, 132720],
    7: [49, 2352, 339696],
    8: [64, 4032, 764064],
}
OTHERS = {
    "x,1,1,1S,1S,1S,1S,1S/1,x,1,1,2S,2S,1C,1S/1,1,x,1,1,2C,2S,1S/1S,1,1,x,1,1,2S,1S/1S,2S,1,1,x,1,1,1S/"
    "1S,2S,2C,1,1,x,1,1/1S,1C,2S,2S,1,1,x,1/1S,1S,1S,1S,1S,1,1,x 2 50": [32, 3400, 92372, 9968672],
    f"x6/x6/x6/x3,{'111222' * 10}C,x2/x6/x6 2 31": [194, 11334, 963760],
    f"x7/x7/x7/x3,{'111222' * 13}121C,x3/x7/x7/x7 1 41": [300, 34684, 6229212],
    f"x8/x8/x8/x8/x4,{'111222' * 16}12121C,x3/x8/x8/x8 1 51": [571, 159614],
    "x7/1C,1112S,x,112211C,2S,2C,1S/x7/x3,222C,x3/x3,2S,x3/x3,1S,x3/x7 1 10": [112, 14248, 1693182],
}
DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "tak_perft.json"


@pytest.fixture(params=[False, True], ids=["interpreted", "compiled"])
def both_ways(request: pytest.FixtureRequest) -> Iterator[bool]:
    """The test runs once on interpreted and once on compiled rules."""
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(request.param)
    yield request.param
    compiled_calls.use_compiled(before)


@pytest.fixture
def compiled() -> Iterator[None]:
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(True)
    yield
    compiled_calls.use_compiled(before)


def at(text: str, **options: Any) -> TakPosition:
    return GAME.parse_position(text, options)


def after(text: str, *moves: str, **options: Any) -> TakPosition:
    return GAME.replay(at(text, **options), moves)[-1]


def other_colours(text: str) -> str:
    """The same position with colours and sides exchanged."""
    board, side, turn = text.split(" ")
    exchanged = re.sub("(?<!x)[12]", lambda digit: str(3 - int(digit[0])), board)
    return f"{exchanged} {3 - int(side)} {turn}"


@pytest.mark.parametrize("size", SIZES)
def test_published_counts_from_the_start(size: int) -> None:
    start = GAME.initial({"size": size})
    assert [perft(GAME, start, depth) for depth in range(1, len(STARTS[size]) + 1)] == STARTS[size]


@pytest.mark.parametrize("text", OTHERS)
def test_published_counts_of_other_positions(text: str) -> None:
    counts = OTHERS[text]
    assert [perft(GAME, at(text), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("row", json.loads(DATA.read_text())["positions"] if DATA.exists() else [])
def test_counts_of_the_data(row: dict[str, Any]) -> None:
    position = at(row["tps"], size=row["size"])
    for depth, count in row["perft"].items():
        assert perft(GAME, position, int(depth)) == count


def test_the_fifth_ply_of_five_by_five() -> None:
    assert perft(GAME, GAME.initial(), 5) == 187_855_252


RESULTS = {0: "", 1: "wR", 2: "bR", 3: "wF", 4: "bF", 5: "draw", 6: "draw"}


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("size", SIZES)
def test_a_simple_generator_agrees(size: int) -> None:
    """Every position of random games: the same moves in the same order, text, reserves, result and stacks."""
    rng = random.Random(size)
    games = {3: 30, 4: 20, 5: 12, 6: 5, 7: 2, 8: 2}[size]
    for number in range(games):
        half_komi, swap = number % 9, number % 3 > 0
        options = {"size": size, "komi": half_komi / 2, "opening": "swap" if swap else "no-swap"}
        board, position = reference.start(size, half_komi, swap), GAME.initial(options)
        while True:
            moves = GAME.legal_moves(position)
            texts = [GAME.move_text(position, move) for move in moves]
            assert texts == reference.legal(board)
            assert kernels.count_moves(position) == len(moves)
            assert position.quiet == board.quiet
            assert RESULTS[position.result] == board.result
            assert (position.white_stones, position.white_caps) == board.reserves["w"]
            assert (position.black_stones, position.black_caps) == board.reserves["b"]
            assert at(reference.tps(board), **options) == position or position.result == 6
            if not moves:
                break
            index = rng.randrange(len(moves))
            # half of the games rather move stacks, so that they grow high
            if number % 2 and (high := [n for n, move in enumerate(moves) if move >= 256]):
                index = rng.choice(high)
            position, board = GAME.play(position, moves[index]), reference.play(board, texts[index])


@pytest.mark.parametrize("size", [3, 5, 6, 8])
def test_compiled_and_interpreted_agree(size: int) -> None:
    rng = random.Random(100 + size)
    for _ in range(2):
        position = GAME.initial({"size": size})
        while position.result == 0:
            answers: list[Any] = []
            for compiled_rules in (False, True):
                compiled_calls.use_compiled(compiled_rules)
                moves = GAME.legal_moves(position)
                chosen = moves[rng.randrange(len(moves))] if not answers else answers[0][1]
                answers.append((moves, chosen, GAME.play(position, chosen)))
            assert answers[0] == answers[1]
            assert [answer[2].quiet for answer in answers] == [answers[0][2].quiet] * 2
            position = answers[0][2]


class TestOpening:
    def test_each_first_turn_places_the_other_colour(self, both_ways: bool) -> None:
        position = GAME.replay(GAME.initial(), ["a1", "e5"])[-1]
        assert GAME.position_text(position) == "x4,1/x5/x5/x5/2,x4 1 2"
        assert (position.white_stones, position.black_stones) == (20, 20)

    def test_the_third_turn_places_the_own_colour(self) -> None:
        assert GAME.position_text(GAME.replay(GAME.initial(), ["a1", "e5", "c3"])[-1]) == "x4,1/x5/x2,1,x2/x5/2,x4 2 2"

    def test_without_the_swap_each_places_the_own_colour(self, both_ways: bool) -> None:
        position = GAME.replay(GAME.initial({"opening": "no-swap"}), ["a1", "e5"])[-1]
        assert GAME.position_text(position) == "x4,2/x5/x5/x5/1,x4 1 2"

    def test_a_flat_for_the_other_side_can_complete_its_road(self) -> None:
        position = after("x3/x3/2,2,x 1 1", "c1", size=3)
        assert GAME.returns(position) == (-1, 1)


class TestRoads:
    @pytest.mark.parametrize("text", ["1,1,1,1,x/x5/2,x4/2,x4/2,2,x3 1 6", "x,2,2,2,x/1,x4/1,x4/1,x4/1,x4 1 6"])
    def test_a_road_wins_at_once(self, text: str, both_ways: bool) -> None:
        move = "e5" if text.startswith("1") else "a5"
        for each, winner in ((text, 0), (other_colours(text), 1)):
            position = after(each, move)
            assert GAME.returns(position) == ((1, -1) if winner == 0 else (-1, 1))
            assert GAME.legal_moves(position) == []
            assert kernels.count_moves(position) == 0

    def test_a_capstone_is_part_of_a_road_and_a_wall_is_not(self) -> None:
        text = "1,1,1,1,x/x5/2,x4/2,x4/2,2,x3 1 6"
        assert GAME.returns(after(text, "Ce5")) == (1, -1)
        assert GAME.returns(after(text, "Se5")) is None
        assert GAME.returns(after(other_colours(text), "Se5")) is None

    def test_corners_do_not_connect(self) -> None:
        assert GAME.returns(after("1,1,x3/x2,1,1,x/x5/2,2,2,x2/x5 1 5", "e4")) is None

    @pytest.mark.parametrize("swap", [False, True])
    def test_dragon_clause_roads_for_both_win_for_the_mover(self, swap: bool, both_ways: bool) -> None:
        # b3 holds a white flat on a black one: moving it up fills White's row 4 and bares Black's row 3.
        text = "x5/1,x,1,1,1/2,21,2,2,2/x5/x5 1 9"
        position = after(other_colours(text) if swap else text, "b3+")
        assert GAME.returns(position) == ((-1, 1) if swap else (1, -1))

    @pytest.mark.parametrize("swap", [False, True])
    def test_suicide_road_a_road_only_for_the_other_side_loses(self, swap: bool, both_ways: bool) -> None:
        text = "x5/x5/2,21,2,2,2/x5/1,1,x3 1 9"
        position = after(other_colours(text) if swap else text, "b3+")
        assert GAME.returns(position) == ((1, -1) if swap else (-1, 1))

    def test_a_position_with_both_roads_belongs_to_who_moved_last(self) -> None:
        text = "1,1,1/2,2,2/x3 {} 9"
        assert GAME.returns(at(text.format(1), size=3)) == (-1, 1)
        assert GAME.returns(at(text.format(2), size=3)) == (1, -1)

    def test_a_road_counts_before_the_flats(self) -> None:
        # The last empty square completes Black's road though White has more flats.
        full = "1,1,2/1,1,2/1,1,x 2 9"
        text = "1S,1,2/1,1S,2/1,1S,x 2 9"
        assert GAME.returns(after(text, "c1", size=3)) == (-1, 1)
        assert GAME.returns(at(full, size=3)) is not None

    def test_a_spread_can_make_the_road(self, both_ways: bool) -> None:
        assert GAME.returns(after("x5/x5/1,1111C,x3/x5/2,2,2,x2 1 9", "3b3>111")) == (1, -1)


class TestFlattening:
    @pytest.mark.parametrize("wall", ["1S", "2S"])
    @pytest.mark.parametrize("swap", [False, True])
    def test_a_capstone_alone_flattens_a_wall_of_either_colour(self, wall: str, swap: bool, both_ways: bool) -> None:
        text = f"x5/x5/x,1C,{wall},x2/x5/2,x4 1 9"
        position = after(other_colours(text) if swap else text, "b3>")
        shown = f"x5/x5/x2,{wall[0]}1C,x2/x5/2,x4 2 9"
        assert GAME.position_text(position).split()[0] == (other_colours(shown) if swap else shown).split()[0]
        assert position.walls == 0
        assert position.quiet == 0

    def test_the_capstone_comes_down_alone_as_the_last_drop(self) -> None:
        text = "x5/x5/111C,x,2S,x2/x5/2,x4 1 9"
        assert GAME.position_text(after(text, "3a3>21")) == "x5/x5/x,11,21C,x2/x5/2,x4 2 9"

    def test_neither_a_flat_nor_a_wall_flattens(self) -> None:
        for top in ("1", "1S"):
            moves = GAME.legal_moves(at(f"x5/x5/x,{top},2S,x2/x5/2,x4 1 9"))
            assert "b3>" not in [GAME.move_text(at("x5/x5/x5/x5/x5 1 1"), move) for move in moves]

    def test_a_covered_wall_or_capstone_is_only_a_colour(self) -> None:
        position = after("x5/x5/x,1C,2S,x2/x5/2,x4 1 9", "b3>", "e5", "c3+")
        assert GAME.position_text(position) == "x4,2/x2,1C,x2/x2,2,x2/x5/2,x4 2 10"


class TestStacks:
    def test_drops_are_bottom_first(self, both_ways: bool) -> None:
        position = after("x5/x5/2121C,x4/x5/2,x4 1 9", "4a3>112")
        assert GAME.position_text(position) == "x5/x5/x,2,1,21C,x/x5/2,x4 2 9"

    def test_nothing_need_be_left_behind(self) -> None:
        position = after("x5/x5/21,x4/x5/2,x4 1 9", "2a3>")
        assert stack_colours(position, 2) == []
        assert stack_colours(position, 7) == [1, 0]

    @pytest.mark.parametrize(("size", "height"), [(3, 5), (5, 8), (6, 40), (7, 70), (8, 90)])
    def test_no_more_than_the_carry_limit_is_lifted(self, size: int, height: int, both_ways: bool) -> None:
        stack = ("12" * height)[: height - 1] + "1"
        row = f"{stack},x{size - 1}"
        text = f"{'/'.join([row] + [f'x{size}'] * (size - 1))} 1 60"
        position = at(text, size=size, stones=50)
        move = f"{size}a{size}>" + "1" * (size - 1) if size < 4 else f"{size}a{size}-"
        lifted = {int(t[0]) if t[0].isdigit() else 1 for t in texts(position) if "a" in t and t[-1] in "+-<>"}
        assert max(lifted) == size
        if size >= 4:
            shown = GAME.position_text(GAME.play(position, GAME.require(position, move)))
            assert shown.split(" ")[0].split("/")[0].split(",")[0] == stack[:-size]
            assert shown.split(" ")[0].split("/")[1].split(",")[0] == stack[-size:]

    def test_high_stacks_keep_every_piece(self, both_ways: bool) -> None:
        """A stack of 99 pieces walks across the edge of a word, down and back and apart."""
        pieces = list("12" * 49)
        random.Random(5).shuffle(pieces)
        stack = "".join(pieces) + "1"
        position = at(f"{stack},x7/x8/x8/x8/x8/x8/x8/x8 1 60", size=8, stones=60)
        position = after(
            GAME.position_text(position), "8a8-", "h8", "8a7+", "h7", "8a8-1111112", "h6", size=8, stones=60
        )
        shown = ["".join("12"[colour] for colour in stack_colours(position, square)) for square in range(7, -1, -1)]
        assert shown == [stack[:-8], *stack[-8:-2], stack[-2:]]


def texts(position: TakPosition) -> list[str]:
    return [GAME.move_text(position, move) for move in GAME.legal_moves(position)]


class TestEndByFlats:
    def test_a_full_board(self) -> None:
        position = after("1,2,1/2,1,2/1S,2,x 1 9", "Sc1", size=3)
        assert GAME.returns(position) == (-1, 1)

    def test_walls_and_capstones_do_not_count(self) -> None:
        options = {"size": 3, "capstones": 1}
        assert GAME.returns(after("1S,2,1S/2,1C,2/1S,2,x 1 9", "Sc1", **options)) == (-1, 1)

    @pytest.mark.parametrize("side", [1, 2])
    def test_out_of_pieces(self, side: int, both_ways: bool) -> None:
        """Two stones each: who places the last piece ends the game, whatever the other has left."""
        text = "x3/x3/1,x,2 1 2" if side == 1 else "x3/x3/1,x,2 2 2"
        position = after(text, "Sb3", size=3, stones=2)
        assert GAME.returns(position) == (0, 0)

    def test_a_capstone_left_keeps_the_game_going(self) -> None:
        position = after("x3/x3/1,x,2 1 2", "b3", size=3, stones=2, capstones=1)
        assert GAME.returns(position) is None
        assert {t for t in texts(position._replace(ply=4, white_stones=0)) if "b2" in t[1:]} == {"Cb2"}

    @pytest.mark.parametrize(
        ("komi", "returns"), [(0, (1, -1)), (0.5, (1, -1)), (1, (0, 0)), (1.5, (-1, 1)), (4, (-1, 1))]
    )
    def test_komi_and_half_komi(self, komi: float, returns: tuple[int, int], both_ways: bool) -> None:
        """White is one flat ahead on the full board."""
        position = after("1,2,1/2,1,1S/2,1,x 2 9", "Sc1", size=3, komi=komi)
        assert GAME.returns(position) == returns

    def test_half_komi_decides_an_even_count(self) -> None:
        text = "1,2,1/2,1,1S/2,2S,x 2 9"
        assert GAME.returns(after(text, "Sc1", size=3)) == (0, 0)
        assert GAME.returns(after(text, "Sc1", size=3, komi=0.5)) == (-1, 1)


class TestQuietDraw:
    SHUFFLE = ("a1+", "e5-", "a2-", "e4+")

    def test_fifty_plies_without_placement_or_flattening(self, both_ways: bool) -> None:
        position = at("x4,2/x5/x5/x5/1,x4 1 2")
        for ply in range(QUIET_LIMIT):
            assert GAME.returns(position) is None
            position = GAME.play(position, GAME.require(position, self.SHUFFLE[ply % 4]))
        assert GAME.returns(position) == (0, 0)
        assert GAME.ending(position) == "For 50 moves in a row nobody placed a piece or flattened a wall: a draw."

    def test_a_placement_begins_the_count_again(self) -> None:
        moves = [self.SHUFFLE[ply % 4] for ply in range(48)]
        position = after("x4,2/x5/x5/x5/1,x4 1 2", *moves, "c3")
        assert position.quiet == 0

    def test_a_flattening_begins_the_count_again(self) -> None:
        moves = [self.SHUFFLE[ply % 4] for ply in range(48)]
        position = after("x4,2/x,1C,2S,x2/x5/x5/1,x4 1 2", *moves, "b4>")
        assert position.quiet == 0

    def test_a_road_on_the_fiftieth_ply_wins(self) -> None:
        assert GAME.returns(after("2,2,2,2,x/x4,2/x5/x5/x5 2 9 quiet 49", "e4+")) == (-1, 1)


def test_there_is_always_a_legal_move_while_the_game_goes_on() -> None:
    rng = random.Random(9)
    for _ in range(20):
        position = GAME.initial({"size": 3, "stones": rng.randint(1, 12), "capstones": rng.randint(0, 3)})
        while position.result == 0:
            moves = GAME.legal_moves(position)
            assert moves
            position = GAME.play(position, rng.choice(moves))


def test_positions_are_frozen_and_share_what_does_not_change() -> None:
    position = at("x5/x5/2121C,x4/x5/2,x4 1 9")
    before = position.buried.copy()
    for move in GAME.legal_moves(position):
        GAME.play(position, move)
    assert np.array_equal(before, position.buried)
    assert hash(position) == hash(at("x5/x5/2121C,x4/x5/2,x4 1 9"))
    assert position != position._replace(ply=18)


def test_options_are_checked() -> None:
    with pytest.raises(BadOption, match="in halves"):
        GAME.initial({"komi": 0.3})
    assert GAME.initial({"size": 6, "komi": "2"}).half_komi == 4
    assert GAME.initial({"size": 7}).white_caps == 2
    assert GAME.initial({"size": 4, "stones": 9, "capstones": 2})[7:11] == (9, 2, 9, 2)
