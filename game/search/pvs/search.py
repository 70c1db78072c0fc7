"""The fast search for two-sided games as Python calls it: iterative deepening over the compiled kernels.

Each iteration looks one ply deeper than the last and begins with its best move, in a narrow window around its score
that is opened where the score falls outside. A stopped search answers with its last finished iteration, or with a move
that the unfinished one has shown to be better once that had searched the old best move again: so it answers no worse.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bot import Kind, Limits
from plyground.core.game import Game, KernelGame
from plyground.search import running
from plyground.search.pvs import contract, places, roots, table
from plyground.search.pvs.contract import SURE, WIN

MOST_PLIES = 128
_DEEPEST_ITERATION = 100
_QUIET_PLIES = 8
_WINDOW, _WIDENING, _WIDEST = 60, 3, 3000
_FIRST_NARROW = 4
_ALONE = 1000
"""How many positions one thread analyses before others begin: Python between two short iterations holds all up."""
_ENDLESS = 1 << 62
_FINISHING = Limits(nodes=20_000)


@dataclass(frozen=True)
class Settings:
    """How to search. ``blind`` sees neither threats nor forcing moves nor what is known without a search. The others
    are the ideas that make the search quicker or see further, each of which can be left out: the table of positions,
    killers, history, null windows behind a first move, a narrow window at the root, late move reductions, forcing moves
    beyond the horizon, null moves, shallow searches in the place of deep ones where these are surely (by ``confidence``
    standard deviations) beyond the window, and an estimate far above it in the place of a search near the horizon,
    these three only where the game says how; and near the horizon late moves are left out."""

    blind: bool = False
    remembering: bool = True
    killers: bool = True
    history: bool = True
    scouting: bool = True
    aspiration: bool = True
    reducing: bool = True
    quiescence: bool = True
    null_move: bool = True
    probcut: bool = True
    futility: bool = True
    pruning: bool = True
    confidence: float = 1.1


EXACT = Settings(reducing=False, null_move=False, probcut=False, futility=False, pruning=False)
"""What looks at every move that could matter: for exact answers."""


@dataclass(frozen=True)
class Line:
    """A root move with the play that follows: ``moves`` begins with it. ``score`` is as in ``contract``, for the seat
    to move at the root. ``sure`` says that the score rests on ends of the game alone."""

    moves: tuple[int, ...]
    score: int
    kind: Kind
    sure: bool

    @property
    def plies(self) -> int | None:
        """After how many plies the game is won or lost for certain, None if that is not known."""
        return WIN - abs(self.score) if abs(self.score) >= SURE else None


@dataclass(frozen=True)
class Finding:
    """What a search has found. ``lines`` holds the best lines, the best first; none if it was stopped before it had
    valued a move: then ``moves``, the root's moves as they look at first sight, have the one to play. ``depth`` is that
    of the last finished iteration, ``deepest`` the deepest ply seen, ``changed`` how often the best move has changed
    since the first iteration."""

    lines: tuple[Line, ...]
    moves: tuple[int, ...]
    depth: int = 0
    nodes: int = 0
    deepest: int = 0
    changed: int = 0

    @property
    def move(self) -> int:
        """The move to play."""
        return self.lines[0].moves[0] if self.lines else self.moves[0]

    @property
    def ended(self) -> bool:
        """Whether looking deeper would change nothing: the scores of all lines are sure."""
        return bool(self.lines) and all(line.sure for line in self.lines)


def fits(game: Game[Any, Any]) -> bool:
    """Whether this search can play the game: two sides, positions that can be scored, and, where an end counts by its
    returns, scores of ends."""
    return isinstance(game, KernelGame) and all(_fits(game, kind) for kind in game.position_classes)


def _fits(game: Game[Any, Any], kind: type) -> bool:
    if kernels.has(contract.static, kind):
        return True
    ends = kernels.has(contract.final, kind) or not game.spec.graded
    return ends and game.spec.two_sided and kernels.has(kernels.evaluate, kind)


def search(
    game: KernelGame[Any],
    position: Any,
    weights: Any,
    limits: Limits | None = None,
    report: Callable[[Finding], None] | None = None,
    memory: dict[str, Any] | None = None,
    best_lines: int = 1,
    settings: Settings | None = None,
    rng: random.Random | None = None,
    enough: Callable[[Finding], bool] | None = None,
    threads: int = 1,
) -> Finding:
    """The best lines of an unfinished position with two sides.

    ``limits`` may stop the search and bound its positions (exactly) and its depth. ``report`` gets what is found so
    far, about four times a second; ``enough`` is asked after each iteration whether to stop. ``memory`` is the game's
    own. ``rng`` decides in which order moves come that look alike at first sight; without it, it is the game's. With a
    limit of positions nothing is taken over from earlier searches: the same question has the same answer everywhere.

    ``threads`` search the position side by side, as long as nobody else wants their processors; with a limit of
    positions it is one. Each deepens by itself, finds in the common table what the others have found, and puts off what
    another is searching (Kerrigan's simplified ABDADA, after Weill, 1996). All that is told is the first one's, but
    that the positions of all are counted, and that at last whoever has looked deeper than the first has the answer.
    """
    limits = (limits or Limits()).started()
    settings = settings or Settings()
    nodes = limits.nodes
    with table.lent(table.groups_for(nodes), memory if nodes is None else None) as lent:
        helpers = 0 if nodes is not None or not settings.remembering else threads - 1
        works = [_Work(game, position, weights, limits, settings, best_lines, lent) for _ in range(1 + helpers)]
        first = works[0]
        first.order(rng)
        if helpers:
            lent.words[-places.MARKS :] = 0
            for work in works:
                work.state[places.SHARING] = 1

        def so_far() -> Finding:
            found = first.so_far()
            others = sum(int(work.state[places.NODES]) for work in works[1:])
            return replace(found, nodes=found.nodes + others)

        def told() -> None:
            if running.crowded():
                for work in works[1:]:
                    work.state[places.STOP] = 1
            if report is not None:
                report(so_far())

        others = [partial(work.follow, first) for work in works[1:]]
        with running.beside(others, [work.state for work in works[1:]]) as threads_beside:
            asked = None if enough is None else lambda found: enough(so_far())
            silent = report is None and not helpers
            try:
                running.run(lambda: first.deepen(asked), first.state, limits, None if silent else told, threads_beside)
            finally:
                first.under_way.set()
        first.finding = max((work.finding for work in works), key=lambda found: found.depth)
        first.finish_lines()
        return so_far()


class _Work:
    """The arrays and the progress of one search."""

    def __init__(
        self,
        game: KernelGame[Any],
        position: Any,
        weights: Any,
        limits: Limits,
        settings: Settings,
        best_lines: int,
        lent: table.Table,
    ) -> None:
        most = game.spec.most_moves
        self.game, self.position, self.weights = game, position, weights
        self.lent, self.words = lent, lent.words
        self.state = np.zeros(places.STATE_SIZE, dtype=np.int64)
        self.buffers = np.zeros((MOST_PLIES, 2, most), dtype=np.int32)
        self.plies = np.zeros((MOST_PLIES, places.LINE + MOST_PLIES), dtype=np.int32)
        self.plies[:, places.KILLER : places.OTHER_KILLER + 1] = places.NO_MOVE
        self.settings = settings
        self.depth_limit = min(limits.depth or _DEEPEST_ITERATION, _DEEPEST_ITERATION)
        self._fill_state(limits, settings, lent)
        self.count = int(roots.rated_root(position, weights, self.buffers))
        self.best_lines = min(best_lines, self.count)
        self.rows = np.zeros((self.count, places.MOVE_LINE + MOST_PLIES), dtype=np.int64)
        self.rows[:, places.MOVE] = self.buffers[0, 0, : self.count]
        self.finding = Finding((), ())
        self.under_way = threading.Event()

    def _fill_state(self, limits: Limits, settings: Settings, lent: table.Table) -> None:
        state, kind = self.state, type(self.position)
        state[places.LIMIT] = limits.nodes or _ENDLESS
        state[places.EPOCH] = lent.stamp
        state[places.MASK] = lent.groups - 1
        state[places.LAST] = MOST_PLIES - 2
        # Without an order of its own a game's late moves are no worse than its early ones.
        ordered = kernels.has(contract.rate, kind) or kernels.has(kernels.rank, kind)
        state[places.BLIND] = settings.blind
        state[places.QUIESCENT] = kernels.has(contract.forcing, kind) or not settings.quiescence
        state[places.SELECTIVE] = kernels.has(contract.candidates, kind)
        state[places.QUIET_PLIES] = _QUIET_PLIES if settings.quiescence and not settings.blind else 0
        state[places.REMEMBERING] = settings.remembering
        state[places.KILLING], state[places.LEARNING] = settings.killers, settings.history
        state[places.SCOUTING] = settings.scouting
        state[places.PASSING] = settings.null_move and kernels.has(contract.null_move, kind)
        state[places.PROBING] = settings.probcut and kernels.has(contract.probcut, kind)
        # Where shallow searches cut, reductions besides gained nothing (Othello's ``probcut`` names the matches).
        late = ordered and not state[places.PROBING]
        state[places.REDUCING], state[places.PRUNING] = settings.reducing and late, settings.pruning and late
        state[places.TRUSTING] = settings.futility and kernels.has(contract.swing, kind)
        state[places.CONFIDENCE] = round(100 * settings.confidence)
        state[places.PASSED_AT] = -1
        state[places.REDUCTIONS : places.HISTORY] = places.reductions()

    def order(self, rng: random.Random | None) -> None:
        """Put the root's moves into the order in which they look good; equals are shuffled, if there is an ``rng``."""
        rates = self.buffers[0, 1, : self.count].astype(np.int64)
        chance = list(range(self.count))
        if rng is not None:
            rng.shuffle(chance)
        self.rows = self.rows[np.lexsort((np.array(chance), -rates))]
        self.finding = Finding((), tuple(self.rows[:, places.MOVE].tolist()))

    def so_far(self) -> Finding:
        """What has been found."""
        return replace(self.finding, nodes=int(self.state[places.NODES]), deepest=int(self.state[places.DEEPEST]))

    def deepen(self, enough: Callable[[Finding], bool] | None) -> None:
        """Search deeper and deeper until stopped, or until there is nothing more to find."""
        depth = 0
        while depth < self.depth_limit and self._iterate(depth + 1):
            depth += 1
            if self.state[places.NODES] >= _ALONE:
                self.under_way.set()
            if self.finding.ended or (enough is not None and enough(self.so_far())):
                return

    def follow(self, first: _Work) -> None:
        """Search beside the first thread, once that is under way, until stopped: what it searches next, if this one is
        not ahead of it."""
        first.under_way.wait()
        depth = 0
        while True:
            if first.finding.depth >= depth:
                depth, self.finding = first.finding.depth, first.finding
                self.rows[:, places.MOVE] = first.rows[:, places.MOVE]
            depth += 1
            if depth > self.depth_limit or self.finding.ended or not self._iterate(depth):
                return

    def _iterate(self, depth: int) -> bool:
        """One iteration; False if it was stopped."""
        before, found = self.finding, list[Line]()
        self.state[places.HORIZON] = min(2 * depth, MOST_PLIES)
        for number in range(self.best_lines):
            line = self._line(number, depth)
            if line is None:
                if number > 0 and found:  # a better first line is worth having without the others
                    self._keep(before, [found[0], *self._others(before, found[0])], before.depth)
                return False
            found.append(line)
        found.sort(key=lambda line: -line.score)
        for number, line in enumerate(found):
            self._to_front(int(np.flatnonzero(self.rows[:, places.MOVE] == line.moves[0])[0]), number)
        self._keep(before, found, depth)
        if depth == 1 and self.best_lines == 1:
            order = np.argsort(-self.rows[1:, places.SCORE], kind="stable")
            self.rows[1:] = self.rows[1:][order]
        return True

    def _keep(self, before: Finding, lines: list[Line], depth: int) -> None:
        changed = bool(before.lines) and before.lines[0].moves[0] != lines[0].moves[0]
        self.finding = replace(before, lines=tuple(lines), depth=depth, changed=before.changed + changed)

    def _others(self, before: Finding, first: Line) -> list[Line]:
        """The other lines of the last iteration once its best is ``first``."""
        # Looked at less deeply, they may have seemed better than what this iteration knows to be the best.
        others = [
            line if line.sure else replace(line, score=min(line.score, first.score))
            for line in before.lines
            if line.moves[0] != first.moves[0]
        ]
        return others[: self.best_lines - 1]

    def _line(self, number: int, depth: int) -> Line | None:
        """The best line among the moves that are not yet in a line of this iteration; None if it was stopped."""
        score = self._expected(number)
        narrow = self.settings.aspiration and score is not None and depth >= _FIRST_NARROW
        reach = _WINDOW if narrow else places.INFINITE
        low = high = reach
        each = int(depth == 1 and self.best_lines == 1)
        while True:
            alpha = -places.INFINITE if score is None or low > _WIDEST else score - low
            beta = places.INFINITE if score is None or high > _WIDEST else score + high
            best = self._pass(number, depth, alpha, beta, each)
            row, stopped = int(self.state[places.BEST]), self.state[places.STOP] != 0
            if row >= 0:
                kind: Kind = "at_least" if best >= beta else "exact"
                line = self._read(row, kind)
                self._to_front(row, number)
                if number == 0 and (stopped or best >= beta):
                    others = self._others(self.finding, line)
                    self._keep(self.finding, [line, *others], self.finding.depth)
            if stopped:
                return None
            if alpha < best < beta:
                return line
            if best <= alpha:
                low = low * _WIDENING if best > -SURE else places.INFINITE
            else:
                high = high * _WIDENING if best < SURE else places.INFINITE

    def _expected(self, number: int) -> int | None:
        """What the last iteration had for the line of this number."""
        lines = self.finding.lines
        if number >= len(lines) or abs(lines[number].score) >= SURE:
            return None
        return lines[number].score

    def _pass(self, begin: int, depth: int, alpha: int, beta: int, each: int) -> int:
        return int(
            roots.search_root(
                self.position, alpha, beta, depth, begin, self.count, each, self.rows, self.weights, self.words,
                self.buffers, self.plies, self.state,
            )
        )  # fmt: skip

    def _read(self, row: int, kind: Kind) -> Line:
        values = self.rows[row]
        length, score = int(values[places.MOVE_LENGTH]), int(values[places.SCORE])
        moves = tuple(values[places.MOVE_LINE : places.MOVE_LINE + length].tolist())
        stopped = bool(self.state[places.STOP])
        won = score >= SURE
        lost = score <= -SURE and not stopped
        certain = bool(values[places.MOVE_CERTAIN]) and kind == "exact" and not stopped
        return Line(moves, score, kind, won or lost or certain)

    def _to_front(self, row: int, place: int) -> None:
        """Move a root move before those from ``place`` on, which keep their order."""
        if row > place:
            order = [*range(place), row, *range(place, row), *range(row + 1, self.count)]
            self.rows[:] = self.rows[order]

    def finish_lines(self) -> None:
        """Lead lines with a sure score to the end of the game where they stop at a position that needed no search."""
        self.finding = replace(self.finding, lines=tuple(self._finished(line) for line in self.finding.lines))

    def _finished(self, line: Line) -> Line:
        """The line, longer if it was possible; what that takes is not counted as searched."""
        moves, end = line.moves, self.position
        if not line.sure:
            return line
        for move in moves:
            end = self.game.play(end, move)
        while self.game.returns(end) is None and len(moves) < self.game.spec.longest:
            more = _Work(self.game, end, self.weights, _FINISHING, self.settings, 1, self.lent)
            more.deepen(None)
            if not more.finding.ended:
                break
            for move in more.finding.lines[0].moves:
                end = self.game.play(end, move)
            moves += more.finding.lines[0].moves
        return replace(line, moves=moves)
