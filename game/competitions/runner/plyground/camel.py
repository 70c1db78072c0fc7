"""Crazy Camel with the exercise's own names, for bots: its types, and the rules that a search needs.

Tile (0, 0) is the upper left corner; y grows downwards. Player 0 begins on row 0 and wins on the last row, player 1 the
other way round. States are never changed: ``apply_move`` gives a new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import pairwise
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
    steps: list[Move | Camel] = [Move(way) for way in _steps(cfg, st)]
    return steps + [Camel(camel) for camel in _camels(cfg, st)]


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


def distance(cfg: Configuration, st: GameState, player: int) -> int | None:
    """How many steps a player is from the goal row, masters left aside; None if there is no path. Much the quickest
    way to judge a position."""
    found = _flood(_ways(cfg.board_width, cfg.board_height, st.camels), cfg, st.players[player].position, player)
    return None if found is None else len(found) - 1


def shortest_path(cfg: Configuration, st: GameState, player: int) -> list[Position] | None:
    """The tiles of a shortest path of a player to the goal row, masters left aside; the first is the player's own.

    None if there is no path.
    """
    width = cfg.board_width
    ways = _ways(width, cfg.board_height, st.camels)
    reached = _flood(ways, cfg, st.players[player].position, player)
    if reached is None:
        return None
    at = reached[-1] & _row(cfg, goal_row(cfg, player))
    at &= -at
    path = [at]
    for before in reversed(reached[:-1]):
        at = _spread(ways, width, at) & before
        at &= -at
        path.append(at)
    return [Position(*reversed(divmod(bit.bit_length() - 1, width))) for bit in reversed(path)]


# Sets of tiles are the bits of one number, tile (x, y) the bit x + y * width: a whole board is spread in a few steps.

Ways = tuple[int, int]
"""The tiles from which a step down is free, and those from which a step to the right is."""


class _Place(NamedTuple):
    """A camel and what it means in bits: the H and V camels that leave it no room, and the steps it blocks."""

    camel: H | V
    no_room_h: int
    no_room_v: int
    down: int
    right: int


@lru_cache(maxsize=16)
def _places(width: int, height: int) -> list[_Place]:
    """All camels that a board has room for."""

    def bit(x: int, y: int) -> int:
        return 1 << x + y * width if 0 <= x < width and 0 <= y < height else 0

    found: list[_Place] = []
    corners = [(x, y) for x in range(width - 1) for y in range(height - 1)]
    for x, y in corners:
        near = bit(x, y) | (bit(x - 1, y) if x else 0) | bit(x + 1, y)
        found.append(_Place(H(x, y), near, bit(x, y), bit(x, y) | bit(x + 1, y), 0))
    for x, y in corners:
        found.append(
            _Place(V(x, y), bit(x, y), bit(x, y) | bit(x, y - 1) | bit(x, y + 1), 0, bit(x, y) | bit(x, y + 1))
        )
    return found


@lru_cache(maxsize=16)
def _place_of(width: int, height: int) -> dict[H | V, _Place]:
    return {place.camel: place for place in _places(width, height)}


@lru_cache(maxsize=4096)
def _ways(width: int, height: int, camels: frozenset[H | V]) -> Ways:
    """Where steps are free with these camels."""
    full = (1 << width * height) - 1
    last_column = sum(1 << width * row + width - 1 for row in range(height))
    down, right = full >> width, full & ~last_column
    places = _place_of(width, height)
    for camel in camels:
        down &= ~places[camel].down
        right &= ~places[camel].right
    return down, right


def _row(cfg: Configuration, row: int) -> int:
    return (1 << cfg.board_width) - 1 << row * cfg.board_width


def _spread(ways: Ways, width: int, tiles: int) -> int:
    """The tiles one step from these."""
    down, right = ways
    return (tiles & down) << width | tiles >> width & down | (tiles & right) << 1 | tiles >> 1 & right


def _flood(ways: Ways, cfg: Configuration, start: Position, player: int) -> list[int] | None:
    """The tiles within 0, 1, 2 ... steps of the start, up to the first that reach the goal row; None if none does."""
    width, goal = cfg.board_width, _row(cfg, goal_row(cfg, player))
    down, right = ways
    tiles = 1 << start.x + start.y * width
    found = [tiles]
    while not tiles & goal:
        grown = tiles | (tiles & down) << width | tiles >> width & down | (tiles & right) << 1 | tiles >> 1 & right
        if grown == tiles:
            return None
        tiles = grown
        found.append(tiles)
    return found


def _steps(cfg: Configuration, st: GameState) -> list[Direction]:
    """The steps and jumps of the master who is next."""
    width, height = cfg.board_width, cfg.board_height
    ways = _ways(width, height, st.camels)
    other = st.players[1 - st.next_player].position

    def inside(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height

    def free(x: int, y: int, dx: int, dy: int) -> bool:
        """Whether a step to a tile of the board has no camel in its way."""
        return bool(ways[0 if dy else 1] >> min(x, x + dx) + min(y, y + dy) * width & 1)

    x, y = st.players[st.next_player].position
    found: list[Direction] = []
    for way in STEPS:
        dx, dy = way.value
        if not inside(x + dx, y + dy) or not free(x, y, dx, dy):
            continue
        if (x + dx, y + dy) != other:
            found.append(way)
            continue
        edge_behind = not inside(other.x + dx, other.y + dy)
        if not edge_behind and free(other.x, other.y, dx, dy):
            found.append(way)
        elif not edge_behind or cfg.edge_blocks_jump:
            for side_x, side_y in ((dy, dx), (-dy, -dx)):
                if inside(other.x + side_x, other.y + side_y) and free(other.x, other.y, side_x, side_y):
                    found.append(DIAGONALS[dx + side_x, dy + side_y])
    return list(dict.fromkeys(found))


def _target(st: GameState, way: Direction) -> Position:
    """Where the master comes to stand."""
    x, y = st.players[st.next_player].position
    dx, dy = way.value
    if way in STEPS and (x + dx, y + dy) == st.players[1 - st.next_player].position:
        dx, dy = 2 * dx, 2 * dy
    return Position(x + dx, y + dy)


def _camels(cfg: Configuration, st: GameState) -> Iterator[H | V]:
    """The camels that may be placed. Paths are looked for only where a camel blocks the path that was found before."""
    if st.players[st.next_player].current_camels < 1:
        return
    width, height = cfg.board_width, cfg.board_height
    down, right = _ways(width, height, st.camels)
    placed_h = sum(1 << camel.x + camel.y * width for camel in st.camels if camel.axis == "H")
    placed_v = sum(1 << camel.x + camel.y * width for camel in st.camels if camel.axis == "V")
    paths = [_steps_of(shortest_path(cfg, st, player) or [], width) for player in (0, 1)]
    for camel, no_room_h, no_room_v, blocks_down, blocks_right in _places(width, height):
        if placed_h & no_room_h or placed_v & no_room_v:
            continue
        ways = down & ~blocks_down, right & ~blocks_right
        for player, (path_down, path_right) in enumerate(paths):
            crosses = path_down & blocks_down or path_right & blocks_right
            if crosses and _flood(ways, cfg, st.players[player].position, player) is None:
                break
        else:
            yield camel


def _steps_of(path: list[Position], width: int) -> Ways:
    """The steps of a path: the tiles whose step down it takes, either way, and those whose step to the right."""
    down = right = 0
    for one, other in pairwise(path):
        bit = 1 << min(one.x, other.x) + min(one.y, other.y) * width
        if one.x == other.x:
            down |= bit
        else:
            right |= bit
    return down, right


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
