"""Sentences for windows, remembered moves, standing still, trust and workers: steps of refined alpha-beta.

Reasons of a ``window``: null (is a move better than the bound?), again (it was, so the open window follows), reduced
and deeper (the same for a look that is less deep), guess (around the value of the last iteration), low and high (the
value fell out of that), zero (is the value at least beta?), shallow (does a shallow look fall far out of the window?),
open (it does not).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from plyground.core.messages import _, ngettext
from plyground.search.teaching import words_refined
from plyground.search.teaching.phrases import bound, move, mover, number, place, value
from plyground.search.teaching.trace import Step, Trace
from plyground.search.teaching.words_refined import plies


def _side(limit: float) -> str:
    """An end of a window."""
    return ("∞" if limit > 0 else "−∞") if math.isinf(limit) else number(limit)


def _window(trace: Trace, step: Step) -> tuple[str, str]:
    low, high = step.items
    known = {"low": _side(low), "high": _side(high)}
    return _WINDOWS[step.reason](trace, step, known)


def _null(trace: Trace, step: Step, known: dict[str, str]) -> tuple[str, str]:
    own = trace.movers[step.node] == trace.head.seat
    ask = _("Is {move} better for {mover} than {bound}?", move=move(trace, step.child), mover=mover(trace, step.node),
            bound=known["low" if own else "high"])  # fmt: skip
    return ask, _("A window from {low} to {high} asks no more than that.", **known)


def _reduced(trace: Trace, step: Step, known: dict[str, str]) -> tuple[str, str]:
    late = _("Move {move} comes late and is looked at {plies} deep only.", move=move(trace, step.child),
             plies=plies(step.number))  # fmt: skip
    return late, _("The window from {low} to {high} asks whether it is better than the best so far.", **known)


def _again(trace: Trace, step: Step, known: dict[str, str]) -> tuple[str, str]:
    it_is = _("It is: {value}. Move {move} is searched again.", value=value(trace, step), move=move(trace, step.child))
    return it_is, _("This time the window is open, from {low} to {high}, to find out how much better.", **known)


def _deeper(trace: Trace, step: Step, known: dict[str, str]) -> tuple[str, str]:
    surprise = _("A surprise: {value}. Move {move} is searched again, {plies} deep.", value=value(trace, step),
                 move=move(trace, step.child), plies=plies(step.number))  # fmt: skip
    return surprise, _("The window is open again, from {low} to {high}.", **known)


def _guess(trace: Trace, step: Step, known: dict[str, str]) -> tuple[str, str]:
    return _("The window goes from {low} to {high}.", **known), _(
        "The last iteration found {value}, and the next value is expected close to it.", value=number(step.value or 0)
    )


def _fell_low(trace: Trace, step: Step, known: dict[str, str]) -> tuple[str, str]:
    return _("The value fell out of the window: {value}.", value=value(trace, step)), _(
        "It lies lower than expected. The iteration is done again, from {low} to {high}.", **known
    )


def _fell_high(trace: Trace, step: Step, known: dict[str, str]) -> tuple[str, str]:
    return _("The value fell out of the window: {value}.", value=value(trace, step)), _(
        "It lies higher than expected. The iteration is done again, from {low} to {high}.", **known
    )


def _zero(trace: Trace, step: Step, known: dict[str, str]) -> tuple[str, str]:
    ask = _("Pass {number}: is the value at least {high}?", number=step.number, high=known["high"])
    return ask, _("The window from {low} to {high} has room for a yes or a no.", **known)


def _shallow(trace: Trace, step: Step, known: dict[str, str]) -> tuple[str, str]:
    about = {"move": move(trace, step.child), "goal": number(step.value or 0), "plies": plies(step.number)}
    margin = number(float(trace.head.options["margin"]))
    if step.sure == "at_least":
        return _("First a look of {plies}: is {move} worth {goal} or more?", **about), _(
            "That is {margin} more than beta; then the deep search is spared.", margin=margin
        )
    return _("First a look of {plies}: is {move} worth {goal} or less?", **about), _(
        "That is {margin} less than alpha; then the deep search is spared.", margin=margin
    )


def _open(trace: Trace, step: Step, known: dict[str, str]) -> tuple[str, str]:
    full = _("The look does not decide, so {move} is searched {plies} deep.", move=move(trace, step.child),
             plies=plies(step.number))  # fmt: skip
    return full, _("The window is its own again, from {low} to {high}.", **known)


_WINDOWS: Mapping[str, Callable[[Trace, Step, dict[str, str]], tuple[str, str]]] = {
    "null": _null,
    "again": _again,
    "reduced": _reduced,
    "deeper": _deeper,
    "guess": _guess,
    "low": _fell_low,
    "high": _fell_high,
    "zero": _zero,
    "shallow": _shallow,
    "open": _open,
}


def _limits(trace: Trace, step: Step) -> tuple[str, str]:
    low, high = step.items
    if low >= high:
        return _("The limits have met: the value is {value}.", value=number(low)), ""
    if math.isinf(high):
        return _("Yes: the value is at least {low}.", low=number(low)), _("Nothing is known above it yet.")
    if math.isinf(low):
        return _("No: the value is at most {high}.", high=number(high)), _("Nothing is known below it yet.")
    return _("The value lies between {low} and {high}.", low=number(low), high=number(high)), ""


def _note(trace: Trace, step: Step) -> tuple[str, str]:
    known = {"move": move(trace, step.child), "mover": mover(trace, step.node)}
    if step.reason == "killer":
        return _("Move {move} has cut and becomes a killer.", **known), _(
            "At the other nodes {plies} from the root it is tried first, where it is legal.", plies=plies(step.number)
        )
    rises = _("The history of {move} for {mover} rises to {total:,}.", total=int(step.number or 0), **known)
    return rises, _("This cut counts {added:,}.", added=int(step.items[0]))


def _stand(trace: Trace, step: Step) -> tuple[str, str]:
    still = _("Standing still here is worth {value}.", value=value(trace, step))
    return still, _("That is the static value; {mover} goes on only where it pays.", mover=mover(trace, step.node))


def _trust(trace: Trace, step: Step) -> tuple[str, str]:
    counts = _("{place} counts as {value}.", place=place(trace, step.node, True), value=value(trace, step))
    return counts, _("A look of {plies} fell so far out of the window that it is believed.", plies=plies(step.number))


def _worker(trace: Trace, step: Step) -> tuple[str, str]:
    takes = _("Worker {number} takes {move}.", number=step.number, move=move(trace, step.child))
    return takes, _("It knows the alpha of this moment: {alpha}.", alpha=bound(step.items[0]))


def _clock(trace: Trace, step: Step) -> tuple[str, str]:
    ticks, entered, workers = (int(item) for item in step.items)
    nodes = ngettext("{count:,} node", "{count:,} nodes", entered)
    return _("The clock shows {ticks:,} for {nodes}.", ticks=ticks, nodes=nodes), ngettext(
        "One worker enters one node in a tick.", "{count} workers enter up to {count} nodes in a tick.", workers
    )


SAY: Mapping[str, Callable[[Trace, Step], tuple[str, str]]] = {
    "window": _window,
    "limits": _limits,
    "note": _note,
    "stand": _stand,
    "trust": _trust,
    "worker": _worker,
    "clock": _clock,
}
WITH_TABLE = {**words_refined.SAY, **SAY}
"""The same for a search that has a table as well."""
