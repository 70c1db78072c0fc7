"""What each idea of the fast search saves: one position searched to one depth with all ideas, and without each.

All counts are the search's own. A search that would take too long without an idea is stopped, and its count is then a
least one. Ideas that leave something out (reductions, null moves, shallow searches or estimates in place of deep ones)
or look further (forcing moves) may change the move and the value as well; that is why they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from plyground.core import kernels, knowledge, registry
from plyground.core.bot import Limits
from plyground.core.errors import BadOption, UnfitBot
from plyground.core.game import Game, KernelGame
from plyground.core.messages import _
from plyground.search.pvs import contract
from plyground.search.pvs import search as pvs

USUAL_NODES, MOST_NODES = 10_000, 300_000
"""Unless a depth is named, the deepest that so many positions reach; no search visits more than the second number."""
DEEPEST = 20


@dataclass(frozen=True)
class Idea:
    """One idea: its name in ``pvs.Settings``, and what people read."""

    id: str
    title: str
    help: str


_EVERYWHERE = (
    Idea(
        "remembering",
        _("Table of positions"),
        _("A position that was searched before is not searched again, and its best move comes first."),
    ),
    Idea("killers", _("Killer moves"), _("A move that has cut beside this position is tried early.")),
    Idea("history", _("History"), _("Moves that have often cut anywhere are tried earlier.")),
    Idea("scouting", _("Null windows"), _("After the first move it is only asked whether another is better.")),
    Idea(
        "aspiration", _("Narrow root window"), _("The search expects the last value, and widens the window if need be.")
    ),
)
_REDUCING = Idea("reducing", _("Late move reductions"), _("Moves that look poor are searched less deeply at first."))
_QUIESCENCE = Idea("quiescence", _("Quiescence"), _("Where the depth ends, threats are still looked at."))
_NULL_MOVE = Idea("null_move", _("Null move"), _("Who would do well enough without moving is not searched in full."))
_PROBCUT = Idea("probcut", _("Multi-ProbCut"), _("A shallow search far outside the window stands for a deep one."))
_FUTILITY = Idea(
    "futility",
    _("Futility pruning"),
    _("Near the horizon, an estimate far outside the window stands for the search."),
)
_PRUNING = Idea(
    "pruning", _("Late move pruning"), _("Near the horizon, moves that look poor are not searched after many others.")
)
_NAMED = (_REDUCING, _PRUNING, _QUIESCENCE, _NULL_MOVE, _PROBCUT, _FUTILITY)


@dataclass(frozen=True)
class Count:
    """One search: which ideas were left out, the positions it visited (at least so many where it was ``stopped``), the
    times as many as with all ideas, its best move, and its value: signed, ``won``, ``lost`` or nothing."""

    without: tuple[str, ...]
    positions: int
    stopped: bool
    times: float
    move: str
    value: str


def ideas_of(game: Game[Any, Any], position: Any) -> tuple[Idea, ...]:
    """The ideas that make a difference to the fast search of this position; none if it does not play the game."""
    strength, kind = knowledge.of(game).strength, type(position)
    if strength is None or not strength.searched or not pvs.fits(game) or game.seats_at(position) != 2:
        return ()
    ordered = kernels.has(contract.rate, kind) or kernels.has(kernels.rank, kind)
    threats = kernels.has(contract.forcing, kind) or kernels.has(contract.extension, kind)
    passes, shallow = kernels.has(contract.null_move, kind), kernels.has(contract.probcut, kind)
    trusts = kernels.has(contract.swing, kind)
    named = zip(_NAMED, (ordered, ordered, threats, passes, shallow, trusts), strict=True)
    return (*_EVERYWHERE, *(idea for idea, has in named if has))


def compare(
    game: Game[Any, Any], position: Any, without: Iterable[str] = (), depth: int | None = None
) -> tuple[int, tuple[Count, ...]]:
    """The depth, and the searches to it: with all ideas, without each, without all, and without those named, if these
    are two or more. Raises ``UnfitBot`` where the fast search does not play, ``BadOption`` for unknown names."""
    known = [idea.id for idea in ideas_of(game, position)]
    if not known or not isinstance(game, KernelGame):
        raise UnfitBot(_("The fast search does not play {title} here.", title=game.spec.title))
    wrong = [name for name in without if name not in known]
    if wrong:
        raise BadOption(_("There is no idea “{name}” here; there are: {known}.", name=wrong[0], known=", ".join(known)))
    counting = _Counting(game, position)
    if depth is None:
        depth = max(1, counting.found((), Limits(nodes=USUAL_NODES)).depth)
    chosen = tuple(name for name in known if name in set(without))
    asked = [(), *((name,) for name in known), tuple(known)]
    if len(chosen) > 1 and chosen not in asked:
        asked.append(chosen)
    return depth, tuple(counting.count(each, min(depth, DEEPEST)) for each in asked)


def compared(game: str, options: dict[str, Any], position: str, moves: list[str], **asked: Any) -> dict[str, Any]:
    """The same from texts, as plain data, with the further arguments of ``compare``: what a worker is asked for."""
    rules = registry.game(game)
    here = rules.parse_position(position, options)
    for text in moves:
        here = rules.play(here, rules.require(here, text))
    asked.pop("tell", None)
    depth, counts = compare(rules, here, **asked)
    return {"depth": depth, "counts": [asdict(each) for each in counts]}


class _Counting:
    """Searches of one position, each with a table of its own."""

    def __init__(self, game: KernelGame[Any], position: Any) -> None:
        strength = knowledge.of(game).strength
        assert strength is not None
        self._game, self._position, self._weights = game, position, strength.weights()
        self._all = 0

    def found(self, without: tuple[str, ...], limits: Limits) -> pvs.Finding:
        settings = replace(pvs.Settings(), **dict.fromkeys(without, False))
        return pvs.search(self._game, self._position, self._weights, limits, settings=settings)

    def count(self, without: tuple[str, ...], depth: int) -> Count:
        found = self.found(without, Limits(nodes=MOST_NODES, depth=depth))
        if not without:
            self._all = found.nodes
        stopped = found.depth < depth and not found.ended
        move = self._game.move_text(self._position, found.move)
        return Count(without, found.nodes, stopped, round(found.nodes / self._all, 2), move, _value(found))


def _value(found: pvs.Finding) -> str:
    if not found.lines:
        return ""
    line = found.lines[0]
    if line.plies is not None:
        return "won" if line.score > 0 else "lost"
    return f"{line.score / 100:+.2f}"
