"""The exercise's own functions: they agree with the rules, and their player beats random moves."""

from __future__ import annotations

import random

import pytest

from plyground.core.errors import IllegalMove, MalformedPosition
from plyground.games.camel.knowledge.exercise import (
    BotState,
    Camel,
    Configuration,
    Direction,
    GameState,
    H,
    Move,
    Player,
    Position,
    V,
    apply_move,
    camels_intersect,
    get_initial_state,
    has_won,
    is_valid_move,
    list_valid_moves,
    make_move,
    make_move_state,
)

SEVEN = Configuration()


def plenty() -> float:
    return 60.0


def hurried() -> float:
    return 0.0


def state(first: tuple[int, int], second: tuple[int, int], *camels: H | V, next_player: int = 0) -> GameState:
    players = (Player(Position(*first), 8), Player(Position(*second), 8))
    return GameState(frozenset(camels), players, next_player)


def test_types_mirror_the_exercise() -> None:
    start = GameState.start(SEVEN)
    assert start.players == (Player(Position(3, 0), 8), Player(Position(3, 6), 8))
    assert start.next_player == 0
    assert start.camels == frozenset()
    assert [direction.name for direction in Direction] == [
        "Up", "Right", "Down", "Left", "UpLeft", "UpRight", "DownLeft", "DownRight",
    ]  # fmt: skip
    assert str(Move(Direction.Up)) == "Move Up"
    assert str(Camel(H(2, 3))) == "Camel H 2 3"
    assert len({H(2, 3), V(2, 3), H(2, 3)}) == 2


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        (H(2, 3), H(2, 3), True),
        (H(2, 3), H(3, 3), True),
        (H(2, 3), H(1, 3), True),
        (H(2, 3), H(4, 3), False),
        (H(2, 3), H(2, 4), False),
        (H(2, 3), V(2, 3), True),
        (H(2, 3), V(3, 3), False),
        (V(2, 3), V(2, 4), True),
        (V(2, 3), V(2, 5), False),
        (V(2, 3), V(3, 3), False),
    ],
)
def test_camels_intersect(one: H | V, other: H | V, meet: bool) -> None:
    assert camels_intersect(one, other) == camels_intersect(other, one) == meet


def test_valid_moves() -> None:
    start = GameState.start(SEVEN)
    moves = list_valid_moves(SEVEN, start)
    assert len(moves) == 75
    assert [str(move) for move in moves[:4]] == ["Move Right", "Move Down", "Move Left", "Camel H 0 0"]
    assert all(is_valid_move(SEVEN, start, move) for move in moves)
    for wrong in (Move(Direction.Up), Move(Direction.DownLeft), Camel(H(6, 0)), Camel(V(-1, 0)), Camel(H(40, 99))):
        assert not is_valid_move(SEVEN, start, wrong)
        with pytest.raises(IllegalMove):
            apply_move(SEVEN, start, wrong)


def test_the_edge_and_the_pass() -> None:
    """Where the rules pass, the list is empty; with the edge counted there is a diagonal."""
    players = (Player(Position(2, 1), 0), Player(Position(3, 1), 0))
    blocked = GameState(frozenset({H(1, 1), H(2, 0), V(1, 0)}), players, 0)
    assert [str(move) for move in list_valid_moves(Configuration(4, 4, 2), blocked)] == ["Move DownRight"]
    no_edge = Configuration(4, 4, 2, edge_blocks_jump=False)
    assert list_valid_moves(no_edge, blocked) == []
    with pytest.raises(ValueError, match="no valid move"):
        make_move(random.random, plenty, no_edge, blocked)


def test_apply_move_copies() -> None:
    start = GameState.start(SEVEN)
    after = apply_move(SEVEN, start, Camel(H(2, 3)))
    assert start == GameState.start(SEVEN)
    assert after.camels == {H(2, 3)}
    assert [player.current_camels for player in after.players] == [7, 8]
    assert after.next_player == 1
    stepped = apply_move(SEVEN, after, Move(Direction.Up))
    assert stepped.players[1] == Player(Position(3, 5), 8)
    assert stepped.players[0] == after.players[0]


def test_has_won_asks_who_has_just_moved() -> None:
    assert has_won(SEVEN, state((0, 6), (3, 5), next_player=1))
    assert not has_won(SEVEN, state((0, 6), (3, 5), next_player=0))
    assert has_won(SEVEN, state((0, 2), (3, 0), next_player=0))
    assert not has_won(SEVEN, state((0, 2), (3, 0), next_player=1))
    assert list_valid_moves(SEVEN, state((0, 6), (3, 5), next_player=1)) == []
    assert not is_valid_move(SEVEN, state((0, 6), (3, 5), next_player=1), Camel(H(0, 0)))


def test_impossible_states_are_refused() -> None:
    with pytest.raises(MalformedPosition, match="same tile"):
        list_valid_moves(SEVEN, state((3, 3), (3, 3)))
    with pytest.raises(MalformedPosition, match="3 to 9 tiles"):
        list_valid_moves(Configuration(20, 20, 8), state((3, 3), (3, 4)))


def play_against_random(bot_seat: int, rng: random.Random, cfg: Configuration) -> bool:
    """One game of ``make_move`` against random valid moves; whether it won."""
    st = GameState.start(cfg)
    for _ply in range(400):
        if st.next_player == bot_seat:
            move = make_move(rng.random, plenty, cfg, st)
            assert is_valid_move(cfg, st, move)
        else:
            move = rng.choice(list_valid_moves(cfg, st))
        st = apply_move(cfg, st, move)
        if has_won(cfg, st):
            return st.next_player != bot_seat
    return False


@pytest.mark.parametrize("seat", [0, 1])
def test_make_move_beats_random_moves(seat: int) -> None:
    rng = random.Random(seat)
    assert all(play_against_random(seat, rng, SEVEN) for _game in range(5))
    assert play_against_random(seat, rng, Configuration(5, 5, 3))


def test_with_no_time_left_the_order_of_moves_decides() -> None:
    assert make_move(lambda: 1.0, hurried, SEVEN, GameState.start(SEVEN)) == Move(Direction.Down)


def test_same_random_numbers_same_move() -> None:
    start = GameState.start(SEVEN)
    assert make_move(lambda: 0.3, plenty, SEVEN, start) == make_move(lambda: 0.3, plenty, SEVEN, start)
    assert is_valid_move(SEVEN, start, make_move(lambda: 1.0, plenty, SEVEN, start))


def test_bots_with_memory_play_each_other() -> None:
    """Each is told only what the other has done; both stay in step with the game."""
    cfg, rng = Configuration(5, 5, 3), random.Random(4)
    bots: list[BotState] = [get_initial_state(rng.random, plenty, cfg) for _seat in range(2)]
    st, told = GameState.start(cfg), list[Move | Camel]()
    for _ply in range(200):
        seat = st.next_player
        move, bots[seat] = make_move_state(rng.random, plenty, cfg, told, bots[seat])
        assert is_valid_move(cfg, st, move)
        st, told = apply_move(cfg, st, move), [move]
        assert bots[seat].game == st
        assert bots[seat].me == seat
        if has_won(cfg, st):
            return
    pytest.fail("nobody won within 200 plies")


def test_a_pass_of_the_other_side_is_an_empty_list() -> None:
    cfg = Configuration(4, 4, 2, edge_blocks_jump=False)
    players = (Player(Position(2, 1), 0), Player(Position(3, 1), 0))
    blocked = GameState(frozenset({H(1, 1), H(2, 0), V(1, 0)}), players, 0)
    move, after = make_move_state(random.Random(1).random, plenty, cfg, [], BotState(blocked, 1))
    assert isinstance(move, Move)
    assert after.game.next_player == 0
