"""How a test comes into being: read from what somebody wrote, or taken from a game's puzzles."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plyground.competitions.store import Competition, CompetitionStore
from plyground.competitions.store.positions import PositionTest
from plyground.core import knowledge, registry
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.refusals import NoSuchEntry, TooMany
from plyground.puzzles import keeping
from plyground.puzzles.keeping import Puzzle
from plyground.sessions import reading

MOST_TESTS = 60
"""So many has a competition of its teacher."""
MOST_OF_OWNER = 20
"""So many may an owner have for a bot."""
MOST_MOVES = 40
"""Moves that a test names."""
MOST_TITLE = 120
LEAST_SECONDS, MOST_SECONDS = 0.1, 60.0
FIELDS = ("title", "position", "moves", "avoid", "seconds", "hidden", "about")
_LONGEST_MOVE = 200


class BadTest(Refusal, code="bad_position_test"):
    """A position by which bots would be tested is not one."""


@dataclass(frozen=True)
class Wanted:
    """A test as it was read: see ``store.positions.PositionTest``."""

    title: str
    position: str
    moves: tuple[str, ...]
    avoid: tuple[str, ...]
    seconds: float | None
    hidden: bool
    about: Mapping[str, Any]


def add(store: CompetitionStore, competition: str, given: Mapping[str, Any], entry: str | None = None) -> PositionTest:
    """Add a test to a competition: the teacher's, or with an ``entry`` that bot's by its owner.

    ``given`` is as ``wanted`` takes it; the teacher's alone may be hidden. Raises as ``wanted`` does, or ``TooMany``.
    """
    found = store.get(competition)
    asked = wanted(registry.game(found.game), found.options, given)
    return _kept(store, found, entry, replace(asked, hidden=asked.hidden and entry is None))


def wanted(game: Game[Any, Any], options: Mapping[str, Any], given: Mapping[str, Any]) -> Wanted:
    """A test of a game with these options.

    ``given`` has ``title`` (may be empty), ``position`` (a text of the game), and at least one of ``moves``, ``avoid``
    (lists of moves' texts) and ``seconds``; ``hidden`` and ``about``. Raises ``Malformed``, ``Oversized``, ``BadTest``,
    or as the game does for texts that it cannot read.
    """
    unknown = given.keys() - set(FIELDS)
    if unknown:
        raise BadTest(_("A test has no field “{name}”.", name=sorted(unknown)[0][:40]))
    title = " ".join(reading.a_text(given, "title", 1_000).split())
    if len(title) > MOST_TITLE or not title.isprintable():
        raise BadTest(_("The words of a test are one line of at most {most} characters.", most=MOST_TITLE))
    text = reading.a_text(given, "position", reading.LONGEST_POSITION, required=True)
    right, wrong = (reading.texts(given, name, MOST_MOVES, _LONGEST_MOVE) for name in ("moves", "avoid"))
    seconds = reading.a_number(given, "seconds", LEAST_SECONDS, MOST_SECONDS) if given.get("seconds") else None
    with reading.long_ones(text):
        position = _position(game, options, text)
        moves, avoid = (_moves(game, position, each) for each in (right, wrong))
        text = game.position_text(position)
    if not moves and not avoid and seconds is None:
        raise BadTest(_("Say what the bot should play there, what it should not, or how long it may take."))
    if set(moves) & set(avoid):
        raise BadTest(_("A move cannot be asked for and ruled out."))
    about = reading.an_object(given.get("about") or {})
    return Wanted(title, text, moves, avoid, seconds, reading.a_flag(given, "hidden", False), about)


def fitting(competition: Competition) -> list[Puzzle]:
    """The puzzles of a competition's game that are played with its options, the easiest first."""
    game = registry.game(competition.game)
    own = game.options(competition.options)
    same = {text: game.options(given) == own for text, given in _variants(competition.game).items()}
    found = [each for each in keeping.of(competition.game).values() if same[_variant(each)]]
    return sorted(found, key=lambda each: (each.grade, each.kind, each.id))


def from_puzzles(
    store: CompetitionStore, competition: str, kind: str, grade: int, count: int, hidden: bool, seed: int
) -> list[PositionTest]:
    """Take so many puzzles of a kind ("" for any) as near as there are to this difficulty (1 to 6, 0 for any), none
    that is a test already; the same seed takes the same ones. Raises ``BadTest`` where there are none, or ``TooMany``.
    """
    found = store.get(competition)
    game = registry.game(found.game)
    known = {each.position for each in store.positions.of(found.id)}
    left = [each for each in fitting(found) if not kind or each.kind == kind]
    left = [each for each in left if _text_of(game, each) not in known]
    if not left:
        raise BadTest(_("There are no more puzzles of this kind for this competition."))
    random.Random(seed).shuffle(left)
    left.sort(key=lambda each: abs(each.grade - grade) if grade else 0)
    if len(store.positions.of(found.id)) + min(count, len(left)) > MOST_TESTS:
        raise TooMany(_("A competition has at most {most} tests.", most=MOST_TESTS))
    return [_kept(store, found, None, _of(game, each, hidden)) for each in left[:count]]


def remove(store: CompetitionStore, competition: str, test: str, entry: str | None = None) -> None:
    """Forget a test of the teacher's, or of this bot's owner; raises ``NoSuchEntry``."""
    for each in store.positions.every(store.get(competition).id):
        if each.id == test and each.entry == entry:
            store.positions.remove(test)
            return
    raise NoSuchEntry(_("There is no such test."))


def title_of(competition: Competition, test: PositionTest) -> str:
    """A test in words: those of whoever wrote it, or those of the puzzle, or what it asks for."""
    if test.title:
        return test.title
    kinds = knowledge.of(registry.game(competition.game)).puzzles.kinds
    if test.about.get("kind") in kinds:
        return kinds[test.about["kind"]].task
    if test.moves:
        return _("Plays {moves}.", moves=_(" or ").join(test.moves[:3]))
    if test.avoid:
        return _("Does not play {moves}.", moves=", ".join(test.avoid[:3]))
    return _("Moves within {seconds:g} s.", seconds=test.seconds)


def _of(game: Game[Any, Any], puzzle: Puzzle, hidden: bool) -> Wanted:
    about = {"puzzle": puzzle.id, "kind": puzzle.kind}
    return Wanted("", _text_of(game, puzzle), puzzle.moves[:1], (), None, hidden, about)


def _kept(store: CompetitionStore, found: Competition, entry: str | None, wanted: Wanted) -> PositionTest:
    most = MOST_TESTS if entry is None else MOST_OF_OWNER
    made = store.positions.add(found.id, entry, most=most, **vars(wanted))
    if made is None and entry is None:
        raise TooMany(_("A competition has at most {most} tests.", most=most))
    if made is None:
        raise TooMany(_("A bot has at most {most} tests of its owner; remove one first.", most=most))
    return made


def _position(game: Game[Any, Any], options: Mapping[str, Any], text: str) -> Any:
    """The position, in which somebody has a choice, at a table of the competition."""
    position = game.parse_position(text, dict(options))
    if game.seats_at(position) != game.seats_at(game.initial(options)):
        raise BadTest(_("This position has another number of seats than the competition."))
    if not game.fits(position, options):
        raise BadTest(_("This position is of a game with other options than the competition’s, such as another board."))
    if game.returns(position) is not None:
        raise BadTest(_("The game is over in this position."))
    if len(game.legal_moves(position)) < 2:
        raise BadTest(_("There is no choice in this position: it has one legal move."))
    return position


def _moves(game: Game[Any, Any], position: Any, texts: Sequence[str]) -> tuple[str, ...]:
    """Moves as the game writes them."""
    found = (game.move_text(position, game.require(position, each)) for each in texts if each.strip())
    return tuple(dict.fromkeys(found))


def _variant(puzzle: Puzzle) -> str:
    return repr(sorted(puzzle.options.items()))


def _variants(game: str) -> dict[str, dict[str, Any]]:
    return {_variant(each): each.options for each in keeping.of(game).values()}


def _text_of(game: Game[Any, Any], puzzle: Puzzle) -> str:
    return game.position_text(game.parse_position(puzzle.position, puzzle.options))
