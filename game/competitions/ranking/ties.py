"""Why bots of equal points stand in the order in which they stand, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from plyground.competitions.ranking.badges import beaten_both_ways, order, without_circles
from plyground.competitions.ranking.results import Result
from plyground.competitions.ranking.standing import BADGES, Rules
from plyground.core.messages import _, ngettext

_MOST_NAMES = 6


def explained(rows: Sequence[Mapping[str, Any]], results: Iterable[Result], rules: Rules) -> list[dict[str, Any]]:
    """Each group of equal points in a table: ``first`` (its first row), ``count``, and ``sentences`` on its order.

    ``rows`` are those of ``counting.standings``: with ``name``, ``version``, ``points``, ``place``, ``rank``,
    ``bonus`` and ``tokens``. Empty before the first game.
    """
    results = list(results)
    if not results:
        return []
    found, first = [], 0
    for points, equal in groupby(rows, key=lambda row: row["points"]):
        group = list(equal)
        if len(group) > 1:
            found.append({"first": first, "count": len(group), "sentences": _group(points, group, results, rules)})
        first += len(group)
    return found


def _group(points: float, group: Sequence[Mapping[str, Any]], results: Sequence[Result], rules: Rules) -> list[str]:
    names = {row["version"]: row["name"] for row in group}
    ranks = {row["version"]: row["rank"] for row in group}
    said = [
        _(
            "{joined} have {amount} each{place}.",
            joined=joined(names.values()),
            amount=amount(points),
            place=_place(group, rules),
        )
    ]
    if group[0]["rank"] > BADGES and not rules.tie_break_places:
        return said
    tokens = {row["version"]: row["tokens"] for row in group}
    beats = beaten_both_ways(list(names), results)
    straight = without_circles(beats)
    left = list(names)
    for step in order(list(names), results, tokens):
        left = [one for one in left if one not in step.entrants]
        if ranks[step.entrants[0]] > BADGES and not rules.tie_break_places:
            break
        if step.decided == "games":
            said.append(_by_games(names, step.entrants[0], straight, left))
        elif step.decided == "source":
            said.append(_by_source(names, step.entrants[0], straight, left, tokens))
        elif step.decided == "shared":
            said.append(
                _("Nothing tells {joined} apart: they share it.", joined=joined(names[one] for one in step.entrants))
            )
    circled = [one for one in names if beats[one] - straight[one]]
    if circled:
        said.append(
            _(
                "The wins among {joined} run in a circle, so none of those decides.",
                joined=joined(names[one] for one in circled),
            )
        )
    return said


def _place(group: Sequence[Mapping[str, Any]], rules: Rules) -> str:
    if rules.tie_break_places:
        return _("; the tie-break gives their places")
    bonus = _(", and each gets its bonus of {group:g}", group=group[0]["bonus"]) if group[0]["bonus"] else ""
    order = _("; the badges are decided so") if group[0]["rank"] <= BADGES else ""
    return _(" and share place {place}{bonus}{order}", place=group[0]["place"], bonus=bonus, order=order)


def _by_games(names: Mapping[str, str], one: str, beats: Mapping[str, set[str]], left: Sequence[str]) -> str:
    beaten = [other for other in left if other in beats[one]]
    if not beaten:
        return _(
            "{names} lost to none of these both ways round, as each of the others did, and comes before them.",
            names=names[one],
        )
    return _(
        "{names} won against {joined} both as first and as second player, and comes before.",
        names=names[one],
        joined=joined(names[other] for other in beaten),
    )


def _by_source(
    names: Mapping[str, str],
    one: str,
    beats: Mapping[str, set[str]],
    left: Sequence[str],
    tokens: Mapping[str, int | None],
) -> str:
    """``one`` has the shortest source of those whom nobody left beats."""
    rivals = [other for other in left if not any(other in beats[third] for third in (one, *left))]
    sizes = [_("{size} in {names}", size=_size(tokens[other]), names=names[other]) for other in rivals[:_MOST_NAMES]]
    against = joined(names[other] for other in rivals)
    return _(
        "Games leave {names} and {against} level; {names} has the shorter source ({size}, "
        "against {joined}) and comes before.",
        names=names[one],
        against=against,
        size=_size(tokens[one]),
        joined=joined(sizes),
    )


def _size(tokens: int | None) -> str:
    if tokens is None:
        return _("no source that is counted")
    return ngettext("{count:,} token", "{count:,} tokens", tokens)


def amount(points: float) -> str:
    """Points as people write them: ``2½ points``."""
    whole, rest = divmod(points, 1)
    text = (f"{whole:g}" if whole or not rest else "") + ("½" if rest == 0.5 else "")
    if rest not in (0, 0.5):
        text = f"{points:.2f}"
    return ngettext("{count} point", "{count} points", points, count=text)


def joined(names: Iterable[str]) -> str:
    """Names as a sentence has them; many are cut short."""
    all_of_them = list(names)
    if len(all_of_them) > _MOST_NAMES:
        return _(
            "{names} and {count} more",
            names=", ".join(all_of_them[: _MOST_NAMES - 1]),
            count=len(all_of_them) - _MOST_NAMES + 1,
        )
    *most, last = all_of_them
    return _("{names} and {last}", names=", ".join(most), last=last) if most else last
