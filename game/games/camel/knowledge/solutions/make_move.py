"""A player: it wins if it can, and else goes the way that gains most."""

from collections.abc import Callable

from plyground.games.camel.for_bots import (
    Camel,
    Configuration,
    GameState,
    Move,
    apply_move,
    distance,
    has_won,
    list_valid_moves,
)

FAR = 1000


def make_move(
    random: Callable[[], float], time: Callable[[], float], cfg: Configuration, st: GameState
) -> Move | Camel:
    """A valid move; one that wins at once if there is one."""
    me = st.next_player

    def worth(move: Move | Camel) -> float:
        after = apply_move(cfg, st, move)
        own, other = distance(cfg, after, me), distance(cfg, after, 1 - me)
        return (FAR if other is None else other) - (FAR if own is None else own)

    return max(accepted(random, time, cfg, st), key=worth)


def accepted(
    random: Callable[[], float], time: Callable[[], float], cfg: Configuration, st: GameState
) -> list[Move | Camel]:
    """What may be answered."""
    moves = list_valid_moves(cfg, st)
    wins = [move for move in moves if has_won(cfg, apply_move(cfg, st, move))]
    return wins or moves
