"""Why a move is refused: the named error for each way in which a move can be wrong."""

from __future__ import annotations

from plyground.core.errors import GameFinished, IllegalMove
from plyground.core.messages import _, ngettext
from plyground.games.camel import refusals as wrong
from plyground.games.camel import words
from plyground.games.camel.moves import DIRECTIONS, PASS, is_over, step_bits
from plyground.games.camel.notation import camel_of
from plyground.games.camel.paths import openings
from plyground.games.camel.position import (
    SEAT_NAMES,
    AnyPosition,
    Camel,
    Layout,
    edge_blocks,
    layout_of,
    stride_of,
    tiles,
)
from plyground.games.camel.sanity import overlap
from plyground.games.camel.slots import cutting, enclosing, free_slots, legal_slots

Tile = tuple[int, int]

_CHANGES = {"Up": (0, -1), "Right": (1, 0), "Down": (0, 1), "Left": (-1, 0)}
_SIDE = {"Up": _("above"), "Right": _("to the right of"), "Down": _("below"), "Left": _("to the left of")}
_EDGES = {"Up": _("upper"), "Right": _("right"), "Down": _("lower"), "Left": _("left")}
_PARTS = {
    "UpLeft": ("Up", "Left"),
    "UpRight": ("Up", "Right"),
    "DownLeft": ("Down", "Left"),
    "DownRight": ("Down", "Right"),
}


def explain(position: AnyPosition, move: int) -> IllegalMove | None:
    """None if the move is legal, else the error that says why not and what would be right."""
    if is_over(position):
        return GameFinished(_("The game is over; no more moves can be made."))
    across, below = openings(position)
    bits = step_bits(position, across, below)
    if move == PASS:
        return _explain_pass(position, bits)
    if not 0 <= move < PASS:
        return explain_camel(position, camel_of(move))
    if bits >> move & 1:
        return None
    name = DIRECTIONS[move]
    layout = layout_of(position)
    legal = [DIRECTIONS[step] for step in range(PASS) if bits >> step & 1]
    if not legal and _explain_pass(position, bits) is None:
        return wrong.MustPass(_("You have no legal step and no camel to place, so your only move is Pass."))
    if name in _PARTS:
        return _explain_diagonal(layout, name, bool(edge_blocks(position)))
    return _explain_straight(layout, name, legal)


def _explain_pass(position: AnyPosition, bits: int) -> IllegalMove | None:
    across, below = openings(position)
    if bits:
        step = next(name for number, name in enumerate(DIRECTIONS) if bits >> number & 1)
        return wrong.MustMove(
            _("You may pass only when you have no legal move; {step}, for one, is possible.", step=step)
        )
    horizontal, vertical = legal_slots(position, across, below)
    for axis, word in (("H", horizontal), ("V", vertical)):
        for x, y in tiles(position, word):
            text = Camel(axis, x, y).text
            return wrong.MustMove(
                _("You may pass only when you have no legal move; the camel {text}, for one, is possible.", text=text)
            )
    return None


def _explain_straight(layout: Layout, name: str, legal: list[str]) -> IllegalMove:
    me, other = layout.masters[layout.seat], layout.masters[1 - layout.seat]
    target = _beside(me, name)
    if not _on_board(layout, target):
        return wrong.OffBoard(
            _("{name} would leave the board: your master stands on its {edges} edge.", name=name, edges=_EDGES[name])
        )
    if _camel_between(layout, me, target):
        return wrong.CamelBetween(
            _("A camel lies {side} your master, so {name} is closed; go round it.", side=_SIDE[name], name=name)
        )
    assert target == other, f"{name} is legal"
    ways = [step for step in legal if step in _PARTS and name in _PARTS[step]]
    advice = _("go round the other master with {ways}", ways=" / ".join(ways)) if ways else _("take another way")
    if not _on_board(layout, _beside(other, name)):
        return wrong.JumpOffBoard(
            _("The jump {name} over the other master would leave the board; {advice}.", name=name, advice=advice)
        )
    return wrong.JumpBlocked(
        _("A camel lies behind the other master, so the jump {name} is blocked; {advice}.", name=name, advice=advice)
    )


def _explain_diagonal(layout: Layout, name: str, edge: bool) -> IllegalMove:
    me, other = layout.masters[layout.seat], layout.masters[1 - layout.seat]
    vertical, level = _PARTS[name]
    if other not in (_beside(me, vertical), _beside(me, level)):
        return wrong.NoMasterBeside(
            _(
                "{move} is possible only round the other master, which would have to stand {one} or {other} yours.",
                move=name,
                one=_SIDE[vertical],
                other=_SIDE[level],
            )
        )
    first, second = (vertical, level) if other == _beside(me, vertical) else (level, vertical)
    if _camel_between(layout, me, other):
        return wrong.CamelBetween(_("A camel lies between the two masters, so {name} is closed.", name=name))
    behind = _beside(other, first)
    if _on_board(layout, behind) and not _camel_between(layout, other, behind):
        return wrong.StraightJumpOpen(
            _(
                "{name} is possible only when the straight jump is blocked; the jump {first} is open.",
                name=name,
                first=first,
            )
        )
    if not _on_board(layout, behind) and not edge:
        return wrong.EdgeDoesNotCount(
            _(
                "In this game only a camel behind the other master allows {name}; the edge of the board does not.",
                name=name,
            )
        )
    target = _beside(other, second)
    if not _on_board(layout, target):
        return wrong.OffBoard(
            _("{name} would leave the board: your master stands on its {edges} edge.", name=name, edges=_EDGES[second])
        )
    return wrong.CamelBesideMaster(
        _("A camel lies {side} the other master, so {name} is closed.", side=_SIDE[second], name=name)
    )


def explain_camel(position: AnyPosition, camel: Camel) -> IllegalMove | None:
    """As ``explain``, for one camel in an unfinished game."""
    layout = layout_of(position)
    error = _slot_error(layout, camel)
    if error is not None:
        return error
    seats = _cut_by(position, camel)
    return cut_error(layout, seats) if seats else None


def _cut_by(position: AnyPosition, camel: Camel) -> tuple[int, ...]:
    """The seats whose last path a camel in a free slot would cut."""
    across, below = openings(position)
    slot, none = words.tile(across, camel.y * stride_of(position) + camel.x), words.empty(across)
    slots = enclosing(position, *((slot, none) if camel.axis == "H" else (none, slot)))
    if not any(map(words.some, slots)):
        return ()
    horizontal, vertical = slots
    found = [cutting(position, seat, horizontal, vertical, across, below) for seat in range(2)]
    return tuple(seat for seat, cut in enumerate(found) if any(map(words.some, cut)))


def refused_camels(position: AnyPosition) -> dict[Camel, IllegalMove]:
    """Every slot of the board where the seat to move of an unfinished game may place no camel, with the reason."""
    layout = layout_of(position)
    cuts = cut_slots(position) if layout.in_hand[layout.seat] else {}
    refused = {}
    for axis in "HV":
        for y in range(layout.height - 1):
            for x in range(layout.width - 1):
                camel = Camel(axis, x, y)
                error = _slot_error(layout, camel)
                if error is None and camel in cuts:
                    error = cut_error(layout, cuts[camel])
                if error is not None:
                    refused[camel] = error
    return refused


def cut_slots(position: AnyPosition) -> dict[Camel, tuple[int, ...]]:
    """The free slots where a camel would cut a last path, each with the seats whose path it would cut."""
    across, below = openings(position)
    horizontal, vertical = free_slots(position)
    cuts: dict[Camel, tuple[int, ...]] = {}
    for seat in range(2):
        found = cutting(position, seat, horizontal, vertical, across, below)
        for axis, word in zip("HV", found, strict=True):
            for x, y in tiles(position, word):
                camel = Camel(axis, x, y)
                cuts[camel] = (*cuts.get(camel, ()), seat)
    return cuts


def cut_error(layout: Layout, seats: tuple[int, ...]) -> wrong.CutsPath:
    """The refusal of a camel that would cut the last path of these seats."""
    whose = " and ".join(f"{SEAT_NAMES[seat]}'s" for seat in seats)
    return wrong.CutsPath(
        ngettext(
            "That camel would cut off {whose} last path; each master must keep a way to its goal row.",
            "That camel would cut off {whose} last paths; each master must keep a way to its goal row.",
            len(seats),
            whose=whose,
        ),
        seats,
    )


def _slot_error(layout: Layout, camel: Camel) -> IllegalMove | None:
    """What forbids a slot apart from the paths."""
    if not (camel.axis in "HV" and 0 <= camel.x < layout.width - 1 and 0 <= camel.y < layout.height - 1):
        return wrong.SlotOffBoard(
            _(
                "That camel would not lie on this board; x goes from 0 to {width}, y from 0 to {height}.",
                width=layout.width - 2,
                height=layout.height - 2,
            )
        )
    if layout.in_hand[layout.seat] == 0:
        return wrong.NoCamelsLeft(_("You have no camels left; take a step."))
    found: dict[str | None, Camel] = {overlap(camel, other): other for other in layout.camels}
    if "same" in found:
        return wrong.SlotTaken(_("A camel lies on {text} already; choose a free slot.", text=camel.text))
    if "cross" in found:
        return wrong.SlotCrosses(
            _(
                "{camel} would cross the camel {other}; camels may touch but not cross.",
                camel=camel.text,
                other=found["cross"].text,
            )
        )
    if "half" in found:
        return wrong.SlotOverlaps(
            _(
                "{camel} would overlap the camel {other}; move it so that it only touches its end.",
                camel=camel.text,
                other=found["half"].text,
            )
        )
    return None


def _beside(tile: Tile, name: str) -> Tile:
    right, down = _CHANGES[name]
    return tile[0] + right, tile[1] + down


def _on_board(layout: Layout, tile: Tile) -> bool:
    return 0 <= tile[0] < layout.width and 0 <= tile[1] < layout.height


def _camel_between(layout: Layout, one: Tile, other: Tile) -> bool:
    """Whether a camel lies between two neighbouring tiles."""
    x, y = min(one, other)
    if one[1] == other[1]:
        return Camel("V", x, y) in layout.camels or Camel("V", x, y - 1) in layout.camels
    return Camel("H", x, y) in layout.camels or Camel("H", x - 1, y) in layout.camels
