"""Puts into words where a search went wrong: one sentence with the place, the moves and the values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from plyground.core.exercising import Task
from plyground.core.messages import _, figure, ngettext
from plyground.exercises.findings import UNSET, Finding
from plyground.exercises.reference import Reference
from plyground.exercises.watching import Watched

_MANY = 6


class Sentences:
    """Tells the findings of one run."""

    def __init__(self, watched: Watched, reference: Reference, task: Task) -> None:
        self._watched, self._reference, self._task = watched, reference, task
        self._names = [reference.game.spec.seat_name(seat) for seat in range(len(self._seats()))]

    def _seats(self) -> Sequence[int]:
        return range(self._reference.game.seats_at(self._reference.root.at))

    def tell(self, finding: Finding) -> str:
        """The sentence of a finding."""
        turned = self._turned(finding)
        known = {
            "place": self.place(finding.node),
            "mover": self._names[self._reference.state(finding.node).seat],
            "who": self._names[self._task.seat] if finding.sign > 0 else self._other(),
        }
        for name, value in turned.items():
            if isinstance(value, float):
                known[name] = number(value)
            elif name == "missed":
                known[name] = listed(value)
            elif name == "values":
                known[name] = ", ".join(f"{move} {number(worth)}" for move, worth in value[:_MANY])
                known[name] += ", …" if len(value) > _MANY else ""
            elif name == "parent":
                known[name] = self.place(value)
            else:
                known[name] = value
        said = _SENTENCES[finding.kind]
        return said(turned, known) if callable(said) else _(said, **known)

    def _other(self) -> str:
        return ", ".join(name for seat, name in enumerate(self._names) if seat != self._task.seat)

    def place(self, node: int) -> str:
        """A node within a sentence: the root, or the moves that lead to it."""
        if node <= 0:
            return _("the root")
        path = self._watched.path(node)
        return _("the position after {moves}", moves=", ".join(path if len(path) <= _MANY else ("…", *path[-_MANY:])))

    def _turned(self, finding: Finding) -> dict[str, Any]:
        """The facts as the function sees them: of the other side, bounds change places."""
        facts = dict(finding.facts)
        if finding.sign > 0:
            return facts
        for low, high in (("alpha", "beta"), ("low", "high")):
            if low in facts:
                facts[low], facts[high] = -facts[high], -facts[low]
        for name in ("told", "score", "best", "exact", "bound", "value"):
            if isinstance(facts.get(name), float):
                facts[name] = -facts[name]
        if "values" in facts:
            facts["values"] = [(move, -worth) for move, worth in facts["values"]]
        if "own" in facts:
            facts["own"] = not facts["own"]
        return facts


def number(value: float) -> str:
    """A value, or a bound that is not set."""
    if abs(value) >= UNSET:
        return "∞" if value > 0 else "−∞"
    return figure(value)


def listed(moves: Sequence[str]) -> str:
    """Some moves, and how many more there are."""
    if len(moves) <= _MANY:
        return ", ".join(moves)
    return _("{moves} and {count:,} more", moves=", ".join(moves[:_MANY]), count=len(moves) - _MANY)


def _by_side(high: str, low: str) -> Callable[[Mapping[str, Any], Mapping[str, Any]], str]:
    """One sentence where the mover takes the highest value, another where the lowest."""

    def said(facts: Mapping[str, Any], known: Mapping[str, Any]) -> str:
        sentence = high if facts["own"] else low
        return _(sentence, **known)

    return said


def _early(facts: Mapping[str, Any], known: Mapping[str, Any]) -> str:
    left = ngettext("{count:,} ply is left", "{count:,} plies are left", facts["left"])
    moves = ngettext("there is {count:,} move", "there are {count:,} moves", facts["moves"])
    return _("You looked no further at {place}, though {left} and {moves}.", **{**known, "left": left, "moves": moves})


_SENTENCES: Mapping[str, str | Callable[[Mapping[str, Any], Mapping[str, Any]], str]] = {
    "leaf_side": _("At {place} you gave back {told}: that is the score of the other side. For {who} it is {score}."),
    "leaf_end": _("The game is over at {place}, which is worth {score} for {who}; you gave back {told}."),
    "leaf": _("At {place}, where the search ends, the score for {who} is {score}; you gave back {told}."),
    "early": _early,
    "early_pass": _("You looked no further at {place}, where one move alone is legal; the game goes on after it."),
    "went_on": _("The game is over at {place}, but your search went on there."),
    "deep": _("You looked at {place}, which lies beyond the {plies} plies that were asked for."),
    "astray": _(
        "While you looked at {parent} you came to {place}, which no move from there leads to: a move "
        "was not taken back, "
        "or was made on a state that is not that node’s."
    ),
    "stale": _(
        "While you looked at {parent} you made a move in {place}: a move was not taken back, or the state was replaced."
    ),
    "nothing": _("At {place} your function gave back nothing (None): on some way through it there is no return."),
    "no_value": _("At {place} your function gave back {told}, and not a value."),
    "left_out": _("At {place} you did not look at {missed}."),
    "cut_in_minimax": _(
        "At {place} you left out {missed}. That does not change the value here, but minimax looks at every move."
    ),
    "unsound_cut": _by_side(
        _("At {place} you stopped after {after}, though {best} is still below beta, {beta}: {missed} may be better."),
        _("At {place} you stopped after {after}, though {best} is still above alpha, {alpha}: {missed} may be lower."),
    ),
    "wrong_bound": _by_side(
        _(
            "At {place} you stopped after {after}, because {best} does not pass alpha, {alpha}. {mover} "
            "takes the highest "
            "value here: only beta, {beta}, ends the search of the moves."
        ),
        _(
            "At {place} you stopped after {after}, because {best} does not pass beta, {beta}. {mover} takes the lowest "
            "value here: only alpha, {alpha}, ends the search of the moves."
        ),
    ),
    "unsound_window": _(
        "At {place} you stopped after {after} with {best}, for you handed down the bounds {low} and "
        "{high}; but all that is "
        "sure above it is alpha {alpha} and beta {beta}."
    ),
    "swapped_bounds": _(
        "At {place} alpha is {low} and beta {high}: the bounds were handed down in the wrong places, so "
        "you stopped after "
        "{after}."
    ),
    "wrong_choice": _by_side(
        _("At {place} {mover} takes the highest value, {best}; you took the lowest, {told}. The moves: {values}."),
        _("At {place} {mover} takes the lowest value, {best}; you took the highest, {told}. The moves: {values}."),
    ),
    "no_negation": _(
        "At {place} you took the values of the moves as they came, and gave back {told}. Each was seen "
        "by the side that moves "
        "after it: turn its sign round. For {who} the moves are worth {values}, so the node {best}."
    ),
    "wrong_sign": _("At {place} you gave back {told}, with the sign turned round: it is {best} for {who}."),
    "wrong_sign_choice": _(
        "At {place} you gave back {told}; the moves are worth {values} for {who}, so the node is worth "
        "{best}. Are the sign and "
        "the choice the other side’s?"
    ),
    "last": _("At {place} you gave back {told}, the value of the last move, and not of the best. The moves: {values}."),
    "first": _(
        "At {place} you gave back {told}, the value of the first move, and not of the best. The moves: {values}."
    ),
    "mean": _(
        "At {place} you gave back {told}; the moves are not added up, the best counts: {best}. The moves: {values}."
    ),
    "floor": _(
        "At {place} you gave back {told}, but no move is worth that. The moves: {values}. With which "
        "value does your search "
        "for the best begin?"
    ),
    "combined": _(
        "At {place} the moves are worth {values} for {who}, so the node is worth {best}; you gave back {told}."
    ),
    "bound_as_exact": _(
        "At {place} you took {told} from your table as the value. The earlier search had been cut, so "
        "it was only a bound."
    ),
    "shallow_entry": _(
        "At {place} you took {told} from your table, but that entry saw fewer plies than the {left} that are left here."
    ),
    "answer": _("Your answer is {told}; the value is {exact}."),
    "unseen": _("Your answer is {told}; the value is {exact}. You scored nothing below the move {move}."),
    "no_number": _("Your function gave back {told}, which is no number."),
    "no_move": _("Your function gave back {told}, which is no move."),
    "illegal": _("Your answer is the move {move}, which is not legal here."),
    "worse_move": _("You chose {move}, which is worth {value}; the best move is worth {exact}."),
    "twice": _("You searched {place} twice with the same bounds; once is enough."),
    "no_cut": _by_side(
        _(
            "At {place} you went on after {after}, though {best} is above {bound}, which the other side has "
            "already elsewhere."
        ),
        _(
            "At {place} you went on after {after}, though {best} is below {bound}, which the other side has "
            "already elsewhere."
        ),
    ),
}
"""By the kind of a finding: a sentence, or what makes it of the facts and of the words for them."""
