"""The programming exercise that Crazy Camel comes from, for handed-in bots: its own types and functions over the rules.

Tile (0, 0) is the upper left corner; y grows downwards. Player 0 begins on row 0 and wins on the last row, player 1 the
other way round. States are never changed: ``apply_move`` gives a new one. The exercise has no length limit and no pass:
where the rules make a player pass, ``list_valid_moves`` is empty.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from plyground.games.camel import GAME, notation
from plyground.games.camel import position as positions
from plyground.games.camel.moves import DIRECTIONS, PASS
from plyground.games.camel.paths import UNREACHABLE, openings
from plyground.games.camel.paths import distance as steps_of
from plyground.games.camel.sanity import overlap
from plyground.games.camel.view import shortest_path as path_of

T = TypeVar("T")

_NO_LIMIT = 1 << 30


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


def camels_intersect(one: H | V, other: H | V) -> bool:
    """Whether two camels lie on the same edge, even half of it, or cross."""
    return overlap(one, other) is not None


def goal_row(cfg: Configuration, player: int) -> int:
    """The row that this player must reach."""
    return 0 if player else cfg.board_height - 1


def has_won(cfg: Configuration, st: GameState) -> bool:
    """Whether the player who has just moved has won."""
    mover = 1 - st.next_player
    return st.players[mover].position.y == goal_row(cfg, mover)


def list_valid_moves(cfg: Configuration, st: GameState) -> list[Move | Camel]:
    """All valid moves: steps first, then camels. Empty if the game is won, and where the rules make the player pass."""
    return [MOVES[move] for move in GAME.legal_moves(rules_position(cfg, st)) if move != PASS]


def is_valid_move(cfg: Configuration, st: GameState, mv: Move | Camel) -> bool:
    """Whether the player who is next may make this move."""
    return mv in list_valid_moves(cfg, st)


def apply_move(cfg: Configuration, st: GameState, mv: Move | Camel) -> GameState:
    """The state after a valid move, which is not checked again here."""
    mover = st.next_player
    own, camels = st.players[mover], st.camels
    if isinstance(mv, Camel):
        player = _made(Player, position=own.position, current_camels=own.current_camels - 1)
        after = _made(GameState, camels=camels | {mv.camel}, next_player=1 - mover, _before=(cfg, st, mv))
    else:
        at = GAME.play(rules_position(cfg, st), number_of(mv))
        y, x = divmod(int(at.second if mover else at.first), positions.stride_of(at))
        player = _made(Player, position=Position(x, y), current_camels=own.current_camels)
        after = _made(GameState, camels=camels, next_player=1 - mover, _at=(cfg, at))
    after.__dict__["players"] = (st.players[0], player) if mover else (player, st.players[1])
    return after


def distance(cfg: Configuration, st: GameState, player: int) -> int | None:
    """How many steps a player is from the goal row, masters left aside; None if there is no path. Much the quickest
    way to judge a position."""
    at = rules_position(cfg, st)
    across, below = st.__dict__.get("_openings") or openings(at)
    st.__dict__["_openings"] = across, below
    steps = steps_of(at, player, across, below)
    return None if steps == UNREACHABLE else int(steps)


def shortest_path(cfg: Configuration, st: GameState, player: int) -> list[Position] | None:
    """The tiles of a shortest path of a player to the goal row, masters left aside; the first is the player's own.

    None if there is no path.
    """
    path = [Position(x, y) for x, y in path_of(rules_position(cfg, st), player)]
    return path if path[-1].y == goal_row(cfg, player) else None


def rules_position(cfg: Configuration, st: GameState) -> positions.AnyPosition:
    """The state as a position of the rules; nothing is checked. It is kept with the state."""
    known = st.__dict__.get("_at")
    if known is not None and (known[0] is cfg or known[0] == cfg):
        kept: positions.AnyPosition = known[1]
        return kept
    before = st.__dict__.pop("_before", None)
    if before is not None and before[0] is cfg:
        at: positions.AnyPosition = GAME.play(rules_position(cfg, before[1]), number_of(before[2]))
    else:
        at = positions.build(layout_of(cfg, st), cfg.edge_blocks_jump, cfg.starting_camels, _NO_LIMIT)
    st.__dict__["_at"] = cfg, at
    return at


def layout_of(cfg: Configuration, st: GameState) -> positions.Layout:
    """The state in the rules' own terms."""
    one, other = st.players
    return positions.Layout(
        cfg.board_width,
        cfg.board_height,
        (tuple(one.position), tuple(other.position)),  # type: ignore[arg-type]
        (one.current_camels, other.current_camels),
        tuple(sorted(positions.Camel(camel.axis, camel.x, camel.y) for camel in st.camels)),
        st.next_player,
        0,
    )


def number_of(mv: Move | Camel) -> int:
    """The move of the rules."""
    known: int | None = mv.__dict__.get("_number")
    if known is not None:
        return known
    if isinstance(mv, Move):
        return DIRECTIONS.index(mv.direction.name)
    return notation.move_of(positions.Camel(mv.camel.axis, mv.camel.x, mv.camel.y))


class _Moves(dict[int, Move | Camel]):
    """The moves of the rules in the exercise's types, each made once."""

    def __missing__(self, number: int) -> Move | Camel:
        move: Move | Camel
        if number < PASS:
            move = Move(Direction[DIRECTIONS[number]])
        else:
            camel = notation.camel_of(number)
            move = Camel((H if camel.axis == "H" else V)(camel.x, camel.y))
        move.__dict__["_number"] = number
        self[number] = move
        return move


MOVES = _Moves()
"""Each move of the rules in the types of the exercise."""


def _made(kind: type[T], **fields: Any) -> T:
    """An object of a frozen data class, made without its slow ``__init__``."""
    made: T = object.__new__(kind)
    made.__dict__.update(fields)
    return made


def configuration_of(start: dict[str, Any]) -> Configuration:
    """The configuration of a game from the start message."""
    options = start["options"]
    width, height = (int(side) for side in start["position"].split()[0].split("x"))
    return Configuration(width, height, options["starting_camels"], options["edge_blocks_jump"])


def state_of(start: dict[str, Any]) -> GameState:
    """The state of the start message's position, such as ``7x7 3,0,8 3,6,8 H2,3;V0,5 0 2``."""
    layout = positions.layout_of(GAME.parse_position(start["position"], start.get("options")))
    one, other = (Player(Position(x, y), left) for (x, y), left in zip(layout.masters, layout.in_hand, strict=True))
    camels = frozenset((H if camel.axis == "H" else V)(camel.x, camel.y) for camel in layout.camels)
    return GameState(camels, (one, other), layout.seat)


def state_after(configuration: Configuration, state: GameState, text: str) -> GameState:
    """The state after a move's text; the pass, which the exercise does not know, only changes who is next."""
    if text.lower() == "pass":
        return replace(state, next_player=1 - state.next_player)
    return apply_move(configuration, state, move_of(text))


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
    return Camel((H if words[0] == "H" else V)(int(words[1]), int(words[2])))
