"""What a game's knowledge module declares beside its kernels, all of it optional, in one ``Knowledge``.

``game/games/<id>/knowledge`` calls ``declare`` for its position classes; bots and searches ask ``of(game)`` and never
name a game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.exercising import Exercise
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.core.puzzling import USUAL as USUAL_PUZZLES
from plyground.core.puzzling import Puzzling


@dataclass(frozen=True)
class Unit:
    """One way to score a position; its place in the list is the ``unit`` number that ``kernels.evaluate`` takes.

    ``counts`` is what a value counts, in the plural ("discs", "steps"), for sentences that people read. ``lowest`` and
    ``highest`` bound all values where such bounds are known: a search that finds one need not look for a better one.
    """

    name: str
    title: str
    help: str
    counts: str = "points"
    lowest: float = -math.inf
    highest: float = math.inf


@dataclass(frozen=True)
class Ordering:
    """How a game's moves are ranked at first sight when the rank has parts and options; plain Python.

    ``parts(position, move, values)`` gives the named parts of a legal move's score, whose sum is the score, under the
    values of ``options``. ``lowest_first(position)`` says whether the lowest score is the best here. Equal scores keep
    the game's order of moves. ``looks_ahead`` says whether wins in one and losses in two are looked for as well, which
    takes playing every move.
    """

    options: tuple[Option, ...]
    parts: Callable[[Any, Any, Values], Mapping[str, float]]
    lowest_first: Callable[[Any], bool] = lambda position: False
    looks_ahead: bool = True


@dataclass(frozen=True)
class Term:
    """One part of an evaluation, for people: its title, its value for the seat asked about, in the evaluation's unit,
    and a sentence about what it stands for."""

    title: str
    value: float
    help: str = ""


@dataclass(frozen=True)
class Solved:
    """An exact answer: the value of the game for each seat under perfect play, the value for the seat to move in the
    game's unit, every best move, one line of best play (it may stop early), and the positions that were analysed."""

    returns: tuple[float, ...]
    value: float
    best: tuple[Any, ...]
    line: tuple[Any, ...] = ()
    nodes: int = 0


_NO_WEIGHTS = np.zeros(1)


@dataclass(frozen=True)
class Strength:
    """What makes a strong player of a game, beside the kernels of ``plyground.search.pvs.contract``.

    ``counts`` is what a hundred of the evaluation's hundredths count, in the plural. ``weights()`` gives the array that
    those kernels get (loaded once in a process). ``terms(position, seat)`` are the parts of the evaluation, which add
    up to it. ``solve(game, position, limits, report)`` finds the exact value with every best move, or gives None
    when the limits end first or the position is beyond it. ``advise(game, position, limits, rng, report, memory)`` is
    asked before the search for a choice that needs none (an exact ending, a player for many seats); None leaves it to
    the search. ``searched`` is false for games, or seats, that only ``advise`` can play. ``load(game, position)``
    loads, or compiles, the kernels that ``advise`` and ``solve`` may need in a game with positions of this class,
    whatever the position is; it is called before moves are timed. ``shares`` is into how many parts what is left on a
    clock is divided for a move: about as many as moves that are searched to the end of their time. ``curiosity`` is how
    much guided search gives to moves that look good or were tried seldom.
    """

    counts: str
    terms: Callable[[Any, int], tuple[Term, ...]]
    weights: Callable[[], Any] = lambda: _NO_WEIGHTS
    solve: Callable[..., Solved | None] | None = None
    advise: Callable[..., Any] | None = None
    searched: bool = True
    load: Callable[[Any, Any], None] | None = None
    shares: int = 25
    curiosity: float = 2.0


@dataclass(frozen=True)
class Exact:
    """What an exact player found, or the best that it had when its limits ended.

    ``returns`` are the values of the game for each seat after ``move`` when every mover takes what is best for itself
    (None where nothing was valued); ``exact`` says whether they rest on ends of the game alone. ``best`` are the moves
    that are known to be as good, in the order of the tie rule, and ``line`` is what follows.
    """

    move: Any
    returns: tuple[float, ...] | None = None
    exact: bool = False
    best: tuple[Any, ...] = ()
    line: tuple[Any, ...] = ()
    nodes: int = 0
    depth: int = 0


@dataclass(frozen=True)
class Level:
    """One opponent of a ladder: its title, the bot's text form, and what people read of it."""

    title: str
    bot: str
    summary: str

    @property
    def id(self) -> str:
        """Its name in addresses: ``minimax-3000`` for “Minimax 3,000”."""
        return self.title.lower().replace(",", "").replace(" ", "-")

    def as_json(self) -> dict[str, str]:
        """Plain JSON for forms and programs."""
        return {"id": self.id, **asdict(self)}


@dataclass(frozen=True)
class Ladder:
    """A game's levels, the weakest first, and how they are measured: the random plies that begin each pair of games,
    and the options of the games that are not the defaults."""

    levels: tuple[Level, ...]
    openings: int = 4
    options: Mapping[str, Any] = field(default_factory=dict)


_SURE_ENOUGH = 1.96


@dataclass(frozen=True)
class Match:
    """How new weights did against the present ones. They have won it if wins and losses of equals would differ so far
    that way in one match of forty (the sign test, as a normal distribution)."""

    wins: int
    draws: int
    losses: int

    @property
    def won(self) -> bool:
        """Whether the new weights are surely enough the better ones."""
        return self.wins - self.losses > _SURE_ENOUGH * math.sqrt(self.wins + self.losses)

    @property
    def share(self) -> float:
        """The new weights' share of the points."""
        return (self.wins + self.draws / 2) / max(1, self.wins + self.draws + self.losses)


@dataclass(frozen=True)
class Trained:
    """What a training made: from how many positions, with which mean absolute error (in the evaluation's unit, on
    positions that it has not seen), and the file that it wrote. Where a match decides, ``match`` is how it went, and
    ``before`` the present weights' error on the same positions."""

    positions: int
    error: float
    path: Path
    before: float | None = None
    match: Match | None = None


Starts = tuple[Mapping[str, Any], ...]
"""The options of the games that a training plays, by turns."""
Train = Callable[[int, int, int, Path, Path, Callable[[str, int, int], None], Starts], Trained]


@dataclass(frozen=True)
class Training:
    """How the evaluation of a game is trained.

    ``about`` is a sentence for people; ``seed`` and ``positions`` are those of the weights that are shipped; ``starts``
    are the options of the games that are learnt from. ``run(seed, positions, jobs, folder, out, report, starts)``
    trains on about so many positions, with so many threads, from games with some of these, and writes the weights to
    ``out``. ``folder`` keeps what was made so far: the same call goes on where it was stopped. ``report(title, done,
    of)`` hears how far it is. The same seed, number of positions and starts give the same weights. ``run_moves`` does
    the same for the order of moves alone, where that is learnt.
    """

    about: str
    seed: int
    positions: int
    run: Train
    starts: Starts = ({},)
    run_moves: Train | None = None


@dataclass(frozen=True)
class Fact:
    """Something that is counted for one seat: its title ("Corners"), its value, and what one more is worth to that
    seat in the unit of the game's values, less than 0 where fewer are better."""

    title: str
    value: float
    worth: float = 1.0


@dataclass(frozen=True)
class Forcing:
    """Wins by force that reviews name. ``prove(game, position, move)`` gives the moves of a win, proven against every
    answer, of the seat to move, or of this seat by ``move`` (None: by any); None without a proof.

    Two messages are said of a win that takes several moves: ``allows`` where the move before let the other side have
    it, ``begins`` of the move that begins it. They take ``{move}``, ``{winner}``, the ``{line}``, and how many moves of
    the winner, ``{count}``, it takes at most.
    """

    prove: Callable[[Any, Any, Any], Sequence[Any] | None]
    allows: str
    begins: str


@dataclass(frozen=True)
class Insight:
    """What the review of a game may lean on, all of it optional.

    ``nodes`` are the positions that are analysed for a ply (0: the usual number), ``exact_nodes`` those that the solver
    may take for one. ``values(game, position, limits)`` values every move that could be best for the seat to move, by
    the move's text, for games that no search of two sides can play; None or nothing leaves it to the search.
    ``facts(position, seat)`` are what is counted to explain a mistake, the same titles in the same order everywhere.
    ``reaches(position)`` says whether the solver is worth asking. ``scale(position)`` is how large values are on this
    board, for games whose boards differ much. ``forcing`` proves wins by force.
    """

    nodes: int = 0
    exact_nodes: int = 0
    values: Callable[[Any, Any, Any], Mapping[str, float] | None] | None = None
    facts: Callable[[Any, int], tuple[Fact, ...]] | None = None
    reaches: Callable[[Any], bool] = lambda position: True
    scale: Callable[[Any], float] = lambda position: 1.0
    forcing: Forcing | None = None


@dataclass(frozen=True)
class Knowledge:
    """All that a game declares of itself beside its rules and kernels.

    ``units`` are the ways to score a position, the usual one first. ``ordering`` ranks moves and goes before
    ``kernels.rank``. ``exact`` plays exactly for any number of seats: ``exact(game, position, last, limits, report,
    memory)`` takes of equal moves the last of the game's tie order, or the first, may keep its tables in ``memory`` (a
    dictionary or None), and gives None where a plain search is as good. ``ladder`` has ``minimax-3000`` among its
    levels; without one a game has the common ladder.
    ``insight`` is what reviews lean on, ``puzzles`` what puzzles of the game are like, ``exercises`` its own
    exercises in code.
    """

    units: tuple[Unit, ...] = ()
    strength: Strength | None = None
    ordering: Ordering | None = None
    exact: Callable[..., Exact | None] | None = None
    ladder: Ladder | None = None
    training: Training | None = None
    insight: Insight | None = None
    puzzles: Puzzling = USUAL_PUZZLES
    exercises: tuple[Exercise, ...] = ()

    def unit(self, name: str) -> tuple[int, Unit]:
        """The unit with this name, and its number; raises ``KeyError``."""
        for number, unit in enumerate(self.units):
            if unit.name == name:
                return number, unit
        raise KeyError(name)


_declared: dict[type, Knowledge] = {}
_NOTHING = Knowledge()
_USUAL = Unit("score", "Score", "The evaluation of the game.")


def declare(position_classes: tuple[type, ...], knowledge: Knowledge) -> None:
    """Declare what is known of the games with these position classes."""
    _declared.update(dict.fromkeys(position_classes, knowledge))


def of(game: Game[Any, Any]) -> Knowledge:
    """What is known of a game. Where it has an evaluation (``scored``) and declares nothing else, there are a usual
    unit, which counts what a graded game's ends count, and a strength made of the first unit."""
    kinds = game.position_classes
    known = _declared.get(kinds[0], _NOTHING) if kinds else _NOTHING
    if not known.units and _evaluated(kinds):
        counts = game.spec.unit if game.spec.graded and game.spec.unit else _USUAL.counts
        known = replace(known, units=(replace(_USUAL, counts=counts),))
    if known.strength is None and known.units:
        known = replace(known, strength=_derived(known.units[0]))
    return known


def scored(game: Game[Any, Any]) -> bool:
    """Whether unfinished positions of this game can be scored."""
    return _evaluated(game.position_classes)


def unscored(title: str, game: Game[Any, Any]) -> str | None:
    """Why a bot or search of this title, which needs scores of positions, does not fit a game; None if it does."""
    if scored(game):
        return None
    return _("{title} cannot score the positions of {game}: it has no evaluation.", title=title, game=game.spec.title)


def _evaluated(kinds: tuple[type, ...]) -> bool:
    return bool(kinds) and all(kernels.has(kernels.evaluate, kind) for kind in kinds)


def _derived(unit: Unit) -> Strength:
    def terms(position: Any, seat: int) -> tuple[Term, ...]:
        return (Term(unit.title, float(kernels.evaluate(position, seat, 0)), unit.help),)

    return Strength(unit.counts, terms)
