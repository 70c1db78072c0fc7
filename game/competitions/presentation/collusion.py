"""What a teacher may want to look at twice: results far from what the ratings promise, failures against one opponent
alone, and sources that are alike; each line with the figures behind it.

Nothing here proves anything. Among many pairs some results are far from the average by chance, which is said beside
them; sources may be alike because a task is small, or people worked together as they were allowed to.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from plyground.competitions import counting, templates
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.store import CompetitionStore, Entry, Snapshot
from plyground.competitions.store.rows import Kind
from plyground.competitions.submissions import files, likeness
from plyground.core.errors import Refusal
from plyground.core.messages import _

FEWEST_GAMES = 4
"""With fewer games two bots' results are not compared with their ratings."""
_FAR = 3.0
"""Standard deviations from which a result is listed."""
_TAIL = 0.0027
"""The chance of a result as far as that, both ways."""
_RARE = 0.001
"""The chance from which failures against one opponent are listed."""
_KINDS = ("ladder", "event", "final", "challenge", "league")
_DIRECT: tuple[Kind, ...] = ("ladder", "event", "final")


def report(store: CompetitionStore, competition: str) -> dict[str, Any]:
    """The lines by kind: ``results``, ``failures``, ``sources`` and ``owners``, with how many ``pairs`` were looked at
    and how many of them chance alone would list (``by_chance``), and ``read``, how many sources were compared.

    Raises ``NoSuchCompetition``.
    """
    now = snapshot(store, competition)
    return now.keep("collusion", lambda: _report(now))


def _report(now: Snapshot) -> dict[str, Any]:
    results, pairs = _results(now)
    sources, read = _sources(now)
    return {
        "results": results,
        "pairs": pairs,
        "by_chance": round(pairs * _TAIL, 1),
        "failures": _failures(now),
        "sources": sources,
        "read": read,
        "owners": _owners(now),
    }


def _results(now: Snapshot) -> tuple[list[dict[str, Any]], int]:
    """The pairs whose results are far from what all games together say of both, and how many pairs there are.

    The ratings rest on these games too, which makes what is found a little too small, never too large.
    """
    rated = counting.all_ratings(now)
    seen: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for result in counting.results(now.games, *_DIRECT):
        for pair in result.pairs():
            one, other = pair[0], pair[1]
            if one == other or one not in rated or other not in rated:
                continue
            mine, its = now.owners[one], now.owners[other]
            expected = 1 / (1 + 10 ** ((rated[other].elo - rated[one].elo) / 400))
            score = float(pair[2])
            if mine.number <= its.number:
                seen[mine.id, its.id].append((score, expected))
            else:
                seen[its.id, mine.id].append((1 - score, 1 - expected))
    entries = {entry.id: entry for entry in now.entries}
    lines, looked = [], 0
    for (one, other), games in seen.items():
        if one == other or len(games) < FEWEST_GAMES:
            continue
        looked += 1
        score, expected = (sum(each[at] for each in games) for at in (0, 1))
        spread = math.sqrt(sum(each * (1 - each) for _score, each in games))
        far = (score - expected) / spread if spread else 0.0
        if abs(far) < _FAR:
            continue
        told = {
            "name": entries[one].alias, "other": entries[other].alias, "games": len(games), "score": _points(score),
            "expected": _points(expected), "far": f"{abs(far):.1f}",
        }  # fmt: skip
        words = _(
            "{name} has {score} of {games} points against {other}; by all their games {expected} were to be expected "
            "({far} standard deviations).",
            **told,
        )
        lines.append({"bots": [one, other], "far": round(far, 2), "sentence": words})
    return sorted(lines, key=lambda line: -abs(line["far"])), looked


def _points(score: float) -> str:
    return f"{score:.1f}".removesuffix(".0")


def _failures(now: Snapshot) -> list[dict[str, Any]]:
    """Who failed (a bot cannot resign) against one opponent far more often than against the rest."""
    failed: dict[tuple[str, str], int] = defaultdict(int)
    met: dict[tuple[str, str], int] = defaultdict(int)
    failed_at_all: dict[str, int] = defaultdict(int)
    met_at_all: dict[str, int] = defaultdict(int)
    for game in now.played:
        if game.kind not in _KINDS or game.result is None:
            continue
        owners = [now.owners[one].id if one in now.owners else "" for one in game.entrants]
        for seat, mine in enumerate(owners):
            for other in {each for each in owners if each and each != mine}:
                if mine:
                    fails = game.result["verdicts"][seat] != "fair"
                    met[mine, other] += 1
                    met_at_all[mine] += 1
                    failed[mine, other] += fails
                    failed_at_all[mine] += fails
    entries = {entry.id: entry for entry in now.entries}
    lines = []
    for (mine, other), times in failed.items():
        games = met[mine, other]
        others, all_others = failed_at_all[mine] - times, met_at_all[mine] - games
        if times < 2 or games < 3 or not all_others:
            continue
        usual = (others + 1) / (all_others + 2)
        if _tail(times, games, usual) >= _RARE:
            continue
        told = {
            "name": entries[mine].alias, "other": entries[other].alias, "times": times, "games": games,
            "others": others, "all": all_others,
        }  # fmt: skip
        words = _(
            "{name} failed in {times} of {games} games against {other}, and in {others} of {all} "
            "against everybody else.",
            **told,
        )
        lines.append({"bots": [mine, other], "sentence": words})
    return lines


def _tail(times: int, games: int, share: float) -> float:
    """The chance of so many or more of so many games, each with this chance."""
    return sum(math.comb(games, each) * share**each * (1 - share) ** (games - each) for each in range(times, games + 1))


def _sources(now: Snapshot) -> tuple[list[dict[str, Any]], int]:
    """The active versions whose sources are alike, and how many could be read."""
    contents: dict[str, str] = {}
    owners: dict[str, Entry] = {}
    for entry in now.entries:
        version = now.versions.get(entry.active or "")
        if version is not None and version.bot["kind"] == "upload":
            found = _text(version.bot)
            if found:
                contents[entry.id], owners[entry.id] = found, entry
    lines = []
    for each in likeness.alike(contents, [templates.source(now.competition.game)]):
        told = {"name": owners[each.one].alias, "other": owners[each.other].alias, "share": round(100 * each.share)}
        if contents[each.one] == contents[each.other]:
            words = _("{name} and {other} are the same file.", **told)
        elif each.identical:
            words = _("{name} and {other} differ in names, numbers, texts and comments alone.", **told)
        else:
            words = _(
                "{name} and {other}: {share} % of the passages of the shorter source stand in the other one too, "
                "templates left aside ({common} passages).",
                **told, common=each.common,
            )  # fmt: skip
        lines.append({"bots": [each.one, each.other], "share": round(each.share, 3), "sentence": words})
    return lines, len(contents)


def _text(bot: Mapping[str, Any]) -> str:
    """All that reads as text of a handed-in bot, "" if its files are gone."""
    try:
        kept = files.kept(bot["content"])
    except (Refusal, OSError):
        return ""
    parts, left = [], likeness.MOST_BYTES
    for _path, (data, _runs) in sorted(kept.items()):
        if b"\0" not in data[:1000] and left > 0:
            parts.append(data[:left].decode("utf-8", errors="replace"))
            left -= len(data)
    return "\n".join(parts)


def _owners(now: Snapshot) -> list[dict[str, Any]]:
    """Bots whose owners have one key: one person's, or a team's."""
    by_key: dict[str, list[Entry]] = defaultdict(list)
    for entry in now.entries:
        if entry.owner:
            by_key[entry.owner].append(entry)
    return [
        {
            "bots": [entry.id for entry in own],
            "sentence": _("One key opens {names}.", names=", ".join(entry.alias for entry in own)),
        }
        for own in by_key.values()
        if len(own) > 1
    ]
