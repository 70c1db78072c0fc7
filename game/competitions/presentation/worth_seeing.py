"""The games of a competition that are worth seeing, each with its reason in a sentence: upsets by rating, long games,
and by the values of their reviews comebacks and games that one move decided.

Reviews are made in the background, of a few promising games of each competition and only while no game is being played
here, so that they take no core from a bot. What they tell is kept in memory; reviews themselves are kept by content.
"""

from __future__ import annotations

import logging
import statistics
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from plyground.competitions import counting
from plyground.competitions.presentation import browsing, public
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.store import CompetitionStore, Snapshot, StoredGame
from plyground.core.errors import Refusal
from plyground.core.logs import tell_fault
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.review import commentary
from plyground.review.marks import INACCURACY
from plyground.sessions.reviews import Reviews

log = logging.getLogger(__name__)

MOST_SHOWN = 8
MOST_REVIEWED = 40
"""Games of a competition that are reviewed unasked."""
LONGEST, SHORTEST = 300, 8
"""Plies of games that are reviewed unasked."""
UPSET_ELO = 120.0
"""By so much the winner's rating was lower."""
_LONG = 1.4
_COMEBACK = 0.25
_KINDS = ("final", "event", "ladder", "challenge", "league")
_LOOK_SECONDS, _MOST_SECONDS = 5.0, 40.0
"""Between two looks for games to be reviewed; ever longer while there are none."""
_KEPT = 2000
_MOST_WISHES, _MOST_BAD, _LINE = 100, 30, 10


class WorthSeeing:
    """What reviews told of games, and the thread that has them made. May be asked from any thread.

    ``busy`` says whether games are being played here, or another server sees to this.
    """

    def __init__(self, store: CompetitionStore, reviews: Reviews, busy: Callable[[], bool]) -> None:
        self._store, self._reviews, self._busy = store, reviews, busy
        self._stories: Recent[str, dict[str, Any]] = Recent(_KEPT)
        self._lock, self._wake, self._closing = threading.Lock(), threading.Event(), threading.Event()
        self._underway: tuple[str, str] | None = None
        self._wishes: Recent[str, list[tuple[str, str]]] = Recent(_MOST_WISHES)
        self._thread = threading.Thread(target=self._run, name="worth-seeing", daemon=True)

    def start(self) -> None:
        """Begin to have games reviewed."""
        self._thread.start()

    def close(self) -> None:
        """End; a part that a worker has is finished by it."""
        self._closing.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def shown(self, competition: str) -> list[dict[str, Any]]:
        """The games worth seeing, the best first: a line of the list of games each, with its ``reasons``, at most
        eight; raises ``NoSuchCompetition``."""
        now = snapshot(self._store, competition)
        with self._lock:
            stories = {game.id: story for game in now.played if (story := self._stories.find(game.id)) is not None}
        found = []
        for game, facts in _candidates(now):
            reasons = [*_plain_reasons(now, game, facts), *_reviewed_reasons(now, game, stories.get(game.id))]
            if reasons:
                found.append((sum(weight for weight, _words in reasons), game, reasons))
        found.sort(key=lambda each: (-each[0], each[1].id))
        return [
            browsing.row(now, game)
            | {"reasons": [words for _weight, words in sorted(reasons, key=lambda reason: -reason[0])]}
            for _weight, game, reasons in found[:MOST_SHOWN]
        ]

    def commentary(self, competition: str, game: str, who: str = "", ask: bool = False) -> dict[str, Any]:
        """What can be said of a finished game: ``state`` (``none`` while nobody has asked for it, else that of its
        review), ``done`` and ``of`` in plies, and once it is done the ``sentences``. With ``ask`` its review is made.

        Raises ``NoSuchMatch``, or what a review refuses.
        """
        body = {"record": public.notation(self._store, game, competition, "json")}
        body["game"] = self._store.get(competition).game
        found = self._reviews.ask(body, who) if ask else self._reviews.known(body)
        if found is None:
            return {"state": "none"}
        if "review" not in found:
            return found
        record = self._store.game(game)[3] or {}
        now = snapshot(self._store, competition)
        names = public.apart([now.name(one) for one in self._store.game(game)[1].entrants])
        told = commentary.commentary(found["review"], names, record.get("minds") or ())
        shown = [{"ply": each["ply"], "sentence": each["sentence"]} for each in told]
        return {"state": "done", "done": found["done"], "of": found["of"], "sentences": shown}

    def bad_moves(self, game: str) -> list[dict[str, Any]] | None:
        """The worst moves of a game by its review, of each seat (see ``_bad``), the worst first; None while there is
        none."""
        with self._lock:
            found = self._stories.find(game)
        return None if found is None else found["bad"]

    def wish(self, who: str, games: Iterable[tuple[str, str]]) -> None:
        """Have these games reviewed, as (competition, game), before those that nobody asked for; each asker has one
        list, which replaces the one before."""
        with self._lock:
            self._wishes[who] = wanted = list(games)
        if wanted:
            self._wake.set()

    @property
    def rests(self) -> bool:
        """Whether reviews wait now since games are being played."""
        return self._busy()

    # The thread

    def _run(self) -> None:
        pause = _LOOK_SECONDS
        while not self._closing.is_set():
            self._wake.wait(pause)
            self._wake.clear()
            try:
                if self._busy():
                    pause = _LOOK_SECONDS
                elif self.step():
                    pause = 0.02 if self._underway is None else 0.5
                else:
                    pause = min(_MOST_SECONDS, max(_LOOK_SECONDS, 2 * pause))
            except Exception as fault:  # a game that cannot be reviewed must not end the search for others
                tell_fault(log, "A game could not be looked at for whether it is worth seeing.", fault)
                self._underway, pause = None, _LOOK_SECONDS

    def step(self) -> bool:
        """Go on with the review that is being made, or begin with the next; whether there was anything to do."""
        if self._underway is None:
            self._underway = next(self._wanted(), None)
        if self._underway is None:
            return False
        competition, game = self._underway
        try:
            body = {"record": public.notation(self._store, game, competition, "json")}
            found = self._reviews.ask({**body, "game": self._store.get(competition).game}, quietly=True)
        except Refusal:  # it is gone, or too long, or others have reviews made
            found = {"state": "failed"}
        if found["state"] == "running":
            return True
        stored = self._store.game(game)[1] if "review" in found else None
        told: dict[str, Any] = {"lowest": None, "decisive": None, "bad": []}
        if stored is not None:
            told = {**commentary.story(found["review"], _winner(stored)), "bad": _bad(found["review"])}
        with self._lock:
            self._stories[game] = told
        self._underway = None
        return True

    def _wanted(self) -> Iterator[tuple[str, str]]:
        """The games whose reviews are to be made: those that owners want in turns, then the most promising of each
        competition."""
        with self._lock:
            lists = [[each for each in games if self._stories.find(each[1]) is None] for games in self._wishes.values()]
        for turn in zip_longest(*lists):
            yield from (each for each in turn if each is not None)
        for competition in self._store.all():
            now = snapshot(self._store, competition.id)
            promising = sorted(_candidates(now), key=lambda each: (-_promise(*each), each[0].id))
            with self._lock:
                known = self._stories
                todo = [game.id for game, _facts in promising[:MOST_REVIEWED] if known.find(game.id) is None]
            yield from ((competition.id, game) for game in todo)


def _bad(review: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The moves that gave chances away: ``ply`` (from 1), ``seat``, ``move``, the ``lost`` share, the ``mark``, and the
    lines of the ``best`` move and of the one that was ``made``."""
    plies = [ply for ply in review["plies"] if ply["lost"]["chance"] >= INACCURACY]
    plies.sort(key=lambda ply: -ply["lost"]["chance"])
    return [
        _named(ply) | {"best": ply["best"]["line"][:_LINE], "made": ply["made"]["line"][:_LINE]}
        for ply in plies[:_MOST_BAD]
    ]


def _named(ply: Mapping[str, Any]) -> dict[str, Any]:
    return {name: ply[name] for name in ("ply", "seat", "move", "mark")} | {"lost": ply["lost"]["chance"]}


Facts = Mapping[str, float]


def _candidates(now: Snapshot) -> list[tuple[StoredGame, Facts]]:
    """The games that were played to their end between different bots, with what is known of each without a review."""
    return now.keep("candidates", lambda: list(_counted(now)))


def _counted(now: Snapshot) -> Iterator[tuple[StoredGame, Facts]]:
    fair = [game for game in now.played if game.kind in _KINDS and game.result and _is_fair(game)]
    if not fair:
        return
    rated = counting.all_ratings(now)
    usual = statistics.median(game.result["plies"] for game in fair if game.result)
    for game in fair:
        assert game.result is not None
        facts = {"plies": game.result["plies"], "long": game.result["plies"] / max(usual, 1)}
        winner = _winner(game)
        if len(game.entrants) == 2 and all(one in rated for one in game.entrants):
            one, other = (rated[each].elo for each in game.entrants)
            facts["near"] = abs(one - other)
            if winner is not None:
                facts["upset"] = (other - one) if winner == 0 else (one - other)
        yield game, facts


def _is_fair(game: StoredGame) -> bool:
    assert game.result is not None
    return set(game.result["verdicts"]) == {"fair"} and len(set(game.entrants)) > 1


def _winner(game: StoredGame | None) -> int | None:
    """The seat that won alone, None without one."""
    ranks = (game.result or {}).get("ranks", []) if game is not None else []
    return ranks.index(1) if ranks.count(1) == 1 else None


def _promise(game: StoredGame, facts: Facts) -> float:
    """How much a review of the game promises; below 0: none is made."""
    if not SHORTEST <= facts["plies"] <= LONGEST:
        return -1.0
    kind = {"final": 3.0, "challenge": 1.0}.get(game.kind, 0.0)
    return kind + max(0.0, facts.get("upset", 0.0)) / 200 + 1.0 / (1.0 + facts.get("near", 400.0) / 100)


Reason = tuple[float, Any]
"""How much it weighs, and the sentence."""


def _plain_reasons(now: Snapshot, game: StoredGame, facts: Facts) -> Iterator[Reason]:
    winner = _winner(game)
    if winner is not None and facts.get("upset", 0.0) >= UPSET_ELO:
        share = 100 / (1 + 10 ** (facts["upset"] / 400))
        words = _(
            "An upset: {name} won, though its rating was {elo} below the other’s, which gave it {share} % of the "
            "points.",
            name=now.name(game.entrants[winner]), elo=round(facts["upset"]), share=round(share),
        )  # fmt: skip
        yield facts["upset"] / 150, words
    if facts["long"] >= _LONG:
        plies = int(facts["plies"])
        words = _(
            "A long one: {plies} plies, {times:.1f} times as many as usual here.", plies=plies, times=facts["long"]
        )
        yield min(1.5, facts["long"] / 2), words
    if game.kind == "final" and winner is not None:
        yield 0.4, _("A game of the final.")


def _reviewed_reasons(now: Snapshot, game: StoredGame, story: Mapping[str, Any] | None) -> Iterator[Reason]:
    winner = _winner(game)
    if story is None or winner is None:
        return
    low, decisive = story["lowest"], story["decisive"]
    if low and low["chance"] <= _COMEBACK:
        words = _(
            "A comeback: after move {ply} {name} had {share} % of the chances, and won.",
            ply=low["ply"], name=now.name(game.entrants[winner]), share=round(100 * low["chance"]),
        )  # fmt: skip
        yield 2.0 - 3 * low["chance"], words
    if decisive:
        words = _(
            "Decided by one move: {name} played {move} at move {ply} and gave {share} % of the chances away.",
            name=now.name(game.entrants[decisive["seat"]]), move=decisive["move"], ply=decisive["ply"],
            share=round(100 * decisive["lost"]),
        )  # fmt: skip
        yield 1.2 + decisive["lost"], words
