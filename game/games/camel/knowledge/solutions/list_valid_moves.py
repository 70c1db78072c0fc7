"""All valid moves, by asking of each move whether it is."""

from plyground.games.camel.for_bots import Camel, Configuration, Direction, GameState, H, Move, V, is_valid_move


def list_valid_moves(cfg: Configuration, st: GameState) -> list[Move | Camel]:
    """All valid moves, in any order; empty if the game is won, and where the rules make a player pass."""
    found: list[Move | Camel] = [Move(direction) for direction in Direction]
    for x in range(cfg.board_width):
        for y in range(cfg.board_height):
            found += [Camel(H(x, y)), Camel(V(x, y))]
    return [move for move in found if is_valid_move(cfg, st, move)]
