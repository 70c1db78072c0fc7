"""Whether the game is won."""

from plyground.games.camel.for_bots import Configuration, GameState


def has_won(cfg: Configuration, st: GameState) -> bool:
    """Whether the player who has just moved has won."""
    mover = 1 - st.next_player
    goal = 0 if mover == 1 else cfg.board_height - 1
    return st.players[mover].position.y == goal
