"""What is wrong with what a function answered: the judges that an exercise may name, beside that of searches.

Each is given an ``Ask`` and gives back a ``Verdict``, or None where nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from plyground.core.exercising import Exercise
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.exercises.calls import CALLS_A_MOVE
from plyground.exercises.comparing import first_difference
from plyground.exercises.findings import near
from plyground.exercises.plain import apart, same, worded
from plyground.exercises.reference import Reference, Unfinished
from plyground.exercises.sentences import Sentences, listed, number
from plyground.exercises.situations import Situation
from plyground.exercises.watching import Watched
from plyground.search.teaching.two_sided import tree_size

_SPARE = 0.05
"""How much of the spread an error may lie above the smallest one."""
_DEEPEST = 5
_ROUNDS_A_MOVE = 5
"""Fewer may not tell a win from other moves."""


@dataclass(frozen=True)
class Verdict:
    """What is wrong: a sentence, the line of the file (0: none in particular), the node, and its kind."""

    sentence: str
    kind: str = "answer"
    line: int = 0
    node: int = 0


@dataclass
class Ask:
    """A run to judge. ``right()`` runs the reference on the same calls."""

    exercise: Exercise
    game: Game[Any, Any]
    situation: Situation
    watched: Watched
    run: Callable[[], Watched]

    @cached_property
    def right(self) -> Watched:
        """The reference's run on the same calls."""
        return self.run()

    @cached_property
    def reference(self) -> Reference:
        """The nodes of the run."""
        return Reference(self.game, self.situation.position, self.situation.options, self.watched)

    @property
    def tell(self) -> Sentences:
        """Places and values in words."""
        return Sentences(self.watched, self.reference, self.situation.task)

    def said(self, at: int) -> str:
        """A call in words."""
        return self.situation.calls[at].said or f"{self.exercise.function}(…)"

    def move(self) -> str | Verdict:
        """The move that was answered, or what is wrong with it."""
        given = worded(self.watched.answers[0])
        if given in self.reference.root.moves:
            return given
        return Verdict(_("Your answer is {told}, which is no legal move here.", told=given), "illegal")


def same_answers(ask: Ask) -> Verdict | None:
    """Each answer must be the reference's; for a search the first node that is not is told."""
    for at, (own, right) in enumerate(zip(ask.watched.answers, ask.right.answers, strict=True)):
        if same(own, right):
            continue
        found = first_difference(ask.watched, ask.right, ask.tell)
        if found is not None:
            return Verdict(found.sentence, "differs", found.line, found.node)
        where, told, exact = apart(own, right)
        facts = {"call": ask.said(at), "told": told, "right": exact, "field": where}
        if where:
            return Verdict(_("{call}: {field} is {told}; right is {right}.", **facts))
        return Verdict(_("{call} gave {told}; right is {right}.", **facts))
    return None


def same_members(ask: Ask) -> Verdict | None:
    """Each answer must be a list with what the reference's has, in any order."""
    for at, (own, right) in enumerate(zip(ask.watched.answers, ask.right.answers, strict=True)):
        facts = {"call": ask.said(at)}
        if "list" not in own:
            return Verdict(_("{call} gave {told}, which is no list.", told=worded(own), **facts))
        given, wanted = [worded(each) for each in own["list"]], [worded(each) for each in right["list"]]
        missed = [each for each in wanted if each not in given]
        more = [each for each in given if each not in wanted]
        if missed:
            return Verdict(_("{call} leaves out {missed}.", missed=listed(missed), **facts), "left_out")
        if more:
            return Verdict(_("{call} has {more}, which does not belong there.", more=listed(more), **facts), "more")
        if len(given) > len(set(given)):
            twice = [each for each in dict.fromkeys(given) if given.count(each) > 1]
            return Verdict(_("{call} has {twice} more than once.", twice=listed(twice), **facts), "twice")
    return None


def one_of(ask: Ask) -> Verdict | None:
    """Each answer must be among those that the reference accepts."""
    for at, (own, right) in enumerate(zip(ask.watched.answers, ask.right.answers, strict=True)):
        wanted = [worded(each) for each in right["list"]]
        if worded(own) not in wanted:
            return Verdict(
                _("{call} gave {told}; right is {right}.", call=ask.said(at), told=worded(own), right=listed(wanted))
            )
    return None


def covers(ask: Ask) -> Verdict | None:
    """Each answer must be accepted, and each that is accepted must come once, where there are calls enough for that."""
    wrong = one_of(ask)
    if wrong is not None:
        return wrong
    met = {worded(each) for each in ask.watched.answers}
    wanted = [worded(each) for each in ask.right.answers[0]["list"]]
    missed = [each for each in wanted if each not in met]
    few = len(ask.watched.answers) < CALLS_A_MOVE * len(wanted)
    if not missed or (few and len(met) > 1):
        return None
    sentence = _("In {count:,} calls it never chose {missed}.", count=len(ask.watched.answers), missed=listed(missed))
    return Verdict(sentence, "left_out")


def ordered(ask: Ask) -> Verdict | None:
    """The answer must be all legal moves, the best score for the mover first."""
    wrong = same_members(ask)
    if wrong is not None:
        return wrong
    root = ask.reference.root
    moves = [worded(each) for each in ask.watched.answers[0]["list"]]
    scores = [root.play(move).evaluate(root.seat) for move in moves]
    for one, other, high, low in zip(moves, moves[1:], scores, scores[1:], strict=False):
        if low > high and not near(low, high):
            facts = {"one": one, "high": number(high), "other": other, "low": number(low)}
            return Verdict(_("{one} ({high}) comes before {other} ({low}), which scores more.", **facts), "order")
    return None


def timed(ask: Ask) -> Verdict | None:
    """The move must be the best of a depth that the clock allows, and the clock must be kept."""
    move = ask.move()
    if isinstance(move, Verdict):
        return move
    situation, reference = ask.situation, ask.reference
    allowed = int(situation.calls[0].arguments[1]["clock"])
    played = sum(row.kind == "p" for row in ask.watched.rows)
    if played > allowed * 1.25 + 100:
        facts = {"played": played, "allowed": allowed}
        return Verdict(_("You played {played:,} moves, though time() was 0 after {allowed:,}.", **facts), "late")
    seat, root = reference.root.seat, reference.root
    counted, due = 0.0, 1
    for depth in range(1, _DEEPEST + 1):
        counted += tree_size(ask.game, situation.position, depth)[0]
        due = depth if counted <= allowed * 0.8 else due
    try:
        for depth in range(due, _DEEPEST + 1):
            exact = reference.exact(root, depth, seat)
            if near(reference.exact(root.play(move), depth - 1, seat), exact):
                return None
    except Unfinished:
        return None
    exact, value = reference.exact(root, due, seat), reference.exact(root.play(move), due - 1, seat)
    best: dict[str, Any] = {"move": move, "depth": due, "value": number(value), "exact": number(exact)}
    return Verdict(
        _("There was time for {depth} plies; there {move} is worth {value}, and the best move {exact}.", **best),
        "worse_move",
    )


def weights(ask: Ask) -> Verdict | None:
    """The weights must fit nearly as well as the best ones."""
    rows, results = (np.array(each, dtype=float) for each in ask.situation.calls[0].arguments)
    answer = ask.watched.answers[0]
    found = [each.get("number") for each in answer.get("list", ())]
    if len(found) != rows.shape[1] or any(each is None for each in found):
        facts = {"count": rows.shape[1], "told": worded(answer)}
        return Verdict(_("Give back a list of {count} weights, one for each column; yours is {told}.", **facts), "type")
    best = np.linalg.lstsq(rows, results, rcond=None)[0]
    with np.errstate(over="ignore"):  # of weights that grew without end
        least, own = (float(np.mean((rows @ each - results) ** 2)) for each in (best, np.array(found, dtype=float)))
    if own <= least + _SPARE * float(np.var(results)) + 1e-9:
        return None
    return Verdict(
        _("With your weights the mean squared error is {own:.4f}; {least:.4f} is possible.", own=own, least=least),
        "error",
    )


def wins(ask: Ask) -> Verdict | None:
    """The move must be legal, each move must have been tried, and a win that is there at once must be taken."""
    move = ask.move()
    if isinstance(move, Verdict):
        return move
    root = ask.reference.root
    tried = {ask.watched.nodes[int(row.more[0])][1] for row in ask.watched.rows if row.kind == "p" and row.node == 0}
    missed = [each for each in root.moves if each not in tried]
    if missed:
        return Verdict(_("You never tried {missed}.", missed=listed(missed)), "left_out")
    ends = {each: root.play(each).returns for each in root.moves}
    won = [each for each, returns in ends.items() if returns is not None and returns[root.seat] > 0]
    few = int(ask.situation.calls[0].arguments[1]) < _ROUNDS_A_MOVE * len(ends)
    if not won or move in won or few or ask.game.spec.graded:
        return None
    return Verdict(_("You chose {move}; {won} wins at once.", move=move, won=listed(won)), "worse_move")


VERDICTS: Mapping[str, Callable[[Ask], Verdict | None]] = {
    "same": same_answers,
    "members": same_members,
    "one_of": one_of,
    "covers": covers,
    "ordered": ordered,
    "timed": timed,
    "weights": weights,
    "wins": wins,
}
"""By the name that an exercise gives."""
