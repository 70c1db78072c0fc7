"""Crazy Camel's own exercises in code: the six functions of the programming exercise that the game comes from."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plyground.core.exercising import Call, Calls, Exercise
from plyground.core.messages import _
from plyground.games.camel import GAME, for_bots
from plyground.games.camel.moves import PASS

SOLUTIONS = Path(__file__).resolve().parent / "solutions"
_CALLS, _MOST_PLIES = 10, 60


def _made(name: str, *arguments: Any) -> dict[str, Any]:
    return {"make": name, "of": arguments}


def _camel(chance: random.Random, width: int, height: int) -> str:
    return f"{chance.choice('HV')} {chance.randrange(width)} {chance.randrange(height)}"


def _pairs(game: Any, position: Any, depth: int, chance: random.Random) -> list[Call]:
    """Two camels that lie near each other."""
    found: list[Call] = []
    for _number in range(3 * _CALLS):
        one, other = (_camel(chance, 3, 3) for _camel_ in range(2))
        made = [_made(each[0], *map(int, each.split()[1:])) for each in (one, other)]
        found.append(Call(made, f"camels_intersect({one}, {other})"))
    return found


def _positions(chance: random.Random) -> list[tuple[Any, dict[str, Any]]]:
    """Positions of random games, the last of a game that was won among them."""
    options = dict(GAME.options({}))
    found: list[tuple[Any, dict[str, Any]]] = []
    while len(found) < _CALLS:
        position = GAME.initial(options)
        for _ply in range(chance.randrange(_MOST_PLIES)):
            if GAME.returns(position) is not None:
                break
            legal = GAME.legal_moves(position)
            steps = [move for move in legal if move < PASS]
            position = GAME.play(position, chance.choice(steps if steps and chance.random() < 0.6 else legal))
        if GAME.returns(position) is not None or PASS not in GAME.legal_moves(position):
            found.append((position, options))
    return found


Ends = Callable[[Any, str, dict[str, Any], random.Random], list[tuple[list[Any], str]]]


def _at(function: str, going_on: bool, ends: Ends) -> Calls:
    """Calls with a configuration and a state, and what ``ends`` adds."""

    def calls(game: Any, position: Any, depth: int, chance: random.Random) -> list[Call]:
        found: list[Call] = []
        while len(found) < _CALLS:
            for at, options in _positions(chance):
                if going_on and GAME.returns(at) is not None:
                    continue
                text = GAME.position_text(at)
                start = {"position": text, "options": options}
                both = [_made("configuration_of", start), _made("state_of", start)]
                for more, said in ends(at, text, start, chance):
                    order = [*more, *both] if function == "make_move" else [*both, *more]
                    found.append(Call(order, f"{function}({said})"))
        return found[: 3 * _CALLS]

    return calls


def _alone(at: Any, text: str, start: dict[str, Any], chance: random.Random) -> list[tuple[list[Any], str]]:
    return [([], f"cfg, {text}")]


def _some_moves(at: Any, text: str, start: dict[str, Any], chance: random.Random) -> list[tuple[list[Any], str]]:
    """A valid step and a valid camel, and some that are not known to be."""
    legal = [move for move in GAME.legal_moves(at) if move != PASS]
    moves = [str(for_bots.MOVES[move]) for move in chance.sample(legal, min(2, len(legal)))]
    moves += [f"Camel {_camel(chance, 8, 8)}", str(for_bots.Move(chance.choice(list(for_bots.Direction))))]
    return [([_made("move_of", move)], f"cfg, {text}, {move}") for move in moves]


def _valid_move(at: Any, text: str, start: dict[str, Any], chance: random.Random) -> list[tuple[list[Any], str]]:
    legal = [move for move in GAME.legal_moves(at) if move != PASS]
    steps = [move for move in legal if move < PASS]
    moves = [str(for_bots.MOVES[chance.choice(each)]) for each in (legal, steps) if each]
    return [([_made("move_of", move)], f"cfg, {text}, {move}") for move in moves]


def _with_a_clock(at: Any, text: str, start: dict[str, Any], chance: random.Random) -> list[tuple[list[Any], str]]:
    return [([{"random": chance.randrange(10**9)}, {"clock": 10_000}], f"random, time, cfg, {text}")]


def _exercise(
    name: str, title: str, text: str, hints: tuple[str, ...], minutes: int, calls: Calls, **more: Any
) -> Exercise:
    more = {"verdict": "same", "withheld": (name,), **more}
    return Exercise(name, title, text, name, (), hints, minutes, SOLUTIONS, calls=calls, **more)


EXERCISES = (
    _exercise(
        "camels_intersect",
        _("Camels that meet"),
        _(
            "Write camels_intersect(one, other): whether two camels lie on the same edge, even half of it, or cross. "
            "H(x, y) lies below the tiles (x, y) and (x + 1, y), V(x, y) to the right of (x, y) and (x, y + 1)."
        ),
        (
            _("Two camels of one kind meet if they lie in one line and begin at most one tile apart."),
            _("An H and a V cross in the middle of both, and nowhere else."),
        ),
        15,
        _pairs,
    ),
    _exercise(
        "is_valid_move",
        _("Is it a valid move?"),
        _(
            "Write is_valid_move(cfg, st, mv): whether the player who is next may make this move: a step, a jump over "
            "the other master, or a camel."
        ),
        (
            _("Begin with what is forbidden: off the board, through a camel, onto the other master."),
            _("A camel needs one in hand, two whole edges on the board, no camel there, and a way left for both."),
            _("A jump goes straight on; only if a camel or the edge stands behind the other master it goes aside."),
        ),
        60,
        _at("is_valid_move", True, _some_moves),
        withheld=("is_valid_move", "list_valid_moves"),
    ),
    _exercise(
        "list_valid_moves",
        _("All valid moves"),
        _("Write list_valid_moves(cfg, st): all valid moves of the player who is next, in any order."),
        (
            _("There are eight directions, and two camels for each tile: keep those that are valid."),
            _("is_valid_move is there: from plyground.camel import is_valid_move."),
        ),
        15,
        _at("list_valid_moves", False, _alone),
        verdict="members",
    ),
    _exercise(
        "has_won",
        _("Who has won"),
        _("Write has_won(cfg, st): whether the player who has just moved stands on the row of their goal."),
        (
            _("st.next_player is the other one: they have not moved yet."),
            _("Player 0 begins on row 0 and goes to the last row, player 1 the other way."),
        ),
        5,
        _at("has_won", False, _alone),
    ),
    _exercise(
        "apply_move",
        _("Make a move"),
        _("Write apply_move(cfg, st, mv): the state after a valid move, as a new GameState."),
        (
            _("A step that would end on the other master goes one tile further: that is the jump."),
            _("A camel lies on the board afterwards, and is no longer in hand; the other player is next."),
        ),
        20,
        _at("apply_move", True, _valid_move),
    ),
    _exercise(
        "make_move",
        _("Your player"),
        _(
            "Write make_move(random, time, cfg, st): a valid move, and one that wins at once if there is one. All "
            "other functions are there, and distance(cfg, st, player), the steps to the goal."
        ),
        (
            _("Go through list_valid_moves, and ask has_won after apply_move."),
            _("A first player takes the move after which distance to the goal is smallest, compared with the other’s."),
        ),
        30,
        _at("make_move", True, _with_a_clock),
        verdict="one_of",
        accepted="accepted",
    ),
)  # fmt: skip
