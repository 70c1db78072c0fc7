"""Asks a bot for one move in a position, as the referee asks it in a game, and judges what it does.

The question is a game of one move: the bot in the seat whose turn it is, bots of the program's own, which are never
asked, in the others. So its limits, its clock, its sandbox and its verdicts are those of the competition's games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from plyground.competitions import house
from plyground.competitions.refereeing.referee import PLAYED
from plyground.competitions.store import Competition, CompetitionStore, Version
from plyground.competitions.store.positions import PositionAnswer, PositionTest
from plyground.core import registry
from plyground.core.messages import _

MOST_ATTEMPTS = 3
"""A question that fails so often by faults of the server's own is put again at the next occasion."""
Game = tuple[str, Mapping[str, Any]]
Play = Callable[[Iterator[Game], Callable[[str, Mapping[str, Any]], None]], None]
"""Plays games, given as (id, task), and calls its second argument with each id and record."""


@dataclass(frozen=True)
class Judged:
    """What a bot did in a position: see ``store.positions.PositionAnswer``."""

    passed: bool
    move: str
    seconds: float | None
    sentence: str


def task(competition: Competition, test: PositionTest, bot: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The question as a task of ``tasks.play``; ``key`` names it, and who asks, in its id and seed."""
    game = registry.game(competition.game)
    position = game.parse_position(test.position, dict(competition.options))
    others = [house.bot(house.RANDOM)] * game.seats_at(position)
    mover = game.to_move(position)
    settings = competition.settings
    made = {
        "id": f"{competition.id}-t-{test.id}-{key}",
        "game": competition.game,
        "options": dict(competition.options),
        "start": test.position,
        "seed": competition.draw(f"test:{test.id}:{key}"),
        "clock": settings.ladder_clock.as_json(),
        "entrants": [bot if seat == mover else other for seat, other in enumerate(others)],
        "bounds": settings.bounds.as_json(),
        "most_moves": 1,
    }
    return made if test.seconds is None else {**made, "most_seconds": test.seconds}


def judged(test: PositionTest, record: Mapping[str, Any]) -> Judged | None:
    """What came of a question; None if it could not be put, by a fault of the server's own."""
    if record["status"] != PLAYED:
        return None
    failed = next((verdict for verdict in record["verdicts"] if verdict["code"] != "fair"), None)
    if failed is not None:
        return Judged(False, "", None, failed["sentence"])
    if not record["moves"]:
        return None
    move, seconds = record["moves"][0], record["seconds"][0]
    right = (not test.moves or move in test.moves) and move not in test.avoid
    return Judged(right and (test.seconds is None or seconds <= test.seconds), move, seconds, "")


def due(store: CompetitionStore, competition: str, but: Collection[str] = ()) -> list[tuple[PositionTest, Version]]:
    """The questions that have yet to be put, those to versions that play first, and the latest ones; without those of
    the keys ``but``.

    Bots that people handed in are asked, once they were let in.
    """
    tests = store.positions.every(competition)
    if not tests:
        return []
    known, active = store.positions.answers(competition), {each.active for each in store.entries(competition)}
    own = [each for each in store.versions(competition).values() if each.plays and each.bot["kind"] == "upload"]
    own.sort(key=lambda each: (each.id not in active, -each.created))
    return [
        (test, version)
        for version in own
        for test in tests
        if test.entry in (None, version.entry) and (test.id, version.id) not in known and _key(test, version) not in but
    ]


def ask_all(store: CompetitionStore, competition: str, confinement: str, play: Play) -> int:
    """Put all questions that are due, until none is; returns how many could not be put."""
    faults: dict[str, int] = {}
    while True:
        found = store.get(competition)
        stuck = {key for key, count in faults.items() if count >= MOST_ATTEMPTS}
        todo = {_key(test, version): (test, version) for test, version in due(store, found.id, stuck)}
        if not todo:
            return len(stuck)

        def finished(key: str, record: Mapping[str, Any], todo: Mapping[str, Any] = todo) -> None:
            test, version = todo[key]
            answer = judged(test, record)
            if answer is None:
                faults[key] = faults.get(key, 0) + 1
            else:
                store.positions.answered(test.id, version.id, **vars(answer))

        asked = (
            (key, {**task(found, test, version.bot, version.id), "confinement": confinement})
            for key, (test, version) in todo.items()
        )
        play(asked, finished)


def _key(test: PositionTest, version: Version) -> str:
    return f"{test.id} {version.id}"


def sentence(test: PositionTest, answer: Judged | PositionAnswer) -> str:
    """What a bot did, for its owner and the teacher."""
    if answer.seconds is None:
        return answer.sentence
    took = _("It played {move} after {seconds:.2f} s.", move=answer.move, seconds=answer.seconds)
    if test.seconds is not None and answer.seconds > test.seconds:
        return _("{took} It may take {most:g} s.", took=took, most=test.seconds)
    if answer.move in test.avoid:
        return _("{took} That is what it should not play.", took=took)
    if test.moves and answer.move not in test.moves:
        return _("{took} Wanted: {moves}.", took=took, moves=", ".join(test.moves[:6]))
    return took
