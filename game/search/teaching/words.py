"""Puts the steps of a trace into words: a short and a long sentence for each, every value from a named side's view."""

from __future__ import annotations

import math
from collections.abc import Callable

from plyground.core.messages import _, ngettext
from plyground.search.teaching.scores import SURE, WIN
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import Step, Trace

_MANY = 6


def sentence(trace: Trace, at: int, long: bool = False) -> str:
    """The sentence of a step; the long form says why as well."""
    step = trace.steps[at]
    says = {**_SAY, **search(trace.head.search).says}
    short, more = says[step.kind](trace, step)
    return _("{what} {why}", what=short, why=more) if long and more else short


def number(value: float) -> str:
    """A value as people read it: a number, or a win or loss in so many plies."""
    if abs(value) < SURE:
        return _("{value:,.4g}", value=value) if value != int(value) else _("{value:,}", value=int(value))
    plies = WIN - abs(value)
    if math.isinf(value) or plies <= 0:
        return _("a win") if value > 0 else _("a loss")
    if value > 0:
        return ngettext("a win in {count:.0f} ply", "a win in {count:.0f} plies", plies)
    return ngettext("a loss in {count:.0f} ply", "a loss in {count:.0f} plies", plies)


def value(trace: Trace, step: Step) -> str:
    """The value of a step: its kind, the number and whose view; the vector of all seats where there is one."""
    if step.values:
        pairs = zip(trace.head.seats, step.values, strict=False)
        return ", ".join(f"{name} {number(each)}" for name, each in pairs)
    if step.value is None:
        return _("no value")
    known = {"number": number(step.value), "viewer": viewer(trace, step)}
    match step.sure:
        case "at_least":
            return _("at least {number} for {viewer}", **known)
        case "at_most":
            return _("at most {number} for {viewer}", **known)
        case "estimate":
            return _("about {number} for {viewer}", **known)
        case _exact:
            return _("{number} for {viewer}", **known)


def viewer(trace: Trace, step: Step) -> str:
    """The seat from whose view a step's value is."""
    if trace.head.view == "mover":
        seat = trace.movers[step.node]
        return trace.head.seats[seat if seat >= 0 else -1 - seat]
    return trace.head.seats[trace.head.seat]


def place(trace: Trace, node: int, first: bool = False) -> str:
    """A node in words, the ``first`` of a sentence or within it: the root, or the moves that lead to it."""
    if node <= 0:
        return _("The root") if first else _("the root")
    line = trace.line(node)
    shown = ", ".join(line if len(line) <= _MANY else ["…", *line[-_MANY:]])
    return _("The position after {moves}", moves=shown) if first else _("the position after {moves}", moves=shown)


def move(trace: Trace, node: int) -> str:
    """The move that leads to a node."""
    return trace.moves[node] if node > 0 else _("nothing")


def mover(trace: Trace, node: int) -> str:
    """Who moves at a node."""
    seat = trace.movers[node]
    return trace.head.seats[seat] if 0 <= seat < len(trace.head.seats) else _("nobody")


def named(trace: Trace, node: int, indices: tuple[float, ...]) -> str:
    """Moves of a node by their indices, the first few by name."""
    texts = ", ".join(trace.move_text(node, int(index)) for index in indices[:_MANY])
    more = len(indices) - _MANY
    return _("{moves} and {count} more", moves=texts, count=more) if more > 0 else texts


def _moves(count: int) -> str:
    return ngettext("{count:,} move", "{count:,} moves", count)


def _bound(bound: float | None) -> str:
    return _("none yet") if bound is None or math.isinf(bound) else number(bound)


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
                   alpha=_bound(step.alpha), beta=_bound(step.beta))  # fmt: skip
        return here, handed
    if trace.movers[step.node] < 0:
        return here, _("The game is over here.")
    return here, _("{mover} is to move.", mover=mover(trace, step.node))


_ORDERS = {
    "value": _("The most promising for the mover by static value comes first: {moves}."),
    "rank": _("The most promising by the game's own order comes first: {moves}."),
    "line": _("The remembered line comes first: {moves}."),
    "hand": _("They stand as they were put by hand: {moves}."),
    "ascending": _("They stand in ascending order: {moves}."),
}


def _children(trace: Trace, step: Step) -> tuple[str, str]:
    why = _ORDERS.get(step.reason, _("They stand as the game lists them: {moves}."))
    has = len(trace.families.get(step.node, step.items))
    short = _("{mover} has {moves}.", mover=mover(trace, step.node), moves=_moves(has))
    if len(step.items) < has:
        few = ngettext("{mover} has {moves}; {count} is looked at.", "{mover} has {moves}; {count} are looked at.",
                       len(step.items), mover=mover(trace, step.node), moves=_moves(has))  # fmt: skip
        return few, _(why, moves=named(trace, step.node, step.items))
    return short, _(why, moves=named(trace, step.node, step.items))


def _divide(trace: Trace, step: Step) -> tuple[str, str]:
    budget, count, each = (int(item) for item in step.items)
    share = _("Each of {moves} gets {share}.", moves=_moves(count), share=each)
    if step.reason == "root":
        sum_of = f"{budget} - {count} = {each}"
        return share, _("At the root the budget is not divided: {sum}.", sum=sum_of)
    sum_of = f"({budget} - {count}) // {count} = {each}"
    if each < 0:
        small = _("The budget {budget} is too small for {moves}.", budget=budget, moves=_moves(count))
        return small, _("{sum}: the node is scored.", sum=sum_of)
    return share, _("The budget is divided: {sum}.", sum=sum_of)


_LEAVES = {
    "over": _("The game is over here, so this is final."),
    "horizon": _("The search looks no further: this is the static value."),
    "budget": _("The budget allows no further look: this is the static value."),
    "static": _("Only its static value is looked at."),
    "nothing": _("It has no moves."),
}


def _worth(trace: Trace, step: Step) -> str:
    return _("{place} is worth {value}.", place=place(trace, step.node, True), value=value(trace, step))


def _leaf(trace: Trace, step: Step) -> tuple[str, str]:
    return _worth(trace, step), _LEAVES.get(step.reason, "")


def _table(trace: Trace, step: Step) -> tuple[str, str]:
    known = _("{place} is known: {value}.", place=place(trace, step.node, True), value=value(trace, step))
    return known, _("It was searched before.")


def _best(trace: Trace, step: Step) -> tuple[str, str]:
    short = _("Move {move} is the best so far: {value}.", move=move(trace, step.child), value=value(trace, step))
    return short, _("{mover} chooses at {place}.", mover=mover(trace, step.node), place=place(trace, step.node))


def _worse(trace: Trace, step: Step) -> tuple[str, str]:
    short = _("Move {move} improves nothing: {value}.", move=move(trace, step.child), value=value(trace, step))
    if step.items:
        known = {"move": trace.move_text(step.node, int(step.items[0])), "mover": mover(trace, step.node)}
        return short, _("The best so far for {mover} stays {move}.", **known)
    return short, _("{mover} has found nothing better than the bound yet.", mover=mover(trace, step.node))


def _test(trace: Trace, step: Step) -> tuple[str, str]:
    alpha, beta = step.alpha, step.beta
    left = _("Still to be looked at: {moves}.", moves=named(trace, step.node, step.items))
    if alpha is None or math.isinf(alpha):
        return _("Nothing is cut: there is no alpha yet."), left
    if beta is None or math.isinf(beta):
        return _("Nothing is cut: there is no beta yet."), left
    return _("Nothing is cut: alpha {alpha} is below beta {beta}.", alpha=_bound(alpha), beta=_bound(beta)), left


def _bounded(trace: Trace, step: Step) -> tuple[str, str]:
    known = {
        "mover": mover(trace, step.node),
        "move": move(trace, step.child),
        "side": trace.head.seats[trace.head.seat],
    }
    if step.reason == "alpha":
        return _("Alpha rises to {bound}.", bound=_bound(step.alpha)), _(
            "{mover} can choose {move} here, which makes this node worth at least that for {side}.", **known
        )
    return _("Beta falls to {bound}.", bound=_bound(step.beta)), _(
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
}


def _cut(trace: Trace, step: Step) -> tuple[str, str]:
    bounds = ""
    if step.alpha is not None and step.beta is not None:
        sign = "=" if step.alpha == step.beta else "≥" if step.reason in ("best", "bound") else ">"
        bounds = f" ({_bound(step.alpha)} {sign} {_bound(step.beta)})" if step.alpha >= step.beta else ""
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
    told = [
        _("{move} {count} visits, mean {mean}, bound {bound}",
          move=trace.move_text(step.node, int(index)), count=int(visits), mean=number(mean), bound=_bound(bound))
        for index, visits, mean, bound in rows[:_MANY]
    ]  # fmt: skip
    known = {"place": place(trace, step.node), "move": move(trace, step.child)}
    short = _("From {place} go to {move}, which has the highest bound.", **known)
    if len(rows) > _MANY:
        return short, _("{moves}; and {count} more.", moves="; ".join(told), count=len(rows) - _MANY)
    return short, "; ".join(told) + "."


def _playout(trace: Trace, step: Step) -> tuple[str, str]:
    took = ngettext("It took {count:,} move.", "It took {count:,} moves.", step.number or 0)
    return _("A game is played from here to its end: {value}.", value=value(trace, step)), took


def _backup(trace: Trace, step: Step) -> tuple[str, str]:
    visits = ngettext("{count:,} visit", "{count:,} visits", step.number or 0)
    known = {"place": place(trace, step.node, True), "visits": visits, "value": value(trace, step)}
    return _("{place} has {visits}; its mean is {value}.", **known), ""


def _keep(trace: Trace, step: Step) -> tuple[str, str]:
    known = {"move": move(trace, step.node), "value": value(trace, step)}
    return _("When {move} is really made, its node becomes the root: {value}.", **known), ngettext(
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
    "table": _table,
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
