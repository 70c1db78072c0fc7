"""What is said of the steps of proof-number search: the two numbers of a node, and what they decide."""

from __future__ import annotations

import math

from plyground.core.messages import _
from plyground.search.teaching import words
from plyground.search.teaching.trace import Step, Trace


def _written(number: float) -> str:
    return "∞" if math.isinf(number) else f"{int(number):,}"


def _numbers(trace: Trace, step: Step) -> dict[str, str]:
    """The numbers that a step tells, and who attacks."""
    seat = trace.head.seat
    return {
        "proof": _written(step.values[seat]), "disproof": _written(step.values[1 - seat]),
        "attacker": trace.head.seats[seat],
    }  # fmt: skip


def leaf(trace: Trace, step: Step) -> tuple[str, str]:
    known = _numbers(trace, step)
    why = {
        "won": _("The game is over, and {attacker} has won.", **known),
        "lost": _("The game is over, and {attacker} has not won.", **known),
        "wins": _("{attacker} wins with the next move, as is seen at first sight.", **known),
        "ends": _("The other side ends the game with its next move, so {attacker} does not win here.", **known),
        "open": _("Nobody has looked below it, so one position is needed either way."),
    }[step.reason]
    return _has(trace, step), why


def needs(trace: Trace, step: Step) -> tuple[str, str]:
    known = {**_numbers(trace, step), "mover": words.mover(trace, step.node)}
    if trace.movers[step.node] == trace.head.seat:
        return _has(trace, step), _(
            "{attacker} moves here, and one good move is enough: the least proof number below is {proof}, all "
            "disproof numbers together make {disproof}.", **known,
        )  # fmt: skip
    return _has(trace, step), _(
        "{mover} moves here, and every move must be answered: all proof numbers below together make {proof}, the "
        "least disproof number is {disproof}.", **known,
    )  # fmt: skip


def _has(trace: Trace, step: Step) -> str:
    place = words.place(trace, step.node, True)
    return _("{place} has proof number {proof}, disproof number {disproof}.", place=place, **_numbers(trace, step))


def toward(trace: Trace, step: Step) -> tuple[str, str]:
    place, move = words.place(trace, step.node), words.move(trace, step.child)
    short = _("From {place} go on to {move}.", place=place, move=move)
    known = _numbers(trace, step)
    if trace.movers[step.node] == trace.head.seat:
        return short, _("{attacker} moves there, and its proof number is the least: {proof}.", **known)
    mover = words.mover(trace, step.node)
    return short, _("{mover} moves there, and its disproof number is the least: {disproof}.", mover=mover, **known)


def answer(trace: Trace, step: Step) -> tuple[str, str]:
    known = _numbers(trace, step)
    if known["disproof"] == "0":
        return _("{attacker} cannot win by force.", **known), _("The disproof number of the root is 0.")
    if known["proof"] != "0":
        why = _("The proof number of the root is {proof}, its disproof number {disproof}.", **known)
        return _("Whether {attacker} wins by force is not decided yet.", **known), why
    if step.child < 0:
        return _("{attacker} has won already.", **known), ""
    texts, node = [], 0
    for index in step.items:
        texts.append(trace.move_text(node, int(index)))
        node = trace.child(node, int(index))
    short = _("{attacker} wins by force, beginning with {move}.", move=words.move(trace, step.child), **known)
    return short, _("The line: {moves}.", moves=", ".join(texts))


SAYS = {"leaf": leaf, "needs": needs, "toward": toward, "answer": answer}
