"""The same bot in each language, handed in, built, validated and played as in a competition; and how quick it is."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plyground.competitions import registration, templates
from plyground.competitions.languages import table
from plyground.competitions.languages.language import Language
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.running.workers import GameWorkers
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition, CompetitionStore, Version
from plyground.core.settings import Settings
from plyground.sandbox.probe import choose
from tools.benchmarks._registry import Row, benchmark

PLIES, GAMES, DEEP = 5, 20, 7
_NOTED = re.compile(r"^(\d{1,12}) positions$", re.MULTILINE)
_PLENTY = {"base": 600.0, "increment": 10.0}
_PATIENCE = 600.0


@benchmark("bot-languages", "game/competitions/languages game/competitions/submissions game/sandbox")
def bot_languages() -> list[Row]:
    """The alpha-beta bot of Othello's templates in each language, five plies deep and without a table, is handed in and
    compiled, plays its first games, and then twenty against the random bot, first and second in turns, each language by
    the same seeds: so all have to play the same games. Points are won games and half of drawn ones. Then it is handed
    in with seven plies, and plays one more game as first player: the positions that it looked at, by the seconds that
    the referee charged for its moves. To build is what handing in takes; to start is what the clock is charged before
    the first move, as when Numba's functions are loaded. One game at a time, by a worker in the sandbox."""
    rows: list[Row] = []
    with _place() as (store, made), GameWorkers(1) as workers:
        played: dict[str, dict[int, tuple[Any, ...]]] = {}
        for language in table.LANGUAGES:
            if language.suffixes:
                played[language.id] = {}
                rows += _of(language, store, made, workers, played)
    return rows


@contextmanager
def _place() -> Iterator[tuple[CompetitionStore, Competition]]:
    """An empty data folder, and in it a competition."""
    before = os.environ.get("PLYGROUND_DATA")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        os.environ["PLYGROUND_DATA"] = name
        store = CompetitionStore(Settings(database=f"sqlite:///{name}/games.sqlite3"))
        try:
            settings = EventSettings.from_json({"ladder_clock": _PLENTY})
            yield store, store.create("Languages", "othello", {}, settings, 1)
        finally:
            store.close()
            del os.environ["PLYGROUND_DATA"]
            if before is not None:
                os.environ["PLYGROUND_DATA"] = before


def _of(
    language: Language,
    store: CompetitionStore,
    made: Competition,
    workers: GameWorkers,
    played: dict[str, dict[int, tuple[Any, ...]]],
) -> list[Row]:
    """The figures of one language; what it ``played`` is added to that of those before."""
    name = f"{language.title} {language.version}".strip()
    entry = registration.register(store, made.id, language.id)
    version, _built = _handed_in(language, store, entry.id, made, PLIES)
    confinement = choose().name
    (decided,) = CompetitionRunner(store, made.id, workers, confinement).validate([version.id])
    if decided.admission != "validated":
        raise RuntimeError(f"{name}: {decided.reason}")
    points, fair, own = 0.0, 0, played[language.id]

    def ended(game: str, record: Mapping[str, Any]) -> None:
        nonlocal points, fair
        number = int(game)
        ranks, seat = record["ranks"], number % 2
        points += 0.5 if ranks[0] == ranks[1] else float(ranks[seat] == 1)
        fair += record["verdicts"][seat]["code"] == "fair"
        own[number] = tuple(record["moves"])

    tasks = ((str(number), _task(version, number, confinement)) for number in range(GAMES))
    workers.play(tasks, ended)
    same = sum(own[number] == played[table.PYTHON.id][number] for number in own)

    deep, built = _handed_in(language, store, entry.id, made, DEEP)
    record = workers.play_one(_task(deep, GAMES, confinement), {}, _PATIENCE)
    positions = int(_NOTED.findall(record["logs"][0])[-1])
    seconds = sum(each for each, seat in zip(record["seconds"], record["seats"], strict=True) if seat == 0)
    return [
        Row(f"{name}: without a failure", fair, "games", str(GAMES)),
        Row(f"{name}: points", points, f"of {GAMES}"),
        Row(f"{name}: the same as in Python", same, "games", str(GAMES)),
        Row(f"{name}: of {positions:,} positions", positions / seconds, "a second"),
        Row(f"{name}: to build", built, "s"),
        Row(f"{name}: to start", record["start_seconds"][0], "s"),
    ]


def _handed_in(
    language: Language, store: CompetitionStore, entry: str, made: Competition, plies: int
) -> tuple[Version, float]:
    """A version of the bot that looks so many plies ahead, and the seconds that it took to hand in."""
    written = table.language("numba") if language is table.PYTHON else language
    source = re.sub(
        r"(?i)\b(depth(?:OfAll)?)( *(?:: i32)? *=? *)3\b",
        rf"\g<1>\g<2>{plies}",
        templates.source("othello", written),
        count=1,
    )
    given = {f"bot{language.suffixes[0]}": (source.encode(), False)}
    begun = time.monotonic()
    version = registration.submit_files(store, store.entry(made.id, entry), given, language=language.id)
    return version, time.monotonic() - begun


def _task(version: Version, number: int, confinement: str) -> dict[str, Any]:
    """A game against the random bot, with the seed and the seat that its number has."""
    bots: list[Any] = [dict(version.bot), {"kind": "built_in", "bot": "random"}]
    return {
        "id": f"{version.id}-{number}",
        "game": "othello",
        "options": {},
        "start": None,
        "seed": 1 + number,
        "clock": _PLENTY,
        "confinement": confinement,
        "entrants": bots if number % 2 == 0 else bots[::-1],
    }
