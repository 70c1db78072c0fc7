"""What a game's knowledge module declares beside its kernels: the units in which a position can be scored.

``game/knowledge/<game>`` calls ``provide`` for its position classes; bots and searches look the units up by the
position's class and never name a game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.options import Option, Values


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
    whatever the position is; it is called before moves are timed.
    """

    counts: str
    weights: Callable[[], Any]
    terms: Callable[[Any, int], tuple[Term, ...]]
    solve: Callable[..., Solved | None] | None = None
    advise: Callable[..., Any] | None = None
    searched: bool = True
    load: Callable[[Any, Any], None] | None = None


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


_exact: dict[type, Callable[..., Exact | None]] = {}


def provide_exact(position_classes: tuple[type, ...], player: Callable[..., Exact | None]) -> None:
    """Declare an exact player for any number of seats: ``player(game, position, last, limits, report, memory)``.

    Of equal moves it takes the last of the game's tie order, or the first. ``memory`` is a dictionary that it may keep
    its tables in, or None. It gives None where a plain search is as good.
    """
    for position_class in position_classes:
        _exact[position_class] = player


def exact_of(position_classes: tuple[type, ...]) -> Callable[..., Exact | None] | None:
    """The exact player declared for a game's position classes, if there is one."""
    return _exact.get(position_classes[0]) if position_classes else None


_strengths: dict[type, Strength] = {}


def provide_strength(position_classes: tuple[type, ...], strength: Strength) -> None:
    """Declare what makes a strong player of the games with these position classes."""
    for position_class in position_classes:
        _strengths[position_class] = strength


def strength_of(position_classes: tuple[type, ...]) -> Strength | None:
    """The strength declared for a game's position classes; else one made of its evaluation, if it has one."""
    units = units_of(position_classes)
    if not units:
        return None
    declared = _strengths.get(position_classes[0])
    return declared or Strength(units[0].counts, lambda: _NO_WEIGHTS, lambda *asked: _whole(units[0], *asked))


_NO_WEIGHTS = np.zeros(1)


def _whole(unit: Unit, position: Any, seat: int) -> tuple[Term, ...]:
    return (Term(unit.title, float(kernels.evaluate(position, seat, 0)), unit.help),)


@dataclass(frozen=True)
class Level:
    """One opponent of a ladder: its id in addresses, what people read, and the bot's text form."""

    id: str
    title: str
    bot: str
    summary: str

    def as_json(self) -> dict[str, str]:
        """Plain JSON for forms and programs."""
        return asdict(self)


@dataclass(frozen=True)
class Ladder:
    """A game's levels, the weakest first, and how they are measured: the random plies that begin each pair of games,
    and the options of the games that are not the defaults."""

    levels: tuple[Level, ...]
    openings: int = 4
    options: Mapping[str, Any] = field(default_factory=dict)


_ladders: dict[type, Ladder] = {}


def provide_ladder(position_classes: tuple[type, ...], ladder: Ladder) -> None:
    """Declare the levels of the games with these position classes; ``minimax-3000`` is among them."""
    for position_class in position_classes:
        _ladders[position_class] = ladder


def ladder_of(position_classes: tuple[type, ...]) -> Ladder | None:
    """The ladder declared for a game's position classes, if there is one."""
    return _ladders.get(position_classes[0]) if position_classes else None


@dataclass(frozen=True)
class Trained:
    """What a training made: from how many positions, with which mean absolute error (in the evaluation's unit, on
    positions that it has not seen), and the file that it wrote."""

    positions: int
    error: float
    path: Path


@dataclass(frozen=True)
class Training:
    """How the evaluation of a game is trained.

    ``about`` is a sentence for people; ``seed`` and ``positions`` are those of the weights that are shipped.
    ``run(seed, positions, jobs, folder, out, report)`` trains on about so many positions, with so many threads, and
    writes the weights to ``out``. ``folder`` keeps what was made so far: the same call goes on where it was stopped.
    ``report(title, done, of)`` hears how far it is. The same seed and number of positions give the same weights.
    """

    about: str
    seed: int
    positions: int
    run: Callable[[int, int, int, Path, Path, Callable[[str, int, int], None]], Trained]


_trainings: dict[type, Training] = {}


def provide_training(position_classes: tuple[type, ...], training: Training) -> None:
    """Declare how the evaluation of the games with these position classes is trained."""
    for position_class in position_classes:
        _trainings[position_class] = training


def training_of(position_classes: tuple[type, ...]) -> Training | None:
    """The training declared for a game's position classes, if there is one."""
    return _trainings.get(position_classes[0]) if position_classes else None


_orderings: dict[type, Ordering] = {}


def provide_ordering(position_classes: tuple[type, ...], ordering: Ordering) -> None:
    """Declare how the moves of these position classes are ranked; it goes before ``kernels.rank``."""
    for position_class in position_classes:
        _orderings[position_class] = ordering


def ordering_of(position_classes: tuple[type, ...]) -> Ordering | None:
    """The ordering declared for a game's position classes, if there is one."""
    return _orderings.get(position_classes[0]) if position_classes else None


_units: dict[type, tuple[Unit, ...]] = {}


def provide(position_classes: tuple[type, ...], units: tuple[Unit, ...]) -> None:
    """Declare the units of these position classes; the first is the default."""
    for position_class in position_classes:
        _units[position_class] = units


_USUAL = (Unit("score", "Score", "The evaluation of the game."),)


def units_of(position_classes: tuple[type, ...]) -> tuple[Unit, ...]:
    """The units declared for a game's position classes, or the usual one of an evaluation; empty if there is none."""
    if not position_classes:
        return ()
    scored = all(kernels.has(kernels.evaluate, kind) for kind in position_classes)
    return _units.get(position_classes[0], _USUAL if scored else ())


def find_unit(position: Any, name: str) -> tuple[int, Unit]:
    """The unit with this name for this position, with its number; raises ``KeyError``."""
    for number, unit in enumerate(units_of((type(position),))):
        if unit.name == name:
            return number, unit
    raise KeyError(name)
