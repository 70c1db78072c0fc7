"""What those who watch a game do together: they predict its next move, and ask a neutral engine who leads.

Nothing of it reaches the bots: it goes to the rooms of watchers alone, and is not kept. A prediction costs the same
however many there are, and what all predicted is told a few times a second at most. One position is judged at a time,
of all games that are watched, as work that gives way to everybody else's.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.competitions.running.live_games import LiveGame
from plyground.core.messages import _
from plyground.core.refusals import BadAnswer, Malformed, TooMany
from plyground.sessions.limits import Buckets
from plyground.sessions.question import LONGEST_ANSWER, Answer, Board, Question
from plyground.sessions.secrecy import hides

MOST_WHO_PREDICT = 2_000
"""So many may predict one move."""
TOLD_SECONDS = 0.25
"""What those who watch do is told no more often."""
_A_SECOND, _AT_ONCE = 2.0, 20.0
MOST_TOLD = 8
"""So many of the predicted moves are told, those predicted most."""

Judge = Callable[[Mapping[str, Any], Callable[[Mapping[str, Any] | None], None]], None]
"""Has a position judged (``review.valuing.leading`` says by which arguments) and hears what came of it, later, in
another thread: None where nothing did."""


Heard = Callable[[str, int, Mapping[str, Any] | None], None]


@dataclass
class Company:
    """Of one game: the open question, how many predicted each move, how the last one went, and what was judged."""

    question: Question | None = None
    ply: int = -1
    counts: Counter[str] = field(default_factory=Counter)
    last: dict[str, Any] | None = None
    judged: dict[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        """As a page is told: ``ply`` that is predicted with how many did (``of``) and the ``tally``, the ``last`` one
        that was decided, and what was ``judged``."""
        told = [{"text": text, "label": text, "count": count} for text, count in self.counts.most_common(MOST_TOLD)]
        return {"ply": self.ply, "of": self.counts.total(), "tally": told, "last": self.last, "judged": self.judged}


class Companies:
    """Of all games that are watched. Not locked: who has it locks, and calls ``judged`` back in its own lock."""

    def __init__(self, judge: Judge | None, heard: Heard, now: Callable[[], float] = time.monotonic) -> None:
        """``heard`` is told a game, a ply and what the judge said of it, from any thread: it is to lock, and to call
        ``judged``."""
        self._judge, self._heard = judge, heard
        self._companies: dict[str, Company] = {}
        self._wish: dict[str, set[str]] = defaultdict(set)
        self._due: dict[str, LiveGame] = {}
        self._busy = False
        self._now, self._news, self._told = now, set[str](), -TOLD_SECONDS
        sentence = _("That is more than two predictions a second; slow down a little.")
        self._limit = Buckets(_A_SECOND, _AT_ONCE, sentence, monotonic=now)

    @property
    def talks(self) -> bool:
        """Whether there is something to tell."""
        return bool(self._news)

    def due(self) -> list[tuple[str, dict[str, Any]]]:
        """The games of which there is something to tell now, with that: at most four times a second."""
        if not self._news or self._now() < self._told + TOLD_SECONDS:
            return []
        found = [(game, self._companies[game].as_json()) for game in sorted(self._news) if game in self._companies]
        self._news.clear()
        self._told = self._now()
        return found

    def shown(self, game: str) -> dict[str, Any] | None:
        """What those who watch a game are told; None if nobody has done anything yet."""
        found = self._companies.get(game)
        return None if found is None else found.as_json()

    def predict(self, game: LiveGame, ply: object, text: object, visitor: str) -> dict[str, Any]:
        """A visitor says which move comes after ``ply`` others; it may be changed until it is made. Tells the move as
        the game writes it, how many predicted (``of``), and how many the same (``agree``).

        Raises ``Malformed``, ``BadAnswer``, ``TooFast``, ``TooMany`` or the refusal of a move.
        """
        if not isinstance(ply, int) or not isinstance(text, str) or len(text) > LONGEST_ANSWER:
            raise Malformed(_("To predict, give the ply and the move as a text."))
        self._limit.take(visitor)
        if hides(game.rules):
            raise BadAnswer(_("In this game something is hidden from those who watch, so nobody predicts its moves."))
        if game.ended is not None or ply != game.ply:
            raise BadAnswer(_("That move has been made already; predict the next one."))
        company = self._companies.setdefault(game.id, Company())
        if company.question is None or company.ply != ply:
            game.catch_up()
            board = Board(game.rules, game.options, game.position, "", {})
            company.question = Question("move", "", board, id=f"{game.id}.{ply}")
            company.ply, company.counts = ply, Counter()
        answers = company.question.answers
        if visitor not in answers and len(answers) >= MOST_WHO_PREDICT:
            raise TooMany(_("So many predict this move already that no more are counted; watch how it goes."))
        normal = company.question.normal(text)
        if visitor in answers:
            company.counts[answers[visitor]] -= 1
        answers[visitor] = normal
        company.counts[normal] += 1
        company.counts += Counter()  # which drops what nobody predicts any more
        self._news.add(game.id)
        return {"ply": ply, "move": normal, "of": len(answers), "agree": company.counts[normal]}

    def moved(self, game: LiveGame) -> None:
        """A game went on: what was predicted is decided, and its position is to be judged if somebody wants that."""
        company = self._companies.get(game.id)
        if company is not None and company.question is not None and game.ply > company.ply:
            made = game.moves[company.ply]["text"]
            company.question.answer, company.question.state = Answer(frozenset({made}), made, made), "revealed"
            told = company.as_json()
            right = company.counts[made]
            company.last = {"ply": company.ply, "of": told["of"], "tally": told["tally"], "move": made, "right": right}
            company.question, company.ply, company.counts = None, -1, Counter()
            self._news.add(game.id)
        if self._wish.get(game.id):
            self._due[game.id] = game
            self._next()

    def wish(self, game: LiveGame, connection: str, on: bool) -> None:
        """A connection wants the game judged, or does so no more; raises ``BadAnswer`` where nothing is judged."""
        if not on:
            self.drop(connection, game.id)
            return
        if hides(game.rules) or self._judge is None:
            raise BadAnswer(_("In this game something is hidden from those who watch, so nobody judges it."))
        self._wish[game.id].add(connection)
        self._due[game.id] = game
        self._next()

    def drop(self, connection: str, game: str | None = None) -> None:
        """A connection wants no judgement any more, of one game or of any."""
        for each in [game] if game is not None else list(self._wish):
            self._wish.get(each, set()).discard(connection)
            if not self._wish.get(each):
                self._wish.pop(each, None)
                self._due.pop(each, None)

    def forget(self, game: str) -> None:
        """A game is shown no longer."""
        for kept in (self._companies, self._wish, self._due):
            kept.pop(game, None)
        self._news.discard(game)

    def _next(self) -> None:
        """Have the next position judged, unless one is."""
        while self._due and not self._busy and self._judge is not None:
            game = self._due.pop(next(iter(self._due)))
            game.catch_up()
            company = self._companies.setdefault(game.id, Company())
            if game.ended is not None or game.rules.returns(game.position) is not None:
                continue
            if company.judged is not None and company.judged["ply"] == game.ply:
                continue
            self._busy, ply = True, game.ply
            about = {
                "game": game.rules.spec.id,
                "options": game.options,
                "position": game.rules.position_text(game.position),
            }
            self._judge(about, lambda found, game=game.id, ply=ply: self._heard(game, ply, found))  # type: ignore[misc]

    def judged(self, game: str, ply: int, found: Mapping[str, Any] | None) -> None:
        """The judge has answered."""
        self._busy = False
        company = self._companies.get(game)
        if found is not None and company is not None:
            company.judged = {**found, "ply": ply}
            self._news.add(game)
        self._next()
