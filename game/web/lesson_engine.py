"""What lessons ask of the engine while their pages are made: searches, ranked moves, a bot's choice.

So no right answer of an exercise is typed where it can be computed. Searches are made here, once for each question, by
plain Python, so they are small; bots think in the workers (``lesson_bots``).
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from plyground.bots.intuition import exposes, ranked_moves, wins
from plyground.competitions.ranking.elo import Score
from plyground.core import knowledge
from plyground.core.bot import Choice
from plyground.core.knowledge import Term
from plyground.core.messages import _
from plyground.search.teaching import pseudocode
from plyground.search.teaching.replay import Replay
from plyground.search.teaching.searches import search as find_search
from plyground.search.teaching.trace import Trace
from plyground.sessions.setup import Reading, read_position
from plyground.web import lesson_books, lesson_models, lesson_tables, lesson_trials
from plyground.web.lesson_bots import PATIENCE, Think

MOST_NODES = 6_000
_KEPT = 500


class TooLargeForALesson(ValueError):
    """A lesson asks for a search that is too large to be made while its page is made."""


def _number(value: float | None) -> float | int | None:
    """A number as it is written: whole numbers without a point."""
    return int(value) if value is not None and value == value // 1 else value


class Searched:
    """A search that ran to its end, for templates."""

    def __init__(self, trace: Trace) -> None:
        if trace.cut_short is not None:
            raise TooLargeForALesson(
                _(
                    "{search} in {position}: {cut_short}",
                    search=trace.head.search,
                    position=trace.head.position,
                    cut_short=trace.cut_short,
                )
            )
        self.trace = trace
        self._end = Replay(trace)
        self._end.go(len(trace.steps))
        counts = self._end.counts
        self.entered, self.leaves, self.cuts, self.skipped = (
            counts.entered, counts.leaves, counts.cuts, counts.skipped,
        )  # fmt: skip
        answer = trace.steps[-1]
        self.value = _number(answer.value)
        self.values = tuple(_number(each) for each in answer.values)
        self.move = trace.moves[answer.child] if answer.child >= 0 else ""

    def node(self, *path: int) -> dict[str, Any]:
        """What is known at the end of the node that these indices of moves lead to; raises ``KeyError``."""
        return self._end.node(self._row(path))

    def value_at(self, *path: int) -> float | int | None:
        """The value of a node at the end."""
        value: float | None = self.node(*path)["value"]
        return _number(value)

    def step(self, kind: str, number: int = 1, node: Sequence[int] | None = None) -> int:
        """How many steps have been taken just after the ``number``-th step of a kind, at one node or anywhere."""
        row = None if node is None else self._row(tuple(node))
        places = [at for at, step in enumerate(self.trace.steps) if step.kind == kind and row in (None, step.node)]
        return places[number - 1] + 1

    def told(self, kind: str, number: int = 1) -> dict[str, Any]:
        """The fields of the ``number``-th step of a kind."""
        return self.trace.steps[self.step(kind, number) - 1]._asdict()

    def count(self, kind: str) -> int:
        """How many steps of a kind there are."""
        return sum(step.kind == kind for step in self.trace.steps)

    def windows(self, reason: str) -> int:
        """How many times a node was searched with other bounds for this reason."""
        return sum(step.kind == "window" and step.reason == reason for step in self.trace.steps)

    def window(self, reason: str) -> int:
        """How many steps have been taken just after the first window for this reason."""
        return next(
            at + 1 for at, step in enumerate(self.trace.steps) if (step.kind, step.reason) == ("window", reason)
        )

    def bounds(self, *path: int) -> tuple[float | int | None, float | int | None]:
        """Alpha and beta as a node was entered with them."""
        entered = self.trace.steps[self.step("enter", node=path) - 1]
        return _number(entered.alpha), _number(entered.beta)

    def cut(self, *path: int) -> int:
        """How many moves were cut at a node."""
        return len(self.node(*path)["cut"])

    def met(self, *path: int) -> bool:
        """Whether the search entered a node."""
        try:
            self._row(path)
        except KeyError:
            return False
        return True

    def _row(self, path: Sequence[int]) -> int:
        row = 0
        for index in path:
            row = self.trace.child(row, int(index))
            if row < 0:
                raise KeyError(f"the search never met the node {tuple(path)}")
        return row


class Engine:
    """What templates of lessons know as ``engine``. A ``place`` is a position as everywhere: ``game``, ``position`` (a
    text, the start if empty), ``options`` and ``moves`` (texts). One is made for each page; ``think`` asks a bot."""

    def __init__(self, think: Think) -> None:
        self._think = think
        self._until: float | None = None

    def search(
        self, game: str, position: str = "", search: str = "alphabeta", settings: Mapping[str, Any] | None = None,
        seed: int = 0, **place: Any
    ) -> Searched:  # fmt: skip
        """A teaching search run to its end."""
        return _searched(_asked(game, position, **place), search, json.dumps(settings or {}), seed)

    def best(self, game: str, position: str = "", depth: int = 0, **place: Any) -> list[str]:
        """The texts of all moves that are best, by minimax to a depth (0: to the end)."""
        found = self.search(game, position, "minimax", {"depth": depth}, **place)
        trace = found.trace
        rows = [row for row, parent in enumerate(trace.parents) if parent == 0]
        values = {row: found._end.node(row)["value"] for row in rows}
        return [trace.moves[row] for row in rows if values[row] == found.node()["value"]]

    def rank(
        self, game: str, position: str = "", settings: Mapping[str, Any] | None = None, **place: Any
    ) -> list[dict[str, Any]]:
        """All moves as the game's own order ranks them, the first choice first: ``{"text", "rank", "parts"}``."""
        ranked: list[dict[str, Any]] = ranking(json.loads(_asked(game, position, **place)), settings or {})["ranked"]
        return ranked

    def score(self, move: str, game: str, position: str = "", **more: Any) -> dict[str, Any]:
        """One move of ``rank``; raises ``KeyError`` where there is no such move."""
        for each in self.rank(game, position, **more):
            if each["text"] == move:
                return each
        raise KeyError(f"{move} is no legal move of {game} in {position!r}")

    def choice(self, bot: str, *place: Any, **more: Any) -> str:
        """The text of the move that a bot plays; ``bot`` is its text, as ``intuition:centre=0``."""
        return self.thought(bot, *place, **more).move

    def thought(self, bot: str, *place: Any, **more: Any) -> Choice:
        """All that a bot says of the move it plays: ``move``, ``value``, ``kind``, ``line``, ``nodes``, ``details``."""
        return self._think(_asked(*place, **more), bot, self._patience())

    def _patience(self) -> float:
        """Until when answers are waited for: from the first question on, since all of a page share its patience."""
        if self._until is None:
            self._until = time.monotonic() + PATIENCE
        return self._until

    def counted(self, *place: Any, **more: Any) -> list[dict[str, Any]]:
        """What a small model counts for the seat to move, the side to move last: each ``title``, ``value`` and the
        weight ``hand`` that the game's author gave it."""
        read = _read(*place, **more)
        return lesson_models.counted(read.rules, read.position)

    def learnt(self, games: int, *place: Any, **more: Any) -> dict[str, Any]:
        """A small model that has learnt from so many games played at random from a place on (``lesson_models``). Takes
        also ``seed``, ``left_out`` (numbers of counts), ``against`` and ``order``."""
        asked: dict[str, Any] = {
            name: more.pop(name) for name in ("seed", "left_out", "against", "order") if name in more
        }
        return lesson_models.learnt(
            json.loads(_asked(*place, **more)), {"games": games, **asked}, self._think, self._patience()
        )

    def terms(self, *place: Any, **more: Any) -> tuple[Term, ...]:
        """The parts of the game's evaluation for the seat to move, each with ``title``, ``value`` and ``help``; raises
        ``KeyError`` where the game has none."""
        read = _read(*place, **more)
        strength = knowledge.of(read.rules).strength
        if strength is None:
            raise KeyError(f"nobody knows how to score {read.rules.spec.id} part by part")
        return strength.terms(read.position, read.rules.to_move(read.position))

    def wins(self, *place: Any, **more: Any) -> list[str]:
        """The texts of the moves that win at once."""
        read = _read(*place, **more)
        seat = read.rules.to_move(read.position)
        return [text for text, after in _replies(read) if wins(read.rules, after, seat)]

    def safe(self, *place: Any, **more: Any) -> list[str]:
        """The texts of the moves that neither lose at once nor let the next seat win with its reply."""
        read = _read(*place, **more)
        seat = read.rules.to_move(read.position)
        return [text for text, after in _replies(read) if not exposes(read.rules, after, seat)]

    @staticmethod
    def uniform(branching: int, plies: int, best_first: bool = True) -> str:
        """A tree with so many moves at every node, as it is typed: the best for the mover first, or last, and each of
        the others worse than the one before. Static values are those that a search to the end finds."""

        def node(value: int, ply: int) -> str:
            side, sign = ("a", -1) if ply % 2 == 0 else ("o", 1)
            if ply == plies:
                return f"{side} {value}"
            below = [node(value + sign * place, ply + 1) for place in range(branching)]
            return f"{side} {value} ( {' '.join(below if best_first else reversed(below))} )"

        return node(0, 0)

    def moves(self, *place: Any, **more: Any) -> list[str]:
        return [text for text, _ in _replies(_read(*place, **more))]

    def returns(self, *place: Any, **more: Any) -> tuple[float, ...]:
        """What the end of a game is worth to each seat; raises ``KeyError`` where it goes on."""
        read = _read(*place, **more)
        found = read.rules.returns(read.position)
        if found is None:
            raise KeyError(f"{read.rules.spec.id} goes on after {list(read.prelude)}")
        return found

    def told(self, game: str, position: str = "", **more: Any) -> list[list[str]]:
        """The texts of the moves that were played as each seat, and last a watcher, may know them, a list for each."""
        read = _read(game, position, **more)
        here, rules = read.first, read.rules
        found = []
        for text in read.prelude:
            move = rules.require(here, text)
            seats = [*range(rules.seats_at(here)), None]
            found.append([rules.move_text_for(here, move, seat) for seat in seats])
            here = rules.play(here, move)
        return found

    def match(self, elo: int, elo0: int = 0, elo1: int = 30, seed: int = 0, draws: float = 0.3) -> dict[str, Any]:
        """A sequential test on games drawn from a true difference (``lesson_trials.run``)."""
        return lesson_trials.run(elo, draws, seed, elo0, elo1)

    def verdicts(self, elo: int, elo0: int = 0, elo1: int = 30, tests: int = 100) -> dict[str, float]:
        """How so many such tests end (``lesson_trials.errors``)."""
        return lesson_trials.errors(elo, elo0, elo1, tests)

    def interval(self, wins: int, draws: int, losses: int) -> tuple[float, float]:
        """The measured difference in Elo and half the width of its 95 % interval, of at least one game."""
        lead, error = Score(wins, draws, losses).elo
        return float(lead or 0), float(error or 0)

    @staticmethod
    def table(game: str, patterns: Sequence[str], options: Mapping[str, Any] | None = None) -> lesson_tables.Tabled:
        """A table of all positions that follow from those of some patterns (``lesson_tables``)."""
        return lesson_tables.table(game, tuple(patterns), json.dumps(options or {}))

    @staticmethod
    def grown(
        game: str, opened: int = 24, depth: int = 3, options: Mapping[str, Any] | None = None
    ) -> lesson_books.Grown:
        """A small opening book that is made for the lesson (``lesson_books``)."""
        return lesson_books.grown(game, json.dumps(options or {}), opened, depth)

    def book(self, game: str, position: str = "", **place: Any) -> dict[str, Any]:
        """What the program's own books have of a position (``lesson_books.own``)."""
        return lesson_books.own(game, _read(game, position, **place).position)

    def code(self, search: str) -> list[str]:
        """The pseudo-code of a search, a line each."""
        found = pseudocode.CODES.get(search)
        return list(found.lines) if found is not None else []

    def view(self, *place: Any, **more: Any) -> dict[str, Any]:
        """What a board draws, as the seat to move sees it; an exercise's board is made of it."""
        read = _read(*place, **more)
        seat, game = read.rules.to_move(read.position), read.rules.spec.id
        return {"game": game, "view": read.rules.view(read.position, seat), "seat": seat, "options": read.options}


def ranking(body: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """The moves of a position in the game's own order with their parts, and the options that the order has; raises a
    refusal. ``lowest`` says that the lowest score is the best here."""
    read = read_position(
        {name: body[name] for name in ("game", "options", "position", "moves") if name in body}, looked_at=True
    )
    rules, position = read.rules, read.position
    ordering = knowledge.of(rules).ordering
    return {
        "ranked": [
            {
                "text": rules.move_text(position, each.move),
                "rank": _number(each.rank),
                "parts": {name: _number(value) for name, value in each.parts.items()},
            }
            for each in ranked_moves(rules, position, dict(settings))
        ],
        "options": [option.as_json() for option in ordering.options] if ordering is not None else [],
        "lowest": bool(ordering is not None and ordering.lowest_first(position)),
    }


def _replies(read: Reading) -> list[tuple[str, Any]]:
    """Each legal move's text and the position after it."""
    rules, position = read.rules, read.position
    return [(rules.move_text(position, move), rules.play(position, move)) for move in rules.legal_moves(position)]


def _asked(
    game: str, position: str = "", options: Mapping[str, Any] | None = None, moves: str | Sequence[str] = ()
) -> str:
    texts = [moves] if isinstance(moves, str) and moves else list(moves)
    return json.dumps({"game": game, "position": position, "options": options or {}, "moves": texts})


def _read(*place: Any, **more: Any) -> Reading:
    return read_position(json.loads(_asked(*place, **more)), looked_at=True)


@lru_cache(_KEPT)
def _searched(asked: str, search: str, settings: str, seed: int) -> Searched:
    read = read_position(json.loads(asked), looked_at=True)
    trace = find_search(search).record(
        read.rules, read.position, json.loads(settings), seed=seed, setup=read.options, most_nodes=MOST_NODES
    )
    return Searched(trace)
