"""Puts the steps of a trace into words: a short and a long sentence for each, every value from a named side's view."""

from __future__ import annotations

import math
from collections.abc import Callable

from plyground.search.teaching.scores import SURE, WIN
from plyground.search.teaching.trace import Step, Trace

_KINDS = {"exact": "", "at_least": "at least ", "at_most": "at most ", "estimate": "about ", "": ""}
_MANY = 6


def sentence(trace: Trace, at: int, long: bool = False) -> str:
    """The sentence of a step; the long form says why as well."""
    step = trace.steps[at]
    short, more = _SAY[step.kind](trace, step)
    return f"{short} {more}".strip() if long else short


def number(value: float) -> str:
    """A value as people read it: a number, or a win or loss in so many plies."""
    if abs(value) < SURE:
        return f"{value:,.4g}" if value != int(value) else f"{int(value):,}"
    word = "a win" if value > 0 else "a loss"
    plies = WIN - abs(value)
    if math.isinf(value) or plies <= 0:
        return word
    return f"{word} in {plies:.0f} {'ply' if plies == 1 else 'plies'}"


def value(trace: Trace, step: Step) -> str:
    """The value of a step: its kind, the number and whose view; the vector of all seats where there is one."""
    if step.values:
        pairs = zip(trace.head.seats, step.values, strict=False)
        return ", ".join(f"{name} {number(each)}" for name, each in pairs)
    if step.value is None:
        return "no value"
    return f"{_KINDS[step.sure]}{number(step.value)} for {viewer(trace, step)}"


def viewer(trace: Trace, step: Step) -> str:
    """The seat from whose view a step's value is."""
    if trace.head.view == "mover":
        seat = trace.movers[step.node]
        return trace.head.seats[seat if seat >= 0 else -1 - seat]
    return trace.head.seats[trace.head.seat]


def place(trace: Trace, node: int) -> str:
    """A node in words: the root, or the moves that lead to it."""
    if node <= 0:
        return "the root"
    line = trace.line(node)
    shown = list(line) if len(line) <= _MANY else ["…", *line[-_MANY:]]
    return f"the position after {', '.join(shown)}"


def move(trace: Trace, node: int) -> str:
    """The move that leads to a node."""
    return trace.moves[node] if node > 0 else "nothing"


def mover(trace: Trace, node: int) -> str:
    """Who moves at a node."""
    seat = trace.movers[node]
    return trace.head.seats[seat] if 0 <= seat < len(trace.head.seats) else "nobody"


def _named(trace: Trace, node: int, indices: tuple[float, ...]) -> str:
    texts = [trace.move_text(node, int(index)) for index in indices[:_MANY]]
    more = f" and {len(indices) - _MANY} more" if len(indices) > _MANY else ""
    return ", ".join(texts) + more


def _many(count: int, one: str, several: str) -> str:
    return f"1 {one}" if count == 1 else f"{count:,} {several}"


def _bound(bound: float | None) -> str:
    return "none yet" if bound is None or math.isinf(bound) else number(bound)


def _up(text: str) -> str:
    return text[:1].upper() + text[1:]


def _iteration(trace: Trace, step: Step) -> tuple[str, str]:
    plies = int(step.items[0]) if step.items else 0
    return f"Iteration {step.number} begins.", f"It looks {_many(plies, 'ply', 'plies')} ahead." if plies else ""


def _enter(trace: Trace, step: Step) -> tuple[str, str]:
    here = f"Enter {place(trace, step.node)}."
    if step.alpha is None and step.beta is None:
        return here, f"{mover(trace, step.node)} is to move." if trace.movers[
            step.node
        ] >= 0 else "The game is over here."
    handed = f"Alpha is {_bound(step.alpha)} and beta {_bound(step.beta)}, as handed down from above."
    return here, handed


def _children(trace: Trace, step: Step) -> tuple[str, str]:
    count = _many(len(step.items), "move", "moves")
    orders = {
        "value": "The most promising for the mover by static value comes first",
        "rank": "The most promising by the game's own order comes first",
        "line": "The remembered line comes first",
        "hand": "They stand as they were put by hand",
        "ascending": "They stand in ascending order",
    }
    why = orders.get(step.reason, "They stand as the game lists them")
    short = f"{mover(trace, step.node)} has {count}."
    return short, f"{why}: {_named(trace, step.node, step.items)}."


def _divide(trace: Trace, step: Step) -> tuple[str, str]:
    budget, count, each = (int(item) for item in step.items)
    if step.reason == "root":
        sum_of = f"{budget} - {count} = {each}"
        return (
            f"Each of {_many(count, 'move', 'moves')} gets {each}.",
            f"At the root the budget is not divided: {sum_of}.",
        )
    sum_of = f"({budget} - {count}) // {count} = {each}"
    if each < 0:
        return (
            f"The budget {budget} is too small for {_many(count, 'move', 'moves')}.",
            f"{sum_of}: the node is scored.",
        )
    return f"Each of {_many(count, 'move', 'moves')} gets {each}.", f"The budget is divided: {sum_of}."


_LEAVES = {
    "over": "The game is over here, so this is final.",
    "horizon": "The search looks no further: this is the static value.",
    "budget": "The budget allows no further look: this is the static value.",
    "static": "Only its static value is looked at.",
    "nothing": "It has no moves.",
}


def _leaf(trace: Trace, step: Step) -> tuple[str, str]:
    return f"{_up(place(trace, step.node))} is worth {value(trace, step)}.", _LEAVES.get(step.reason, "")


def _table(trace: Trace, step: Step) -> tuple[str, str]:
    return f"{_up(place(trace, step.node))} is known: {value(trace, step)}.", "It was searched before."


def _best(trace: Trace, step: Step) -> tuple[str, str]:
    short = f"Move {move(trace, step.child)} is the best so far: {value(trace, step)}."
    return short, f"{mover(trace, step.node)} chooses at {place(trace, step.node)}."


def _bounded(trace: Trace, step: Step) -> tuple[str, str]:
    own = step.reason == "alpha"
    bound = step.alpha if own else step.beta
    rises = "rises" if own else "falls"
    who = mover(trace, step.node)
    worth = "at least" if own else "at most"
    side = trace.head.seats[trace.head.seat]
    return (
        f"{'Alpha' if own else 'Beta'} {rises} to {_bound(bound)}.",
        f"{who} can choose {move(trace, step.child)} here, which makes this node worth {worth} that for {side}.",
    )


_CUTS = {
    "alpha": "alpha has reached beta: {who} does so well here that the other side, which has something better for "
    "itself above, will not let it come to this",
    "beta": "beta has reached alpha: {who} holds the value so low here that the other side, which has something better "
    "above, will not come here",
    "best": "nothing can be better than what was found",
    "bound": "what is left can no longer change the choice",
}


def _cut(trace: Trace, step: Step) -> tuple[str, str]:
    count = _many(len(step.items), "move is", "moves are")
    because = _CUTS.get(step.reason, step.reason).format(who=mover(trace, step.node))
    bounds = ""
    if step.alpha is not None and step.beta is not None:
        bounds = f" ({_bound(step.alpha)} ≥ {_bound(step.beta)})"
    return f"Cut: {count} not looked at.", f"{_named(trace, step.node, step.items)}: {because}{bounds}."


def _value(trace: Trace, step: Step) -> tuple[str, str]:
    by = f" by {move(trace, step.child)}" if step.child >= 0 else ""
    final = {
        True: "Looking further cannot change this.",
        False: "It rests on static values at the horizon." if trace.head.search != "mcts" else "",
    }
    return f"{_up(place(trace, step.node))} is worth {value(trace, step)}{by}.", final[step.closed]


_LISTS = {
    "open": ("is open", "Its value is limited by the horizon, so it will be searched again."),
    "finished": ("is finished", "Everything below it was seen to the end; it is never searched again."),
    "ceiling": ("has a ceiling", "The other side has a finished reply that holds it to this, whatever else is below."),
    "asleep": ("sleeps", "Its ceiling does not beat the best move, so it need not be searched."),
    "woken": ("wakes", "The best move has sunk below its ceiling, so it is searched again."),
    "deleted": ("is deleted", "A finished move reaches its ceiling, so it can never be needed again."),
    "losing": ("loses", "It leads to the worst there is; the longest resistance is remembered."),
    "dropped": ("is deleted at once", "Its ceiling does not beat the finished move, so it can never be needed."),
    "stopped": ("is left unfinished", "The search was stopped here, and what it saw of this move is not used."),
}


def _file(trace: Trace, step: Step) -> tuple[str, str]:
    says, why = _LISTS.get(step.reason, (step.reason, ""))
    known = "" if step.value is None else f": {value(trace, step)}"
    if step.number is None and step.reason == "open":
        why = "This is its static value: nothing was searched yet."
    return f"Move {move(trace, step.node)} {says}{known}.", why


def _select(trace: Trace, step: Step) -> tuple[str, str]:
    rows = [step.items[start : start + 4] for start in range(0, len(step.items), 4)]
    told = [
        f"{trace.move_text(step.node, int(index))} {int(visits)} visits, mean {number(mean)}, bound {_bound(bound)}"
        for index, visits, mean, bound in rows[:_MANY]
    ]
    more = f"; and {len(rows) - _MANY} more" if len(rows) > _MANY else ""
    return f"Go to {move(trace, step.child)}, which has the highest bound.", "; ".join(told) + more + "."


def _playout(trace: Trace, step: Step) -> tuple[str, str]:
    plies = _many(step.number or 0, "move", "moves")
    return f"A game is played from here to its end: {value(trace, step)}.", f"It took {plies}."


def _backup(trace: Trace, step: Step) -> tuple[str, str]:
    visits = _many(step.number or 0, "visit", "visits")
    return f"{_up(place(trace, step.node))} has {visits}; its mean is {value(trace, step)}.", ""


def _keep(trace: Trace, step: Step) -> tuple[str, str]:
    below = _many(step.number or 0, "node is", "nodes are")
    short = f"When {move(trace, step.node)} is really made, its node becomes the root: {value(trace, step)}."
    return short, f"The tree is kept: {below} known below it, and nothing is searched again."


def _finished(trace: Trace, step: Step) -> tuple[str, str]:
    chosen = f" Move {move(trace, step.child)} is its choice: {value(trace, step)}." if step.child >= 0 else ""
    return f"Iteration {step.number} is finished.{chosen}", ""


def _stop(trace: Trace, step: Step) -> tuple[str, str]:
    return "The search is stopped.", f"{_many(step.number or 0, 'node was', 'nodes were')} entered."


def _answer(trace: Trace, step: Step) -> tuple[str, str]:
    if step.child < 0:
        return "There is nothing to choose.", ""
    node, texts = 0, []
    for index in step.items:
        if node not in trace.families:
            break
        texts.append(trace.move_text(node, int(index)))
        node = trace.child(node, int(index))
    line = f"The line: {', '.join(texts)}." if texts else ""
    sure = "This is final." if step.closed else ""
    return f"The choice is {move(trace, step.child)}: {value(trace, step)}.", f"{line} {sure}".strip()


_SAY: dict[str, Callable[[Trace, Step], tuple[str, str]]] = {
    "iteration": _iteration,
    "enter": _enter,
    "children": _children,
    "divide": _divide,
    "leaf": _leaf,
    "table": _table,
    "best": _best,
    "bound": _bounded,
    "cut": _cut,
    "value": _value,
    "file": _file,
    "select": _select,
    "playout": _playout,
    "backup": _backup,
    "keep": _keep,
    "finished": _finished,
    "stop": _stop,
    "answer": _answer,
}
