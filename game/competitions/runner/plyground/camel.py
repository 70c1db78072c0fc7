"""Crazy Camel with the exercise's own names, for bots: its types, and the rules that a search needs.

Tile (0, 0) is the upper left corner; y grows downwards. Player 0 begins on row 0 and wins on the last row, player 1 the
other way round. States are never changed: ``apply_move`` gives a new one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple


class Direction(Enum):
    """Where a step goes; a diagonal goes round the other master."""

    Up = (0, -1)
    Right = (1, 0)
    Down = (0, 1)
    Left = (-1, 0)
    UpLeft = (-1, -1)
    UpRight = (1, -1)
    DownLeft = (-1, 1)
    DownRight = (1, 1)


class Position(NamedTuple):
    """A tile."""

    x: int
    y: int


class H(NamedTuple):
    """A camel below the tiles (x, y) and (x + 1, y)."""

    x: int
    y: int
    axis: str = "H"

    def __str__(self) -> str:
        return f"H {self.x} {self.y}"


class V(NamedTuple):
    """A camel to the right of the tiles (x, y) and (x, y + 1)."""

    x: int
    y: int
    axis: str = "V"

    def __str__(self) -> str:
        return f"V {self.x} {self.y}"


@dataclass(frozen=True)
class Move:
    """A turn in which the master steps or jumps."""

    direction: Direction

    def __str__(self) -> str:
        return f"Move {self.direction.name}"


@dataclass(frozen=True)
class Camel:
    """A turn in which a camel is placed."""

    camel: H | V

    def __str__(self) -> str:
        return f"Camel {self.camel}"


@dataclass(frozen=True)
class Configuration:
    """What is fixed for a game. ``edge_blocks_jump`` tells whether the edge behind a master allows a diagonal jump."""

    board_width: int = 7
    board_height: int = 7
    starting_camels: int = 8
    edge_blocks_jump: bool = True


@dataclass(frozen=True)
class Player:
    """Where a player's master stands and how many camels are in hand."""

    position: Position
    current_camels: int


@dataclass(frozen=True)
class GameState:
    """The camels on the board, player 0 and player 1, and who moves next."""

    camels: frozenset[H | V]
    players: tuple[Player, Player]
    next_player: int

    @classmethod
    def start(cls, cfg: Configuration) -> GameState:
        """The state at the start of a game."""
        column = cfg.board_width // 2
        first = Player(Position(column, 0), cfg.starting_camels)
        second = Player(Position(column, cfg.board_height - 1), cfg.starting_camels)
        return cls(frozenset(), (first, second), 0)


Walls = set[tuple[int, int, int, int]]
"""The steps (x, y, dx, dy) that camels stand in the way of, each in both directions."""

STEPS = (Direction.Up, Direction.Right, Direction.Down, Direction.Left)
DIAGONALS = {(way.value[0], way.value[1]): way for way in Direction if way not in STEPS}


def camels_intersect(one: H | V, other: H | V) -> bool:
    """Whether two camels lie on the same edge, even half of it, or cross."""
    if one.axis != other.axis:
        return (one.x, one.y) == (other.x, other.y)
    if one.axis == "H":
        return one.y == other.y and abs(one.x - other.x) < 2
    return one.x == other.x and abs(one.y - other.y) < 2


def has_won(cfg: Configuration, st: GameState) -> bool:
    """Whether the player who has just moved has won."""
    mover = 1 - st.next_player
    return st.players[mover].position.y == goal_row(cfg, mover)


def list_valid_moves(cfg: Configuration, st: GameState) -> list[Move | Camel]:
    """All valid moves: steps first, then camels. Empty if the game is won."""
    if any(st.players[player].position.y == goal_row(cfg, player) for player in (0, 1)):
        return []
    walls = walls_of(st.camels)
    steps: list[Move | Camel] = [Move(way) for way in _steps(cfg, st, walls)]
    return steps + [Camel(camel) for camel in _camels(cfg, st, walls)]


def is_valid_move(cfg: Configuration, st: GameState, mv: Move | Camel) -> bool:
    """Whether the player who is next may make this move."""
    return mv in list_valid_moves(cfg, st)


def apply_move(cfg: Configuration, st: GameState, mv: Move | Camel) -> GameState:
    """The state after a valid move, which is not checked again here."""
    mover, players = st.next_player, list(st.players)
    own, camels = players[mover], st.camels
    if isinstance(mv, Camel):
        camels = camels | {mv.camel}
        players[mover] = Player(own.position, own.current_camels - 1)
    else:
        players[mover] = Player(_target(st, mv.direction), own.current_camels)
    return GameState(camels, (players[0], players[1]), 1 - mover)


def goal_row(cfg: Configuration, player: int) -> int:
    """The row that this player must reach."""
    return 0 if player else cfg.board_height - 1


def walls_of(camels: frozenset[H | V]) -> Walls:
    """The steps that these camels stand in the way of."""
    return {step for camel in camels for step in blocked(camel)}


def blocked(camel: H | V) -> list[tuple[int, int, int, int]]:
    """The four steps that one camel stands in the way of."""
    x, y = camel.x, camel.y
    if camel.axis == "H":
        return [(x, y, 0, 1), (x, y + 1, 0, -1), (x + 1, y, 0, 1), (x + 1, y + 1, 0, -1)]
    return [(x, y, 1, 0), (x + 1, y, -1, 0), (x, y + 1, 1, 0), (x + 1, y + 1, -1, 0)]


def shortest_path(cfg: Configuration, st: GameState, player: int, walls: Walls | None = None) -> list[Position] | None:
    """The tiles of a shortest path of a player to the goal row, masters left aside; the first is the player's own.

    Its length in steps is ``len(path) - 1``. None if there is no path.
    """
    walls = walls_of(st.camels) if walls is None else walls
    width, height, goal = cfg.board_width, cfg.board_height, goal_row(cfg, player)
    start = st.players[player].position
    came: dict[tuple[int, int], tuple[int, int] | None] = {start: None}
    row: list[tuple[int, int]] = [start]
    while row:
        following = []
        for tile in row:
            x, y = tile
            if y == goal:
                return _back(came, tile)
            for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                after = (x + dx, y + dy)
                if (
                    after not in came
                    and 0 <= after[0] < width
                    and 0 <= after[1] < height
                    and (x, y, dx, dy) not in walls
                ):
                    came[after] = tile
                    following.append(after)
        row = following
    return None


def _back(came: dict[tuple[int, int], tuple[int, int] | None], tile: tuple[int, int] | None) -> list[Position]:
    path = []
    while tile is not None:
        path.append(Position(*tile))
        tile = came[tile]
    return path[::-1]


def _inside(cfg: Configuration, x: int, y: int) -> bool:
    return 0 <= x < cfg.board_width and 0 <= y < cfg.board_height


def _steps(cfg: Configuration, st: GameState, walls: Walls) -> list[Direction]:
    """The steps and jumps of the master who is next."""
    x, y = st.players[st.next_player].position
    other = st.players[1 - st.next_player].position
    found: list[Direction] = []
    for way in STEPS:
        dx, dy = way.value
        beside = (x + dx, y + dy)
        if not _inside(cfg, *beside) or (x, y, dx, dy) in walls:
            continue
        if beside != other:
            found.append(way)
            continue
        behind_inside = _inside(cfg, other.x + dx, other.y + dy)
        camel_behind = (other.x, other.y, dx, dy) in walls
        if behind_inside and not camel_behind:
            found.append(way)
        elif camel_behind or cfg.edge_blocks_jump:
            for side_x, side_y in ((dy, dx), (-dy, -dx)):
                free = (other.x, other.y, side_x, side_y) not in walls
                if free and _inside(cfg, other.x + side_x, other.y + side_y):
                    found.append(DIAGONALS[dx + side_x, dy + side_y])
    return list(dict.fromkeys(found))


def _target(st: GameState, way: Direction) -> Position:
    """Where the master comes to stand."""
    x, y = st.players[st.next_player].position
    dx, dy = way.value
    if way in STEPS and (x + dx, y + dy) == st.players[1 - st.next_player].position:
        dx, dy = 2 * dx, 2 * dy
    return Position(x + dx, y + dy)


def _camels(cfg: Configuration, st: GameState, walls: Walls) -> Iterator[H | V]:
    """The camels that may be placed. Paths are looked for only where a camel blocks the path that was found before."""
    if st.players[st.next_player].current_camels < 1:
        return
    paths = []
    for player in (0, 1):
        path = shortest_path(cfg, st, player, walls) or []
        paths.append({(a.x, a.y, b.x - a.x, b.y - a.y) for a, b in itertools.pairwise(path)})
    kinds: tuple[type[H] | type[V], ...] = (H, V)
    for kind in kinds:
        for x in range(cfg.board_width - 1):
            for y in range(cfg.board_height - 1):
                camel = kind(x, y)
                if _room(camel, st.camels) and _leaves_paths(cfg, st, camel, walls, paths):
                    yield camel


def _room(camel: H | V, camels: frozenset[H | V]) -> bool:
    x, y = camel.x, camel.y
    if camel.axis == "H":
        near: tuple[H | V, ...] = (H(x, y), H(x - 1, y), H(x + 1, y), V(x, y))
    else:
        near = (V(x, y), V(x, y - 1), V(x, y + 1), H(x, y))
    return not any(each in camels for each in near)


def _leaves_paths(
    cfg: Configuration, st: GameState, camel: H | V, walls: Walls, paths: list[set[tuple[int, int, int, int]]]
) -> bool:
    steps = blocked(camel)
    for player in (0, 1):
        if not paths[player].isdisjoint(steps) and shortest_path(cfg, st, player, walls.union(steps)) is None:
            return False
    return True


# What the server needs to speak with a bot in these types.


def configuration_of(start: dict[str, Any]) -> Configuration:
    """The configuration of a game from the start message."""
    options = start["options"]
    width, height = (int(side) for side in start["position"].split()[0].split("x"))
    return Configuration(width, height, options["starting_camels"], options["edge_blocks_jump"])


def state_of(start: dict[str, Any]) -> GameState:
    """The state of the start message's position, such as ``7x7 3,0,8 3,6,8 H2,3;V0,5 0 2``."""
    _, one, other, camels, seat = start["position"].split()[:5]
    players = [Player(Position(x, y), left) for x, y, left in (map(int, text.split(",")) for text in (one, other))]
    placed = (
        frozenset() if camels == "-" else frozenset(_camel(text[0], *text[1:].split(",")) for text in camels.split(";"))
    )
    return GameState(placed, (players[0], players[1]), int(seat))


def state_after(state: GameState, text: str) -> GameState:
    """The state after a move's text; the pass, which the exercise does not know, only changes who is next."""
    if text.lower() == "pass":
        return replace(state, next_player=1 - state.next_player)
    return apply_move(Configuration(), state, move_of(text))


def moves_of(texts: list[str]) -> list[Move | Camel]:
    """Moves in the exercise's types."""
    return [move_of(text) for text in texts if text.lower() != "pass"]


def move_of(text: str) -> Move | Camel:
    """``Up``, ``Move Up``, ``H 2 3`` or ``Camel H 2 3`` as a move."""
    words = text.replace(",", " ").split()
    if words[0] in ("Move", "Camel"):
        words = words[1:]
    if len(words) == 1:
        return Move(Direction[words[0]])
    return Camel(_camel(*words))


def _camel(axis: str, x: str, y: str) -> H | V:
    return (H if axis == "H" else V)(int(x), int(y))
