"""What a move leads to."""

from dataclasses import replace

from plyground.games.camel.for_bots import Camel, Configuration, GameState, Move, Player, Position


def apply_move(cfg: Configuration, st: GameState, mv: Move | Camel) -> GameState:
    """The state after a valid move; st is unchanged."""
    mover = st.next_player
    own, other = st.players[mover], st.players[1 - mover]
    camels = st.camels
    if isinstance(mv, Camel):
        camels = camels | {mv.camel}
        after = replace(own, current_camels=own.current_camels - 1)
    else:
        across, down = mv.direction.value
        to = Position(own.position.x + across, own.position.y + down)
        if to == other.position:
            to = Position(to.x + across, to.y + down)
        after = Player(to, own.current_camels)
    return GameState(camels, (other, after) if mover else (after, other), 1 - mover)
