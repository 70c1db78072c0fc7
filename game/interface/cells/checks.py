"""An exercise in a cell: what is written is checked in the sandbox, and shown on the stage beside the right search."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any

from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.exercises import asking, catalogue
from plyground.interface import gathered
from plyground.interface.cells.output import Output, said
from plyground.interface.cells.stage import HEIGHT, boards, staged
from plyground.interface.positions import Game, Position
from plyground.sandbox.probe import choose
from plyground.search.teaching import columns


class NotWritten(Refusal):
    """What is to be checked is neither a function nor a source."""


@dataclass(frozen=True, repr=False)
class Checked(Output):
    """What came of a check: whether it ``passed``, its ``checks`` one by one, and what the file ``printed``."""

    passed: bool = False
    checks: list[dict[str, Any]] = field(default_factory=list)
    printed: str = ""


def check(
    written: object, exercise: str, where: str | Game | Position, *, depth: int = 0, height: int = HEIGHT
) -> Checked:
    """Check a function of the notebook, or a source, against an exercise (``plyground exercise list GAME``).

    ``where`` is a game or its id, whose seven positions are taken, or a position of one's own, at which it looks
    ``depth`` plies ahead, or as far as stays small. A function goes with all that it uses of the cells. It runs in the
    sandbox, for some seconds. Raises ``Refusal``.
    """
    position = where if isinstance(where, Position) else None
    own = position.game if position is not None else where
    rules = own.rules if isinstance(own, Game) else registry.game(str(own))
    asked = catalogue.exercise(exercise, rules)
    source = _source(written, asked.function)
    at: dict[str, Any] = {}
    if position is not None:
        at = {"position": position.text, "options": position.game.options, "depth": depth}
    found = said(asking.worded(asking.checked(exercise, rules.spec.id, source, choose().name, **at)))
    failed = next((each for each in found["checks"] if not each["passed"]), None)
    right = sum(each["passed"] for each in found["checks"])
    sign, head = ("✓", said(_("Right"))) if failed is None else ("✗", said(_("Not yet")))
    if failed is not None:
        told = failed["sentence"]
    elif position is not None:
        told = said(_("It is right at this position, {depth} plies ahead.", depth=found["checks"][0]["depth"]))
    else:
        told = said(_("It is right at all {all} positions.", all=found["all"]))
    told = told[:1].upper() + told[1:]
    line = _line(source, failed["line"]) if failed else ""
    code = f" <code>{escape(line)}</code>" if line else ""
    parts = [f"<p><strong>{sign} {escape(head)}</strong> {escape(told)}{code}</p>"]
    if found["log"].strip():
        parts.append(f"<pre>{escape(found['log'].rstrip())}</pre>")
    if found["shown"]:
        parts.append(_on_stage(found["shown"], source, rules.spec.id, height))
    text = f"{sign} {head} ({right}/{found['all']}): {told}{f' [{line}]' if line else ''}"
    return Checked("".join(parts), text, found["passed"], found["checks"], found["log"])


def _source(written: object, name: str) -> str:
    """The file that is checked, in which the exercise's function has its name."""
    if isinstance(written, str):
        return written
    function = gathered.function_in(written)
    if function is None:
        raise NotWritten(_("Give the function {name}, or the source of one.", name=name))
    source = gathered.source_of(function)
    return source if function.__name__ == name else f"{source}\n\n{name} = {function.__name__}\n"


def _line(source: str, number: int) -> str:
    """A line of the file, "" for none."""
    lines = source.splitlines()
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""


def _on_stage(shown: dict[str, Any], source: str, game: str, height: int) -> str:
    """The student's search and the right one, of which the reader chooses."""
    titles = {"own": said(_("Your search")), "right": said(_("The right one"))}
    runs = []
    for name, title in titles.items():
        run = shown[name]
        lit = [line - 1 if line else None for line in run.get("lines", ())]
        own = {"title": title, "code": source.splitlines() if name == "own" else [], "lines": lit}
        given = {each: run[each] for each in ("trace", "short", "long", "at")}
        runs.append({**own, **given, "views": boards(columns.from_json(run["trace"]))})
    return staged(runs, game, shown["own"]["start"]["options"], str(titles["own"]), "", height).html
