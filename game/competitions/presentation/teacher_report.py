"""The teacher's report: for each student the versions over time, what made each better, tests passed, and a grade.

Everything is counted from what is kept anyway: games of ladder, event and final, comparisons, answers to tests, notes.
"""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from plyground.competitions import counting, grading, roster
from plyground.competitions.grading import BadFormula
from plyground.competitions.positions import adding, shown
from plyground.competitions.presentation import profile
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.ranking.ratings import Rating
from plyground.competitions.store import CompetitionStore, Entry, Snapshot, Version
from plyground.competitions.store.positions import PositionTest
from plyground.competitions.store.rows import Kind
from plyground.core.messages import _
from plyground.core.spreadsheets import csv_text

TABLES = ("students", "versions")
USUAL = "round(50 * public + 30 * hidden + 20 * score)"
"""What the page proposes."""
_COUNTED: tuple[Kind, ...] = ("ladder", "event", "final")
_MOST_TITLES = 4


def report(store: CompetitionStore, competition: str) -> dict[str, Any]:
    """``formula`` (None without one) with the ``values`` it may name; ``tests``, the teacher's, with how many bots'
    latest versions were asked and passed; and ``students``, each with ``versions`` and a ``grade``.

    Raises ``NoSuchCompetition``. With real names, so for the teacher alone.
    """
    now = snapshot(store, competition)
    found = store.get(competition)
    tests, answers = store.positions.of(found.id), store.positions.answers(found.id)
    people, rated = roster.names(store, found.id), counting.all_ratings(now)
    places = {row.entrant: row for row in counting.table(now)}
    formula = None if found.grading is None else grading.formula(found.grading)
    scores = _scores(now)
    students: list[dict[str, Any]] = []
    for entry in now.entries:
        own = now.own(entry)
        if own and all(version.is_built_in for version in own):
            continue
        rows = _versions(store, now, entry, tests, answers, rated, scores)
        values = _values(places, len(now.field), rows)
        grade, why = (None, "") if formula is None else formula.grade(values)
        students.append(
            {
                "bot": entry.id,
                "alias": entry.alias,
                "names": people.get(entry.id) or ([entry.name] if entry.name else []),
                "values": values,
                "grade": grade,
                "why": why,
                "versions": rows,
            }
        )
    latest = [row["version"] for student in students for row in student["versions"] if row["counts_for_grade"]]
    return {
        "formula": found.grading,
        "usual": USUAL,
        "values": [{"name": name, "what": what} for name, what in grading.VALUES.items()],
        "tests": [
            shown.of_test(found, test)
            | {
                "asked": sum((test.id, one) in answers for one in latest),
                "passed": sum((test.id, one) in answers and answers[test.id, one].passed for one in latest),
            }
            for test in tests
        ],
        "bots": len(latest),
        "students": students,
    }


def set_formula(store: CompetitionStore, competition: str, text: str) -> None:
    """Grade by this formula, or with an empty one not at all; raises ``BadFormula``."""
    found = store.get(competition)
    store.set_grading(found.id, grading.formula(text).text if text.strip() else None)


def as_csv(store: CompetitionStore, competition: str, which: str) -> str:
    """One of ``TABLES`` with a header line; raises ``BadFormula`` for another one."""
    found = report(store, competition)
    if which == "students":
        names = list(grading.VALUES)
        rows = (
            [", ".join(one["names"]), one["alias"], *(one["values"][name] for name in names), one["grade"]]
            for one in found["students"]
        )
        return csv_text(["name", "bot", *names, "grade"], rows)
    if which == "versions":
        return csv_text(_VERSION_FIELDS, (row for one in found["students"] for row in _lines(one)))
    raise BadFormula(_("A table is one of {tables}.", tables=", ".join(TABLES)))


_PLAIN = ("admission", "tokens", "elo", "elo_error", "games", "score")
_VERSION_FIELDS = (
    "name", "bot", "version", "handed_in", *_PLAIN, "public_passed", "public_tests", "hidden_passed", "hidden_tests",
    "better",
)  # fmt: skip


def _lines(student: Mapping[str, Any]) -> Iterable[list[Any]]:
    for row in student["versions"]:
        at = datetime.fromtimestamp(row["created"], UTC).strftime("%Y-%m-%d %H:%M")
        counts = [row["counts"][sort][what] for sort in ("public", "hidden") for what in ("passed", "tests")]
        plain = [row[name] for name in _PLAIN]
        yield [
            ", ".join(student["names"]),
            student["alias"],
            row["number"],
            at,
            *plain,
            *counts,
            " ".join(row["better"]),
        ]


def _versions(
    store: CompetitionStore,
    now: Snapshot,
    entry: Entry,
    tests: Sequence[PositionTest],
    answers: shown.Answers,
    rated: Mapping[str, Rating],
    scores: Mapping[str, tuple[float, int]],
) -> list[dict[str, Any]]:
    """The versions of a bot in order."""
    own = now.own(entry)
    compared = {(each["new"], each["old"]): each for each in profile.comparisons(own, now.games, {})}
    let_in = [version for version in own if version.plays]
    current = entry.active if any(one.id == entry.active for one in let_in) else let_in[-1].id if let_in else None
    rows: list[dict[str, Any]] = []
    before: Version | None = None
    for version in own:
        rating, (won, games) = rated.get(version.id), scores.get(version.id, (0.0, 0))
        row = {
            "version": version.id,
            "number": version.number,
            "created": version.created,
            "admission": version.admission,
            "reason": version.reason,
            "tokens": version.tokens,
            "note": version.note,
            "active": version.id == entry.active,
            "counts_for_grade": version.id == current,
            "elo": None if rating is None else rating.elo,
            "elo_error": None if rating is None else rating.error,
            "games": games,
            "score": None if not games else round(won / games, 4),
            "counts": shown.counts(tests, answers, version.id),
            "better": [],
        }
        if before is not None and version.plays:
            row["better"] = _better(now, version, before, tests, answers, rated, compared)
        rows.append(row)
        before = version if version.plays else before
    return rows


def _better(
    now: Snapshot,
    new: Version,
    old: Version,
    tests: Sequence[PositionTest],
    answers: shown.Answers,
    rated: Mapping[str, Rating],
    compared: Mapping[tuple[int, int], Mapping[str, Any]],
) -> list[str]:
    """What a version did better or worse than the one before it, in sentences."""
    found = []
    if new.id in rated and old.id in rated:
        change, error = rated[new.id].elo - rated[old.id].elo, math.hypot(rated[new.id].error, rated[old.id].error)
        gap: dict[str, Any] = {"change": change, "error": error, "number": old.number}
        if change > error:
            found.append(_("Stronger than version {number}: {change:+.0f} Elo (± {error:.0f}).", **gap))
        elif change < -error:
            found.append(_("Weaker than version {number}: {change:+.0f} Elo (± {error:.0f}).", **gap))
        else:
            told = _("As strong as version {number}, as far as games tell: {change:+.0f} Elo (± {error:.0f}).", **gap)
            found.append(told)
    met = compared.get((new.number, old.number))
    if met is not None and met["verdict"] is not None:
        words = {"number": old.number, "wins": met["wins"], "draws": met["draws"], "losses": met["losses"]}
        if met["verdict"] == "better":
            found.append(_("Beat version {number}: {wins} won, {draws} drawn, {losses} lost.", **words))
        else:
            found.append(_("Not better than version {number}: {wins} won, {draws} drawn, {losses} lost.", **words))
    gained, lost = _changed(now, new, old, tests, answers)
    if gained:
        found.append(_("Passes now: {titles}", titles=_listed(gained)))
    if lost:
        found.append(_("Fails now: {titles}", titles=_listed(lost)))
    if new.note:
        found.append(_("Its author: “{note}”", note=" ".join(new.note.split())[:160]))
    return found


def _changed(
    now: Snapshot, new: Version, old: Version, tests: Sequence[PositionTest], answers: shown.Answers
) -> tuple[list[str], list[str]]:
    """The titles of the tests that the new version passes and the old one did not, and the other way round."""
    gained, lost = list[str](), list[str]()
    for test in tests:
        after, before = answers.get((test.id, new.id)), answers.get((test.id, old.id))
        if after is not None and before is not None and after.passed != before.passed:
            (gained if after.passed else lost).append(adding.title_of(now.competition, test))
    return _shortened(gained), _shortened(lost)


def _listed(titles: Sequence[str]) -> str:
    """Titles one after the other, each of which may be said in another language."""
    return functools.reduce(lambda before, title: _("{before}; {title}", before=before, title=title), titles)


def _shortened(titles: Sequence[str]) -> list[str]:
    kept = list(dict.fromkeys(titles))
    more = len(titles) - len(kept[:_MOST_TITLES])
    return kept[:_MOST_TITLES] + ([_("(and {more} more)", more=more)] if more else [])


def _scores(now: Snapshot) -> dict[str, tuple[float, int]]:
    """For each version the sum of its shares against others, and against how many."""
    found: dict[str, list[float]] = defaultdict(list)
    for result in counting.results(now.games, *_COUNTED):
        for one, other, score, _its in result.pairs():
            if one != other:
                found[one].append(float(score))
                found[other].append(float(_its))
    return {one: (sum(shares), len(shares)) for one, shares in found.items()}


def _values(places: Mapping[str, Any], field: int, rows: Sequence[Mapping[str, Any]]) -> dict[str, float | None]:
    """What a formula may name of a bot."""
    row = next((each for each in rows if each["counts_for_grade"]), None)
    counts = {sort: row["counts"][sort] for sort in ("public", "hidden")} if row else {}
    placed = next((places[one["version"]] for one in rows if one["version"] in places), None)
    share = {sort: each["passed"] / each["tests"] if each["tests"] else None for sort, each in counts.items()}
    return {
        "rating": row["elo"] if row else None,
        "score": row["score"] if row else None,
        "games": row["games"] if row else 0,
        "place": placed.place if placed else None,
        "points": placed.points if placed else None,
        "bots": field or None,
        "public": share.get("public"),
        "hidden": share.get("hidden"),
        "passed": sum(each["passed"] for each in counts.values()),
        "tests": sum(each["tests"] for each in counts.values()),
        "versions": sum(each["admission"] in ("validated", "admitted") for each in rows),
        "tokens": row["tokens"] if row else None,
    }
