"""Worksheets: questions on paper that a seed alone decides, with the answers by the program's own searches.

Small trees to work out by hand (what is the root worth, which branches does alpha-beta cut) and positions of a game in
which a move is to be chosen. The same seed gives the same sheet, its key, and the same questions on the screen.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Literal

from plyground.core import knowledge, registry
from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.messages import _, joined, ngettext
from plyground.puzzles import keeping
from plyground.search.teaching.leaves import Leaves
from plyground.search.teaching.searches import search
from plyground.sessions.answered_numbers import number_text
from plyground.sessions.question import Answer, Board, leaves_only
from plyground.sessions.reading import a_number_typed

MOST_TASKS, USUAL_TASKS = 12, 6
LAST_SEED = 2**53 - 1
"""Seeds go so far that nobody finds a secret one by trying which sheet has the questions that they saw."""
_KEPT = 500
"""Tasks that are kept when they are made, since pages and lists ask for the same ones again."""
_LAST_GROWN = 999_999
"""The last seed of a tree."""
_GROWN_BY = {"seed", "plies", "branching"}
"""Options of a game that grows trees from a seed."""
_LEAVES = range(6, 13)
"""Leaves of a tree that is worked out by hand."""
_PLIES = range(4, 15)
"""Random moves that lead to a position in which a move is chosen."""


_HARDEST, _FEWEST_PROVED = 4, 12
"""Puzzles that stand on a sheet: how hard at most, and how many there must be so that sheets differ."""


@dataclass(frozen=True)
class Task:
    """One question. The answer of a ``move`` is known here only if the position is a puzzle's."""

    number: int
    kind: Literal["value", "cuts", "move"]
    prompt: str
    board: Board
    answer: Answer | None = None


@dataclass(frozen=True)
class Sheet:
    """What a sheet is made of, checked."""

    seed: int
    game: str
    options: tuple[tuple[str, Any], ...]
    count: int

    @property
    def tasks(self) -> list[Task]:
        return [self.task(number) for number in range(1, self.count + 1)]

    def task(self, number: int) -> Task:
        """The one with this number, which the others have no part in."""
        return _task(self.seed, self.game, self.options, number)


def read_sheet(given: Mapping[str, str], seed: int | None = None, game: str = "") -> Sheet:
    """The sheet that fields ask for: ``seed``, ``game``, ``questions``, and options of the game by their names.

    ``seed`` and ``game`` are those to take where there is no such field. Raises a refusal.
    """
    wanted = given.get("game", "").strip() or game
    rules = registry.game(wanted) if wanted else _first_game()
    names = {option.name for option in rules.spec.options} - {"seed"}
    options = dict(rules.options({name: value for name, value in given.items() if name in names and value.strip()}))
    number = a_number_typed(given, "seed", 0, LAST_SEED, 1 if seed is None else seed)
    count = a_number_typed(given, "questions", 1, MOST_TASKS, USUAL_TASKS)
    return Sheet(number, rules.spec.id, tuple(options.items()), count)


@cache
def _grower() -> Game[Any, Any] | None:
    """The game whose positions are trees that grow from a seed, if there is one."""
    games = registry.games().values()
    return next((game for game in games if {option.name for option in game.spec.options} >= _GROWN_BY), None)


def _first_game() -> Game[Any, Any]:
    """The game that a sheet takes when none is named: the first that is no tree."""
    return next(game for game in registry.games().values() if game is not _grower())


@lru_cache(_KEPT)
def _task(seed: int, game: str, options: tuple[tuple[str, Any], ...], number: int) -> Task:
    rules, grower = registry.game(game), _grower()
    kinds: tuple[Literal["value", "cuts", "move"], ...] = ("value", "cuts", "move")
    if grower is None:
        kinds = ("move",)
    elif rules is grower:
        kinds = ("value", "cuts")
    kind = kinds[(number - 1) % len(kinds)]
    rng = random.Random(f"worksheet {seed} {kind} {number}")
    if kind == "move":
        return _move(seed, number, rules, dict(options), rng)
    assert grower is not None
    return _tree(number, kind, grower, rng)


def _move(seed: int, number: int, rules: Game[Any, Any], options: dict[str, Any], rng: random.Random) -> Task:
    """A position with one best move that was proved, such as the game's puzzles have; where there are none for these
    options, one after random moves in which there is a choice."""
    proved = _proved(rules.spec.id, json.dumps(options, sort_keys=True))
    if len(proved) >= _FEWEST_PROVED:
        puzzle = random.Random(f"worksheet {seed} moves").sample(proved, len(proved))[number % len(proved)]
        board = Board.at(rules, options, rules.parse_position(puzzle.position, options))
        task = knowledge.of(rules).puzzles.kinds[puzzle.kind].task
        move = rules.move_text(board.position, rules.require(board.position, puzzle.moves[0]))
        why = _("The solution: {line}", line=", ".join(puzzle.moves))
        answer = Answer(frozenset({move}), move, move, why)
        return Task(number, "move", joined(task, _("{seat} to move.", seat=board.mover)), board, answer)
    for _unused in range(200):
        position = rules.initial(options)
        for _unused in range(rng.choice(_PLIES)):
            moves = rules.legal_moves(position)
            if not moves:
                break
            position = rules.play(position, rng.choice(moves))
        if len(rules.legal_moves(position)) > 1:
            break
    else:
        raise BadOption(_("No position with a choice of moves was found for these options; choose others."))
    board = Board.at(rules, options, position)
    return Task(number, "move", _("Which move would you choose for {mover}?", mover=board.mover), board)


@cache
def _proved(game: str, options: str) -> list[keeping.Puzzle]:
    """The puzzles of a game with these options that are not too hard for paper: those that are exact, where there are
    enough, for of others a search still deeper than the one that found them thinks otherwise now and then."""
    rules = registry.game(game)
    easy = [each for each in keeping.of(game).values() if each.grade <= _HARDEST]
    here = [each for each in easy if dict(rules.options(each.options)) == json.loads(options)]
    exact = [each for each in here if each.exact]
    return exact if len(exact) >= _FEWEST_PROVED else here


def _tree(number: int, kind: Literal["value", "cuts"], grower: Game[Any, Any], rng: random.Random) -> Task:
    """A tree of a size for pencil and paper; where cuts are asked for, one in which there are some."""
    wished = {"plies": 3, "branching": 3, "lowest": -9, "highest": 9}
    names = {option.name for option in grower.spec.options}
    options = {name: value for name, value in wished.items() if name in names}
    while True:
        settled = dict(grower.options({**options, "seed": rng.randint(1, _LAST_GROWN)}))
        position = grower.initial(settled)
        root, cut, visited, skipped = _searched(grower, position)
        if visited + skipped in _LEAVES and (cut or kind == "value"):
            break
    board = Board.at(grower, settled, position)
    board = replace(board, view=leaves_only(board.view))
    if kind == "value":
        prompt = _(
            "What is the root worth for {seat_name}, if both sides play as well as they can?",
            seat_name=grower.spec.seat_name(0),
        )
        best = root["line"]
        why = _("Best play goes {best} (the first child being 0).", best=", ".join(best)) if best else ""
        return Task(number, kind, prompt, board, _number_answer(root["value"], why))
    prompt = _("How many leaves does alpha-beta look at, from left to right?")
    ways = "; ".join("\u00a0".join(str(step) for step in path) for path in cut)
    why = ngettext(
        "{visited} of {leaves} leaves. {count} branch is cut (the way to each from the root, the first child being 0): "
        "{ways}. The root is worth {value}.",
        "{visited} of {leaves} leaves. {count} branches are cut (the way to each from the root, "
        "the first child being 0): {ways}. The root is worth {value}.",
        len(cut),
        visited=visited,
        leaves=visited + skipped,
        ways=ways,
        value=number_text(root["value"]),
    )
    return Task(number, kind, prompt, board, _number_answer(visited, why))


def _searched(rules: Game[Any, Any], position: Any) -> tuple[dict[str, Any], list[tuple[int, ...]], int, int]:
    """What alpha-beta finds in a small tree for the first seat: value and line, the paths cut, leaves seen and not."""
    depth = 20
    run = search("alphabeta").start(rules, position, {"depth": depth}, seat=0)
    leaves = Leaves(depth)
    for event in run.events():
        leaves.hear(event)
    line = [rules.move_text(node.parent.position, node.move) for node in run.result.line if node.parent is not None]
    return {"value": run.result.value, "line": line}, leaves.cuts, len(leaves.visited), len(leaves.skipped(run))


def _number_answer(value: float, why: str) -> Answer:
    text = number_text(value)
    return Answer(frozenset({text}), text, text, why)
