"""PTN files written: tags, numbered turns with marks and comments, and the branches behind the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from plyground.core.errors import MalformedRecord, Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.record import Record, Remark
from plyground.games.tak import notation
from plyground.games.tak.position import BLACK_FLATS, BLACK_ROAD, ONGOING, WHITE_FLATS, WHITE_ROAD, TakPosition
from plyground.games.tak.records.lines import RESULTS

SPOKEN = {"size": "size", "komi": "komi", "opening": "opening", "flats": "stones", "caps": "capstones"}
"""The option that each tag sets, by the tag in small letters."""
_TAGS = {"size": "Size", "komi": "Komi", "opening": "Opening", "stones": "Flats", "capstones": "Caps"}
_ENDS = {WHITE_ROAD: "R-0", BLACK_ROAD: "0-R", WHITE_FLATS: "F-0", BLACK_FLATS: "0-F"}
_LONGEST_NAME = 80
_FIRST = ("Site", "Event", "Date", "Time", "Player1", "Player2", "Clock", "Result")


def positions(game: Game[TakPosition, int], record: Record, line: int = 0) -> list[TakPosition]:
    """All positions along a line of the record; raises ``MalformedRecord`` for a move that is not legal."""
    try:
        options = game.options(record.options)
        first = game.parse_position(record.start, options) if record.start else game.initial(options)
        return game.replay(first, record.path(line))
    except Refusal as error:
        raise MalformedRecord(_("The game cannot be written: {sentence}", sentence=error.sentence)) from None


def write(game: Game[TakPosition, int], record: Record) -> str:
    """The whole file."""
    found = positions(game, record)
    first, last = found[0], found[-1]
    options = game.options(record.options)
    options["size"] = first.size
    lines = _setting(game, options, first, game.initial(game.options(record.options)))
    result = _ENDS.get(last.result, "1/2-1/2") if last.result != ONGOING else ""
    tags = {name: value for name, value in record.tags.items() if re.fullmatch(r"[A-Za-z_]\w*", name)}
    tags.pop("reason", None)
    result = result or tags.get("Result", "")
    if result:
        tags["Result"] = result
    tags = {name: tags[name] for name in (*(n for n in _FIRST if n in tags), *(n for n in tags if n not in _FIRST))}
    shown = [f'[{name} "{_clean(value)}"]' for name, value in tags.items() if name.lower() not in {*SPOKEN, "tps"}]
    remarks = {(each.line, each.ply): each for each in record.remarks}
    ending = [result] if result.lower() in RESULTS else []
    text = "\n".join([*lines, *shown, "", *_numbered(first, 0, 0, record.moves, remarks), *ending]) + "\n"
    names: list[str] = [""]
    for number, branch in enumerate(record.branches, start=1):
        positions(game, record, number)
        names.append(_name(branch.name, names[branch.parent], first.ply + branch.ply, set(names)))
        text += "\n".join(["", f"{{{names[-1]}}}", *_numbered(first, number, branch.ply, branch.moves, remarks)]) + "\n"
    return text


def _name(name: str, above: str, ply: int, taken: set[str]) -> str:
    """The branch's own name if it can stand, else the next of its turn."""
    clean = not set(name) & set("{}\r\n") and name == name.strip() and 0 < len(name) <= _LONGEST_NAME
    parent = name[: max(name.rfind("/"), name.rfind("."), 0)]
    if clean and name not in taken and parent == above:
        return name
    turn = f"{above}/" * bool(above) + f"{ply // 2 + 1}{'wb'[ply % 2]}"
    return next(made for number in range(1, len(taken) + 2) if (made := f"{turn}{number}") not in taken)


def _setting(
    game: Game[TakPosition, int], options: dict[str, Any], first: TakPosition, usual: TakPosition
) -> list[str]:
    """The tags that set the game up: the size always, the others where they are not the usual ones."""
    defaults = {option.name: option.default for option in game.spec.options}
    lines = []
    for name, tag in _TAGS.items():
        if name == "size" or options[name] != defaults[name]:
            value = options[name]
            lines.append(f'[{tag} "{value:g}"]' if isinstance(value, float) else f'[{tag} "{value}"]')
    if first != usual:
        lines.append(f'[TPS "{game.position_text(first)}"]')
    return lines


def _numbered(
    first: TakPosition, line: int, before: int, moves: tuple[str, ...], remarks: Mapping[tuple[int, int], Remark]
) -> list[str]:
    """The turns of a line that begins after so many moves, each with what is written beside its moves."""
    ply = first.ply + before
    words = [
        _with(notation.written(text, first.size), remarks.get((line, before + place)))
        for place, text in enumerate(moves, start=1)
    ]
    opening = _with("", remarks.get((line, before))).strip()
    if ply % 2 == 1 and words:
        words.insert(0, "--")
    turns = [
        f"{ply // 2 + 1 + number // 2}. {' '.join(words[number : number + 2])}" for number in range(0, len(words), 2)
    ]
    if opening and line:  # a comment before the number would be taken for the branch's name
        number, _space, rest = turns[0].partition(" ")
        return [f"{number} {opening} {rest}", *turns[1:]]
    return [opening, *turns] if opening else turns


def _with(text: str, remark: Remark | None) -> str:
    if remark is None:
        return text
    marks = "".join(sign for sign in remark.marks if sign in notation.MARKS and sign != "*") if text else ""
    return " ".join([text + marks, *(f"{{{word.translate(_BRACES).strip()}}}" for word in remark.words)])


_BRACES = {ord("{"): "(", ord("}"): ")"}


def _clean(value: str) -> str:
    return " ".join(value.replace('"', "'").split())
