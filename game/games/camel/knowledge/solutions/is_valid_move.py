"""Whether a move is valid, by the rules alone."""

from plyground.games.camel.for_bots import (
    Camel,
    Configuration,
    Direction,
    GameState,
    H,
    Move,
    Position,
    V,
    apply_move,
    camels_intersect,
    distance,
    has_won,
)

STRAIGHT = (Direction.Up, Direction.Right, Direction.Down, Direction.Left)


def is_valid_move(cfg: Configuration, st: GameState, mv: Move | Camel) -> bool:
    """Whether the player who is next may make this move."""
    if has_won(cfg, st):
        return False
    if isinstance(mv, Camel):
        return may_place(cfg, st, mv)
    own, other = st.players[st.next_player].position, st.players[1 - st.next_player].position
    across, down = mv.direction.value
    if mv.direction not in STRAIGHT:
        return any(goes_round(cfg, st, own, other, step, (across, down)) for step in ((across, 0), (0, down)))
    to = Position(own.x + across, own.y + down)
    if not is_open(cfg, st, own, to):
        return False
    return to != other or is_open(cfg, st, to, Position(to.x + across, to.y + down))


def goes_round(
    cfg: Configuration, st: GameState, own: Position, other: Position, step: tuple[int, int], whole: tuple[int, int]
) -> bool:
    """Whether a diagonal goes round the other master, which this step leads to."""
    if Position(own.x + step[0], own.y + step[1]) != other or not is_open(cfg, st, own, other):
        return False
    behind = Position(other.x + step[0], other.y + step[1])
    if is_open(cfg, st, other, behind) or (not on_board(cfg, behind) and not cfg.edge_blocks_jump):
        return False
    return is_open(cfg, st, other, Position(own.x + whole[0], own.y + whole[1]))


def on_board(cfg: Configuration, at: Position) -> bool:
    """Whether there is such a tile."""
    return 0 <= at.x < cfg.board_width and 0 <= at.y < cfg.board_height


def is_open(cfg: Configuration, st: GameState, one: Position, other: Position) -> bool:
    """Whether neighbouring tiles are both there, with no camel between them."""
    if not on_board(cfg, one) or not on_board(cfg, other):
        return False
    x, y = min(one.x, other.x), min(one.y, other.y)
    between = [H(x, y), H(x - 1, y)] if one.x == other.x else [V(x, y), V(x, y - 1)]
    return not any(camel in st.camels for camel in between)


def may_place(cfg: Configuration, st: GameState, mv: Camel) -> bool:
    """Whether this camel may be placed."""
    camel = mv.camel
    if st.players[st.next_player].current_camels == 0:
        return False
    if not (0 <= camel.x < cfg.board_width - 1 and 0 <= camel.y < cfg.board_height - 1):
        return False
    if any(camels_intersect(camel, each) for each in st.camels):
        return False
    after = apply_move(cfg, st, mv)
    return distance(cfg, after, 0) is not None and distance(cfg, after, 1) is not None
