"""The worst moves of one bot in its latest games, as their reviews judge them, and what becomes a test of one.

Reviews are made where those of games worth seeing are (``worth_seeing``): in the background, while no game is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.competitions.positions import adding
from plyground.competitions.presentation import public
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.presentation.worth_seeing import WorthSeeing
from plyground.competitions.refereeing.clock import Control
from plyground.competitions.store import CompetitionStore, Entry, Snapshot, StoredGame, Version
from plyground.competitions.store.positions import PositionAnswer, PositionTest
from plyground.core import registry
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.core.refusals import NoSuchMatch
from plyground.review.marks import MISTAKE
from plyground.sessions.reviews import Reviews

MOST_GAMES, MOST_MOVES = 100, 20
_KINDS = ("ladder", "event", "final", "challenge", "league", "validation")
_KEPT, _LOOKED_AT = 500, 300


class WorstMoves:
    """Of all bots. All methods may be called from any thread."""

    def __init__(self, store: CompetitionStore, worth: WorthSeeing, reviews: Reviews) -> None:
        self._store, self._worth, self._reviews = store, worth, reviews
        self._shown: Recent[tuple[str, int], dict[str, Any]] = Recent(_KEPT)

    def of(self, entry: Entry) -> dict[str, Any]:
        """``{"of", "done", "waits", "moves", "tests"}``: how many of its latest games count and are reviewed, whether
        the rest waits for games that are played, the worst moves so far, the worst first, and the tests that were made
        of such moves. Has the rest reviewed."""
        now = snapshot(self._store, entry.competition)
        own = {version.id: version.number for version in now.own(entry)}
        games = [game for game in now.played if game.kind in _KINDS and own.keys() & set(game.entrants)][:MOST_GAMES]
        reviewed = {game.id: self._worth.bad_moves(game.id) for game in games}
        self._worth.wish(entry.id, [(entry.competition, game.id) for game in games if reviewed[game.id] is None])
        found = [
            (bad, game)
            for game in games
            for bad in reviewed[game.id] or ()
            if game.entrants[bad["seat"]] in own and bad["lost"] >= MISTAKE
        ]
        found.sort(key=lambda each: (-each[0]["lost"], each[1].id, each[0]["ply"]))
        own_tests = self.tests(entry)
        known = {(test["position"], test["made"]): test["id"] for test in own_tests}
        moves: dict[tuple[str, str], dict[str, Any]] = {}
        for bad, game in found[:_LOOKED_AT]:
            shown = self._move(now, game, bad)
            place = shown["position"], shown["move"]
            if place in moves:
                moves[place]["times"] += 1
            elif len(moves) < MOST_MOVES:
                moves[place] = {**shown, "test": known.get(place), "times": 1}
        done = sum(bad is not None for bad in reviewed.values())
        return {
            "of": len(games),
            "done": done,
            "waits": done < len(games) and self._worth.rests,
            "moves": list(moves.values()),
            "tests": own_tests,
        }

    def make_test(self, entry: Entry, game_id: str, ply: int, who: str = "") -> None:
        """Make a test of a bad move: its bot must not play it there again, nor another that gives as much away.

        Blocks until a worker has looked at all moves. Raises ``NoSuchMatch`` unless the move is a bad one that was
        found of this bot, ``TooMany``, or as ``Reviews.value_moves``.
        """
        now = snapshot(self._store, entry.competition)
        own = {version.id for version in now.own(entry)}
        stored = next((game for game in now.played if game.id == game_id), None)
        bad = next((each for each in self._worth.bad_moves(game_id) or () if each["ply"] == ply), None)
        if stored is None or bad is None or stored.entrants[bad["seat"]] not in own:
            raise NoSuchMatch(_("This is no bad move of your bot’s that a review has found."))
        shown = self._move(now, stored, bad)
        place = shown["position"], bad["move"]
        if any((test["position"], test["made"]) == place for test in self.tests(entry)):
            return
        body = {"game": now.competition.game, "options": shown["options"], "position": shown["position"], "lines": 1}
        rows = self._reviews.value_moves(body, who)["rows"]
        best = max(row["chance"] for row in rows)
        wrong = [
            row["move"] for row in reversed(rows) if best - row["chance"] >= MISTAKE and row["move"] != bad["best"][0]
        ]
        avoid = [bad["move"], *(move for move in wrong if move != bad["move"])][: adding.MOST_MOVES]
        about = {name: shown[name] for name in ("game", "ply", "seat", "lost", "names")}
        about |= {"made": bad["move"], "best": bad["best"][0]}
        given = {"title": "", "position": shown["position"], "avoid": avoid, "about": about}
        adding.add(self._store, entry.competition, given, entry.id)

    def tests(self, entry: Entry) -> list[dict[str, Any]]:
        """The tests of its owner that were made of moves, with what each version did in words, the latest first."""
        found = [
            test
            for test in self._store.positions.of(entry.competition, entry.id)
            if test.entry and "made" in test.about
        ]
        if not found:
            return []
        competition = self._store.get(entry.competition)
        rules, answers = registry.game(competition.game), self._store.positions.answers(entry.competition)
        versions = self._store.versions_of(entry.id)
        return [_test(rules, dict(competition.options), test, versions, answers) for test in found]

    def _move(self, now: Snapshot, game: StoredGame, bad: Mapping[str, Any]) -> dict[str, Any]:
        place = (game.id, bad["ply"])
        found = self._shown.find(place)
        if found is None:
            _belongs, _game, task, record = self._store.game(game.id)
            rules = registry.game(now.competition.game)
            assert record is not None
            at = bad["ply"] - 1
            options = rules.options(task.get("options"))
            start = rules.parse_position(task["start"], options) if task.get("start") else rules.initial(options)
            position = rules.replay(start, record["moves"][:at])[-1]
            clock = _clock(task, record, bad["seat"], at)
            found = {
                "game": game.id, "kind": game.kind, "ply": bad["ply"], "seat": bad["seat"], "lost": bad["lost"],
                "mark": bad["mark"], "move": bad["move"], "best": list(bad["best"]), "line": list(bad["made"]),
                "position": rules.position_text(position), "view": rules.view(position, None), "options": options,
                "clock": clock, "seconds": record["seconds"][at],
            }  # fmt: skip
            self._shown[place] = found
        names = public.apart([now.name(one) for one in game.entrants])
        one = now.versions[game.entrants[bad["seat"]]]
        return {**found, "names": names, "version": one.number}


def _clock(task: Mapping[str, Any], record: Mapping[str, Any], seat: int, ply: int) -> dict[str, float]:
    """The clock of a seat as its turn before this ply began, the increment of that turn left aside."""
    control = Control.read(task.get("clock"))
    own = [seconds for mover, seconds in zip(record["seats"][:ply], record["seconds"], strict=False) if mover == seat]
    turns = sum(mover == seat for mover in record["seats"][record.get("opening", 0) : ply])
    start = (record.get("start_seconds") or [0.0] * (seat + 1))[seat]
    left = control.base + control.increment * turns - start - sum(own)
    return {"base": round(max(0.0, left), 3), "increment": control.increment}


def _test(
    rules: Game[Any, Any],
    options: dict[str, Any],
    test: PositionTest,
    versions: Sequence[Version],
    answers: Mapping[tuple[str, str], PositionAnswer],
) -> dict[str, Any]:
    position = rules.parse_position(test.position, rules.options(options))
    told = [(version.number, answers.get((test.id, version.id))) for version in reversed(versions)]
    results = [
        {"version": number, "passed": answer.passed, "sentence": sentence(test, answer)}
        for number, answer in told
        if answer is not None
    ]
    return {
        **test.about,
        "id": test.id,
        "position": test.position,
        "view": rules.view(position, None),
        "results": results,
    }


def sentence(test: PositionTest, answer: PositionAnswer) -> str:
    """What a version did in a test that was made of a move, in words."""
    about = test.about
    if answer.passed:
        return _("It plays {move}.", move=answer.move)
    if answer.move == about["made"]:
        return _(
            "It plays {move} again, which gives {share} % of the chances away; {best} keeps them.",
            move=answer.move, share=round(100 * about["lost"]), best=about["best"],
        )  # fmt: skip
    if answer.move:
        return _("It plays {move}, which gives too much away; {best} keeps more.", move=answer.move, best=about["best"])
    return answer.sentence
