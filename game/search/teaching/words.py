"""Puts the steps of a trace into words: a short and a long sentence for each, every value from a named side's view."""

from __future__ import annotations

import math
from collections.abc import Callable

from plyground.core.messages import _, ngettext
from plyground.search.teaching.phrases import (
    MANY,
    bound,
    counted_moves,
    move,
    mover,
    named,
    number,
    place,
    value,
    viewer,
)  # fmt: skip
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import Step, Trace

__all__ = ["move", "mover", "named", "number", "place", "sentence", "sentences", "value", "viewer"]


def sentence(trace: Trace, at: int, long: bool = False) -> str:
    """The sentence of a step; the long form says why as well."""
    return sentences(trace, range(at, at + 1))["long" if long else "short"][0]


def sentences(trace: Trace, steps: range) -> dict[str, list[str]]:
    """The ``short`` and the ``long`` sentences of these steps."""
    says = {**_SAY, **search(trace.head.search).says}
    said = [says[trace.steps[at].kind](trace, trace.steps[at]) for at in steps]
    return {
        "short": [short for short, _more in said],
        "long": [_("{what} {why}", what=short, why=more) if more else short for short, more in said],
    }


def _iteration(trace: Trace, step: Step) -> tuple[str, str]:
    plies = int(step.items[0]) if step.items else 0
    ahead = ngettext("It looks {count:,} ply ahead.", "It looks {count:,} plies ahead.", plies)
    return _("Iteration {number} begins.", number=step.number), ahead if plies else ""


def _enter(trace: Trace, step: Step) -> tuple[str, str]:
    here = _("Enter {place}.", place=place(trace, step.node))
    if step.reason == "again":
        here = _("The remembered line ends here: {place} is counted once more.", place=place(trace, step.node))
    if step.alpha is not None or step.beta is not None:
        handed = _("Alpha is {alpha} and beta {beta}, as handed down from above.",
                   alpha=bound(step.alpha), beta=bound(step.beta))  # fmt: skip
        return here, handed
    if trace.movers[step.node] < 0:
        return here, _("The game is over here.")
    return here, _("{mover} is to move.", mover=mover(trace, step.node))


_ORDERS = {
    "value": _("The most promising for the mover by static value comes first: {moves}."),
    "rank": _("The most promising by the game's own order comes first: {moves}."),
    "learnt": _("The most promising by what was learnt comes first: {moves}."),
    "line": _("The remembered line comes first: {moves}."),
    "hand": _("They stand as they were put by hand: {moves}."),
    "ascending": _("They stand in ascending order: {moves}."),
    "table": _("The move that the table remembers comes first: {moves}."),
    "killer": _("Killers come first, then the moves with the best history: {moves}."),
    "loud": _("Only moves that change the static value by more than the margin count: {moves}."),
}


def _children(trace: Trace, step: Step) -> tuple[str, str]:
    why = _ORDERS.get(step.reason, _("They stand as the game lists them: {moves}."))
    has = len(trace.families.get(step.node, step.items))
    short = _("{mover} has {moves}.", mover=mover(trace, step.node), moves=counted_moves(has))
    if len(step.items) < has:
        few = ngettext("{mover} has {moves}; {count} is looked at.", "{mover} has {moves}; {count} are looked at.",
                       len(step.items), mover=mover(trace, step.node), moves=counted_moves(has))  # fmt: skip
        return few, _(why, moves=named(trace, step.node, step.items))
    return short, _(why, moves=named(trace, step.node, step.items))


def _divide(trace: Trace, step: Step) -> tuple[str, str]:
    budget, count, each = (int(item) for item in step.items)
    share = _("Each of {moves} gets {share}.", moves=counted_moves(count), share=each)
    if step.reason == "root":
        sum_of = f"{budget} - {count} = {each}"
        return share, _("At the root the budget is not divided: {sum}.", sum=sum_of)
    sum_of = f"({budget} - {count}) // {count} = {each}"
    if each < 0:
        small = _("The budget {budget} is too small for {moves}.", budget=budget, moves=counted_moves(count))
        return small, _("{sum}: the node is scored.", sum=sum_of)
    return share, _("The budget is divided: {sum}.", sum=sum_of)


_LEAVES = {
    "over": _("The game is over here, so this is final."),
    "horizon": _("The search looks no further: this is the static value."),
    "budget": _("The budget allows no further look: this is the static value."),
    "static": _("Only its static value is looked at."),
    "nothing": _("It has no moves."),
    "quiet": _("No move changes the static value by more than the margin: the position is quiet."),
}


def _worth(trace: Trace, step: Step) -> str:
    return _("{place} is worth {value}.", place=place(trace, step.node, True), value=value(trace, step))


def _leaf(trace: Trace, step: Step) -> tuple[str, str]:
    return _worth(trace, step), _LEAVES.get(step.reason, "")


def _best(trace: Trace, step: Step) -> tuple[str, str]:
    short = _("Move {move} is the best so far: {value}.", move=move(trace, step.child), value=value(trace, step))
    return short, _("{mover} chooses at {place}.", mover=mover(trace, step.node), place=place(trace, step.node))


def _worse(trace: Trace, step: Step) -> tuple[str, str]:
    short = _("Move {move} improves nothing: {value}.", move=move(trace, step.child), value=value(trace, step))
    if step.items:
        known = {"move": trace.move_text(step.node, int(step.items[0])), "mover": mover(trace, step.node)}
        return short, _("The best so far for {mover} stays {move}.", **known)
    if trace.head.search == "quiescence":
        return short, _("Standing still is no worse for {mover}.", mover=mover(trace, step.node))
    return short, _("{mover} has found nothing better than the bound yet.", mover=mover(trace, step.node))


def _test(trace: Trace, step: Step) -> tuple[str, str]:
    alpha, beta = step.alpha, step.beta
    left = _("Still to be looked at: {moves}.", moves=named(trace, step.node, step.items))
    if alpha is None or math.isinf(alpha):
        return _("Nothing is cut: there is no alpha yet."), left
    if beta is None or math.isinf(beta):
        return _("Nothing is cut: there is no beta yet."), left
    return _("Nothing is cut: alpha {alpha} is below beta {beta}.", alpha=bound(alpha), beta=bound(beta)), left


def _bounded(trace: Trace, step: Step) -> tuple[str, str]:
    known = {
        "mover": mover(trace, step.node),
        "move": move(trace, step.child),
        "side": trace.head.seats[trace.head.seat],
    }
    if step.reason == "alpha":
        return _("Alpha rises to {bound}.", bound=bound(step.alpha)), _(
            "{mover} can choose {move} here, which makes this node worth at least that for {side}.", **known
        )
    return _("Beta falls to {bound}.", bound=bound(step.beta)), _(
        "{mover} can choose {move} here, which makes this node worth at most that for {side}.", **known
    )


_CUTS = {
    "alpha": _(
        "{moves}: alpha has passed beta: {mover} does so well here that the other side, which has something better "
        "for itself above, will not let it come to this{bounds}."
    ),
    "beta": _(
        "{moves}: beta has passed alpha: {mover} holds the value so low here that the other side, which has something "
        "better above, will not come here{bounds}."
    ),
    "alpha equal": _(
        "{moves}: alpha has reached beta: {mover} does so well here that the other side, which has something as good "
        "for itself above, gains nothing by letting it come to this{bounds}."
    ),
    "beta equal": _(
        "{moves}: beta has reached alpha: {mover} holds the value so low here that the other side, which has something "
        "as good above, gains nothing by coming here{bounds}."
    ),
    "best": _("{moves}: nothing can be better than what was found{bounds}."),
    "bound": _("{moves}: what is left can no longer change the choice{bounds}."),
    "window": _("{moves}: the window is closed, and what is left cannot open it again{bounds}."),
    "stand": _("{moves}: standing still is good enough already{bounds}."),
}


def _cut(trace: Trace, step: Step) -> tuple[str, str]:
    bounds = ""
    if step.alpha is not None and step.beta is not None:
        sign = "=" if step.alpha == step.beta else "≥" if step.reason not in ("alpha", "beta") else ">"
        bounds = f" ({bound(step.alpha)} {sign} {bound(step.beta)})" if step.alpha >= step.beta else ""
    cut = ngettext("Cut: {count:,} move is not looked at.", "Cut: {count:,} moves are not looked at.", len(step.items))
    moves = named(trace, step.node, step.items)
    equal = step.reason in ("alpha", "beta") and step.alpha == step.beta
    return cut, _(
        _CUTS[f"{step.reason} equal" if equal else step.reason],
        moves=moves,
        mover=mover(trace, step.node),
        bounds=bounds,
    )


def _value(trace: Trace, step: Step) -> tuple[str, str]:
    short = _worth(trace, step)
    if step.child >= 0:
        known = {"place": place(trace, step.node, True), "value": value(trace, step), "move": move(trace, step.child)}
        short = _("{place} is worth {value} by {move}.", **known)
    if step.closed:
        return short, _("Looking further cannot change this.")
    return short, "" if trace.head.search == "mcts" else _("It rests on static values at the horizon.")


_LISTS = {
    "open": (
        _("Move {move} is open{value}."),
        _("Its value is limited by the horizon, so it will be searched again."),
    ),
    "finished": (
        _("Move {move} is finished{value}."),
        _("Everything below it was seen to the end; it is never searched again."),
    ),
    "ceiling": (
        _("Move {move} has a ceiling{value}."),
        _("The other side has a finished reply that holds it to this, whatever else is below."),
    ),
    "asleep": (
        _("Move {move} sleeps{value}."),
        _("Its ceiling does not beat the best move, so it need not be searched."),
    ),
    "woken": (
        _("Move {move} wakes{value}."),
        _("The best move has sunk below its ceiling, so it is searched again."),
    ),
    "deleted": (
        _("Move {move} is deleted{value}."),
        _("A finished move reaches its ceiling, so it can never be needed again."),
    ),
    "losing": (
        _("Move {move} loses{value}."),
        _("It leads to the worst there is; the longest resistance is remembered."),
    ),
    "dropped": (
        _("Move {move} is deleted at once{value}."),
        _("Its ceiling does not beat the finished move, so it can never be needed."),
    ),
    "stopped": (
        _("Move {move} is left unfinished{value}."),
        _("The search was stopped here, and what it saw of this move is not used."),
    ),
}


def _file(trace: Trace, step: Step) -> tuple[str, str]:
    says, why = _LISTS[step.reason]
    known = "" if step.value is None else _(": {value}", value=value(trace, step))
    if step.number is None and step.reason == "open":
        why = _("This is its static value: nothing was searched yet.")
    return _(says, move=move(trace, step.node), value=known), why


def _select(trace: Trace, step: Step) -> tuple[str, str]:
    rows = [step.items[start : start + 4] for start in range(0, len(step.items), 4)]
    says = _("{move} {count} visits, mean {mean}, bound {bound}")
    if step.values:
        says = _("{move} {count} visits, mean {mean}, share {share}, bound {bound}")
    told = [
        _(says, move=trace.move_text(step.node, int(index)), count=int(visits), mean=number(mean), bound=bound(high),
          share=number(step.values[place_]) if step.values else "")
        for place_, (index, visits, mean, high) in enumerate(rows[:MANY])
    ]  # fmt: skip
    known = {"place": place(trace, step.node), "move": move(trace, step.child)}
    short = _("From {place} go to {move}, which has the highest bound.", **known)
    moves, *others = told
    for each in others:
        moves = _("{moves}; {move}", moves=moves, move=each)
    if len(rows) > MANY:
        return short, _("{moves}; and {count} more.", moves=moves, count=len(rows) - MANY)
    return short, _("{moves}.", moves=moves)


def _playout(trace: Trace, step: Step) -> tuple[str, str]:
    took = ngettext("It took {count:,} move.", "It took {count:,} moves.", step.number or 0)
    return _("A game is played from here to its end: {value}.", value=value(trace, step)), took


def _backup(trace: Trace, step: Step) -> tuple[str, str]:
    visits = ngettext("{count:,} visit", "{count:,} visits", step.number or 0)
    known = {"place": place(trace, step.node, True), "visits": visits, "value": value(trace, step)}
    return _("{place} has {visits}; its mean is {value}.", **known), ""


def _keep(trace: Trace, step: Step) -> tuple[str, str]:
    line = trace.line(step.node)
    known = {"move": line[-1], "moves": ", ".join(line[:-1]), "value": value(trace, step)}
    if len(line) > 1:
        short = _("When after {moves} also {move} is really made, its node becomes the root: {value}.", **known)
    else:
        short = _("When {move} is really made, its node becomes the root: {value}.", **known)
    return short, ngettext(
        "The tree is kept: {count:,} node is known below it, and nothing is searched again.",
        "The tree is kept: {count:,} nodes are known below it, and nothing is searched again.",
        step.number or 0,
    )


def _finished(trace: Trace, step: Step) -> tuple[str, str]:
    if step.child < 0:
        return _("Iteration {number} is finished.", number=step.number), ""
    known = {"number": step.number, "move": move(trace, step.child), "value": value(trace, step)}
    return _("Iteration {number} is finished. Move {move} is its choice: {value}.", **known), ""


def _stop(trace: Trace, step: Step) -> tuple[str, str]:
    entered = ngettext("{count:,} node was entered.", "{count:,} nodes were entered.", step.number or 0)
    return _("The search is stopped."), entered


def answer(trace: Trace, step: Step) -> tuple[str, str]:
    """What is said of an answer where a search has no words of its own."""
    if step.child < 0:
        return _("There is nothing to choose."), ""
    node, texts = 0, []
    for index in step.items:
        if node not in trace.families:
            break
        texts.append(trace.move_text(node, int(index)))
        node = trace.child(node, int(index))
    choice = _("The choice is {move}: {value}.", move=move(trace, step.child), value=value(trace, step))
    sure = _("This is final.") if step.closed else ""
    if not texts:
        return choice, sure
    line = _("The line: {moves}.", moves=", ".join(texts))
    return choice, _("{what} {why}", what=line, why=sure) if sure else line


_SAY: dict[str, Callable[[Trace, Step], tuple[str, str]]] = {
    "iteration": _iteration,
    "enter": _enter,
    "children": _children,
    "divide": _divide,
    "leaf": _leaf,
    "best": _best,
    "worse": _worse,
    "bound": _bounded,
    "test": _test,
    "cut": _cut,
    "value": _value,
    "file": _file,
    "select": _select,
    "playout": _playout,
    "backup": _backup,
    "keep": _keep,
    "finished": _finished,
    "stop": _stop,
    "answer": answer,
}
