"""The entries of a plan: each kind with its fields, read from what people send and written in one normal form.

An entry is plain data with a ``kind``. A ``question`` also has what is ``asked``: a ``move`` on a board, the ``value``
of something, one of some ``choice``, a question that a seed has ``made``, what a search does at a ``stage`` of the lab,
a free ``text``, or a tree to ``fill`` in. What is right of a move is left out where the search is to find it
(``asking``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.classroom.plans.staged import ABOUT, staged
from plyground.classroom.worksheet import LAST_SEED, MOST_TASKS, read_sheet
from plyground.core import registry
from plyground.core.errors import GameFinished
from plyground.core.messages import _
from plyground.core.refusals import Malformed
from plyground.exercises import catalogue
from plyground.puzzles import keeping
from plyground.sessions import reading
from plyground.sessions.answered_numbers import number_text
from plyground.sessions.question import LONGEST_ANSWER, fill_in, line, read_board, read_link

Entry = dict[str, Any]
LONGEST_TEXT, LONGEST_LINE = 4_000, 300
"""Characters of a text of several paragraphs, and of one line."""
MOST_HINTS, MOST_POINTS, MOST_CHOICES = 5, 100, 10
ASKED = ("move", "value", "choice", "made", "stage", "text", "fill")


def read_entry(given: Any) -> Entry:
    """One entry in its normal form; raises a refusal. Fields that are not known are left out."""
    fields = reading.an_object(given)
    kind = reading.a_text(fields, "kind", 20, required=True)
    if kind not in _KINDS:
        raise Malformed(_("An entry’s kind is one of {kinds}.", kinds=", ".join(_KINDS)))
    return {"kind": kind, **_KINDS[kind](fields)}


def is_asked(entry: Entry) -> bool:
    """Whether an entry is to be answered."""
    return entry["kind"] in ("question", "puzzle", "exercise")


def _paragraphs(fields: Mapping[str, Any], name: str, required: bool = False) -> str:
    text = reading.a_text(fields, name, LONGEST_TEXT, required)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join("".join(sign if sign.isprintable() else " " for sign in each).rstrip() for each in lines).strip()


def _line(fields: Mapping[str, Any], name: str, longest: int = LONGEST_LINE) -> str:
    return line(reading.a_text(fields, name, longest))


def _board(fields: Mapping[str, Any], open_game: bool = False) -> Entry:
    """The position that fields name, played out: ``game``, ``options`` and ``position``."""
    board = read_board(fields)
    if open_game and board.rules.returns(board.position) is not None:
        raise GameFinished(_("The game is over in this position: there is no move to choose."))
    return {"game": board.rules.spec.id, "options": board.options, "position": board.text}


def _text(fields: Mapping[str, Any]) -> Entry:
    return {"title": _line(fields, "title"), "text": _paragraphs(fields, "text", required=True)}


def _position(fields: Mapping[str, Any]) -> Entry:
    return {**_board(fields), "caption": _line(fields, "caption")}


def _search(fields: Mapping[str, Any]) -> Entry:
    return {"link": read_link(fields, "link", required=True), "caption": _line(fields, "caption")}


def _puzzle(fields: Mapping[str, Any]) -> Entry:
    game = reading.a_text(fields, "game", 40, required=True)
    name = reading.a_text(fields, "puzzle", 40, required=True)
    keeping.find(game, name)
    return {"game": game, "puzzle": name, **_worth(fields)}


def _exercise(fields: Mapping[str, Any]) -> Entry:
    game = registry.game(reading.a_text(fields, "game", 40, required=True))
    found = catalogue.exercise(reading.a_text(fields, "exercise", 40, required=True), game)
    return {"game": game.spec.id, "exercise": found.id, **_worth(fields)}


def _worth(fields: Mapping[str, Any]) -> Entry:
    """What all that is asked has: the points for it, and hints, given one by one after wrong answers."""
    hints = [line(each) for each in reading.texts(fields, "hints", MOST_HINTS, LONGEST_LINE)]
    points = reading.a_whole_number(fields, "points", 1, MOST_POINTS, default=1)
    return {"points": points, "hints": [each for each in hints if each]}


def _question(fields: Mapping[str, Any]) -> Entry:
    asked = reading.a_text(fields, "asked", 20, required=True)
    if asked not in ASKED:
        raise Malformed(_("What a question asks for is one of {asked}.", asked=", ".join(ASKED)))
    entry = {"asked": asked, "prompt": _line(fields, "prompt")}
    if asked not in ("move", "made", "stage", "fill") and not entry["prompt"]:
        raise Malformed(_("A question needs words: its field prompt is empty."))
    if asked == "made":
        entry |= _made(fields)
    elif asked in ("move", "fill") or (fields.get("game") and asked != "stage"):
        entry |= _board(fields, open_game=asked == "move")
    return {**entry, **_ASKED_FIELDS[asked](fields, entry), "why": _line(fields, "why"), **_worth(fields)}


def _made(fields: Mapping[str, Any]) -> Entry:
    """A question of a worksheet, which its seed decides."""
    seed = reading.a_whole_number(fields, "seed", 0, LAST_SEED)
    sheet = read_sheet({"game": reading.a_text(fields, "game", 40, required=True)}, seed)
    number = reading.a_whole_number(fields, "number", 1, MOST_TASKS)
    return {"game": sheet.game, "seed": seed, "number": number}


def _staged(fields: Mapping[str, Any], entry: Entry) -> Entry:
    """What a search does at a step, which the search itself answers."""
    about = reading.a_text(fields, "about", 20, required=True)
    if about not in ABOUT:
        raise Malformed(_("What is asked about a search is one of {about}.", about=", ".join(ABOUT)))
    link = read_link(fields, "link", required=True)
    staged(link, about)
    return {"about": about, "link": link}


def _right_moves(fields: Mapping[str, Any], entry: Entry) -> Entry:
    """The moves that are right, by the rules; none are named where the search is to find them."""
    board = read_board(entry)
    moves = reading.texts(fields, "right", MOST_CHOICES, LONGEST_ANSWER)
    return {
        "right": [board.rules.move_text(board.position, board.rules.require(board.position, each)) for each in moves]
    }


def _right_numbers(fields: Mapping[str, Any], entry: Entry) -> Entry:
    given = fields.get("right", [])
    if not isinstance(given, list) or len(given) > MOST_CHOICES:
        raise Malformed(_("The field right is a list of at most {most} numbers.", most=MOST_CHOICES))
    right = [reading.a_number({"right": each}, "right", -1e12, 1e12) for each in given]
    return {"right": [float(number_text(each)) for each in right], **_link(fields)}


def _choices(fields: Mapping[str, Any], entry: Entry) -> Entry:
    choices = [line(each) for each in reading.texts(fields, "choices", MOST_CHOICES, LONGEST_ANSWER)]
    if len(choices) < 2 or not all(choices):
        raise Malformed(_("A question has 2 to {most} choices, and none of them is empty.", most=MOST_CHOICES))
    if len(set(choices)) < len(choices):
        raise Malformed(_("The choices have different texts."))
    right = fields.get("right", [])
    places = range(len(choices))
    if not isinstance(right, list) or not all(type(each) is int and each in places for each in right):
        raise Malformed(
            _("The field right is a list of the numbers of the right choices, from 0 to {last}.", last=len(choices) - 1)
        )
    return {"choices": choices, "right": sorted(set(right)), **_link(fields)}


def _link(fields: Mapping[str, Any]) -> Entry:
    link = read_link(fields, "link")
    return {"link": link} if link else {}


def _cuts(fields: Mapping[str, Any], entry: Entry) -> Entry:
    cuts = reading.a_flag(fields, "cuts", False)
    fill_in(read_board(entry), cuts)
    return {"cuts": cuts}


def _nothing(fields: Mapping[str, Any], entry: Entry) -> Entry:
    return {}


_ASKED_FIELDS: dict[str, Callable[[Mapping[str, Any], Entry], Entry]] = {
    "move": _right_moves,
    "value": _right_numbers,
    "choice": _choices,
    "made": _nothing,
    "stage": _staged,
    "text": _nothing,
    "fill": _cuts,
}
_KINDS: dict[str, Callable[[Mapping[str, Any]], Entry]] = {
    "text": _text,
    "position": _position,
    "search": _search,
    "question": _question,
    "puzzle": _puzzle,
    "exercise": _exercise,
}
