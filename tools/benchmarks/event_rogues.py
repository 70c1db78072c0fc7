"""An event in which most bots misbehave: is every verdict right, the table too, and nobody else's game touched?"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

from plyground.competitions import counting, registration, templates
from plyground.competitions.running.competition_runner import CompetitionRunner, Players
from plyground.competitions.running.workers import GameWorkers
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.competitions.submissions import unpacking
from plyground.core import registry
from plyground.core.settings import Settings
from plyground.sandbox import probe, surroundings, users
from plyground.sandbox.bot_library.folder import folder
from plyground.sandbox.contract import MEGABYTE
from plyground.sandbox.surroundings import LAUNCHER
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.rogues import FOLDER, VERDICTS

ROGUES = (
    "endless_loop", "flood", "fork", "memory", "file_reading", "network", "illegal", "late", "silent", "lying",
    "crash_at_init", "crash_at_move_3", "tries_and_plays",
)  # fmt: skip
_NEVER = 0.0
STEADY = {
    "looks at 5": {"NODES": 5, "HURRY": _NEVER},
    "looks at 40": {"NODES": 40, "HURRY": _NEVER},
    "looks at 150": {"NODES": 150, "HURRY": _NEVER},
    "wavers": {"NODES": 40, "HURRY": _NEVER, "noise": 3.0},
    "guesses": {"NODES": 5, "HURRY": _NEVER, "noise": 30.0},
}
"""The template made stronger and weaker, bounded by positions alone: the same seed, the same game, however long it
takes. The noise is added to what it makes of a position."""
_CLOCK = {"base": 2.0, "increment": 0.1}
_MOST_MOVES = 200
_BOUNDS = {"memory_bytes": 128 * MEGABYTE}
"""Less than usual, so that who takes all there is gets there within the clock though the machine is busy."""


def variant(**parameters: float) -> str:
    """The template of Crazy Camel with other numbers."""
    source = templates.source("camel")
    noise = parameters.pop("noise", 0.0)
    for name, value in parameters.items():
        before, line, after = source.partition(f"\n{name} = ")
        if not line:
            raise LookupError(f"the template has no {name}")
        source = f"{before}{line}{value!r}{after[after.index('  #') :]}"
    rated = "evaluate(configuration, after, me), random()"
    if rated not in source:
        raise LookupError("the template rates its moves otherwise")
    return source.replace(rated, f"evaluate(configuration, after, me) + {noise!r} * random(), random()")


@dataclass
class Judged:
    """What was found in the games of an event."""

    games: int = 0
    wrong: list[str] = field(default_factory=list)
    """Sentences on verdicts that are not what the bot has earned, rogues' and others'."""
    right: Counter[str] = field(default_factory=Counter)
    """For each bot the games with the verdict that it has earned."""
    points: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    attempts: Counter[str] = field(default_factory=Counter)
    """How often what a bot tries before it plays on was denied, and how often it came through."""


def make_event(
    store: CompetitionStore, rogues: Sequence[str], steady: Sequence[str], others: Mapping[str, str], **settings: Any
) -> str:
    """A competition of these rogues, of these variants of the template, the template as it is, and built-in bots.

    All that is handed in is admitted by the teacher. Returns its id.
    """
    made = store.create("Rogues", "camel", {}, EventSettings.from_json(settings), 5)
    sources = {name: (FOLDER / f"{name}.py").read_bytes() for name in rogues}
    sources |= {name: variant(**STEADY[name]).encode() for name in steady}
    sources["template"] = variant().encode()
    for name, source in sources.items():
        _, version = registration.register_with(store, made.id, unpacking.unpack("bot.py", source), name)
        store.set_admission(version.id, "admitted")
    for name, bot in others.items():
        registration.register_with(store, made.id, bot, name)
    return made.id


def names_of(store: CompetitionStore, competition: str) -> dict[str, str]:
    """The bots' aliases by their versions."""
    return {version: owner.alias for version, owner in store.snapshot(competition, []).owners.items()}


def judge(store: CompetitionStore, competition: str) -> Judged:
    """Look at every game: its verdicts, and, by playing its moves again, who has won."""
    names, rules = names_of(store, competition), registry.game("camel")
    options = store.get(competition).options
    found = Judged()
    for game, task, record in store.records(competition):
        found.games += 1
        players = [names[one] for one in store.game(game)[1].entrants]
        fallen = [seat for seat, verdict in enumerate(record["verdicts"]) if verdict["code"] != "fair"]
        for seat, name in enumerate(players):
            verdict, log = record["verdicts"][seat], record["logs"][seat]
            if _earned(name, seat, record, fallen):
                found.right[name] += 1
            else:
                found.wrong.append(f"{game}: {name} against {players[1 - seat]}: {verdict}")
            if name == "tries_and_plays":
                found.attempts["denied"] += log.count("denied")
                found.attempts["came through"] += log.count("came through")
        last = rules.replay(rules.initial(options), record["moves"])[-1]
        returns = rules.returns(last)
        if len(fallen) == 1:
            found.points[players[1 - fallen[0]]] += 1.0
        elif not fallen and returns is not None and returns[0] != returns[1]:
            found.points[players[0 if returns[0] > returns[1] else 1]] += 1.0
        elif not fallen:
            for name in players:
                found.points[name] += 0.5
        if task["id"] != game or record["id"] != game:
            found.wrong.append(f"{game}: a record of another game")
    return found


def _earned(name: str, seat: int, record: Mapping[str, Any], fallen: Sequence[int]) -> bool:
    """Whether a bot's verdict in a game is right: its own, or ``fair`` if it does nothing wrong or the game ended by
    the other one's failure before it came to that."""
    code, move = VERDICTS.get(name, ("fair", None))
    verdict = record["verdicts"][seat]
    if verdict["code"] == "fair":
        own = sum(mover == seat for mover in record["seats"])
        finished = record["reason"] == "rules" and move is not None and own < move
        return code == "fair" or finished or (bool(fallen) and seat not in fallen)
    return (verdict["code"], verdict["move"]) == (code, move)


def table_is_right(store: CompetitionStore, competition: str, judged: Judged) -> bool:
    """Whether points, places and order of the table are those that follow from the games."""
    data = counting.standings(store.snapshot(competition))["standings"]
    points = {row["name"]: row["points"] for row in data}
    places = {row["name"]: row["place"] for row in data}
    expected = {name: 1 + sum(judged.points[other] > judged.points[name] for other in points) for name in points}
    ordered = [row["points"] for row in data] == sorted((row["points"] for row in data), reverse=True)
    return ordered and places == expected and all(points[name] == judged.points[name] for name in points)


def touched(store: CompetitionStore, competition: str, steady: Sequence[str], players: Players) -> tuple[int, int]:
    """Play the games between bots bounded by positions again, with nobody else about: how many those are, and how
    many went otherwise in the event."""
    names = names_of(store, competition)
    known = {version for version, name in names.items() if name in steady}
    again: list[tuple[str, Mapping[str, Any]]] = []
    before: dict[str, list[str]] = {}
    for game, task, record in store.records(competition):
        if set(store.game(game)[1].entrants) <= known:
            again.append((game, {**task, "confinement": record["confinement"]}))
            before[game] = record["moves"]
    other: list[str] = []

    def finished(game: str, record: Mapping[str, Any]) -> None:
        if record.get("moves") != before[game]:
            other.append(game)

    players.play(iter(again), finished)
    return len(again), len(other)


def left_running(workers: Sequence[int], since: float) -> list[str]:
    """The processes of bots, younger than ``since``: those whose user belongs to one of the workers, and those that run
    under the project's launcher or runner and were started here or left behind."""
    own = {users.FIRST + pid * users.EACH + number for pid in workers for number in range(users.EACH)}
    ours, found = (str(LAUNCHER), str(folder() / "main.py")), []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            words = process.cmdline()
            named = not set(words).isdisjoint({*ours, *map(surroundings.inside, ours)})
            if named and process.ppid() != 1:
                named = os.getpid() in [each.pid for each in process.parents()]
            if (
                (named or process.uids().real in own)
                and process.create_time() >= since
                and process.status() != psutil.STATUS_ZOMBIE
            ):
                found.append(" ".join(words))
    return found


@contextmanager
def own_store(folder: Path) -> Iterator[CompetitionStore]:
    """A database in this folder, and in it the data folder and the temporary folder of this process and its workers,
    ``data`` and ``temporary``."""
    own = {"PLYGROUND_DATA": folder / "data", "TMPDIR": folder / "temporary"}
    before = {name: os.environ.get(name) for name in own}
    for name, path in own.items():
        path.mkdir(mode=0o755)
        os.environ[name] = str(path)
    tempfile.tempdir = None  # so that it is looked up again
    store = CompetitionStore(Settings(database=f"sqlite:///{folder / 'event.sqlite3'}"))
    try:
        yield store
    finally:
        store.close()
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value
        tempfile.tempdir = None


@benchmark("event-rogues", measures="game/competitions")
def event_rogues() -> list[Row]:
    """A double round robin of 20 bots of Crazy Camel at 2 s + 0.1 s with 128 MB each, played on all cores in the
    sandbox: 13 rogues, the template, five variants of it that are bounded by positions, and the random bot, all
    admitted by the teacher. Each game's verdicts are compared with what the bots have earned, the table is counted
    again from the moves, and the variants' games against each other are played again with nobody else about."""
    confinement = probe.choose().name
    with tempfile.TemporaryDirectory(prefix="plyground-rogues-") as name, own_store(Path(name)) as store:
        Path(name).chmod(0o755)
        made = make_event(
            store, ROGUES, list(STEADY), {"random": "random"}, clock=_CLOCK, most_moves=_MOST_MOVES, bounds=_BOUNDS
        )
        since, begun = time.time(), time.monotonic()
        with GameWorkers() as cluster:
            workers = cluster.worker_processes()
            CompetitionRunner(store, made, cluster, confinement).run_event()
            minutes = (time.monotonic() - begun) / 60
            at_once = left_running(workers, since)
            pairs, otherwise = touched(store, made, list(STEADY), cluster)
        judged = judge(store, made)
        right_table = table_is_right(store, made, judged)
        left = [*at_once, *left_running(workers, since)]
        files = list((Path(name) / "temporary").iterdir())
    for sentence in judged.wrong:
        print(sentence, file=sys.stderr)
    bots = len(store_names := set(judged.right))
    each = 2 * (bots - 1)
    rows = [
        Row("bots", bots, "bots", "20"),
        Row("games", judged.games, "games", str(len(list(combinations(store_names, 2))) * 2)),
        Row("time", minutes, "min", "less than 5"),
    ]
    rows += [Row(f"{rogue}: {VERDICTS[rogue][0]}", judged.right[rogue], "games", str(each)) for rogue in ROGUES]
    others = store_names - set(ROGUES)
    return [
        *rows,
        Row("fair verdicts of the others", sum(judged.right[one] for one in others), "games", str(each * len(others))),
        Row("wrong verdicts", len(judged.wrong), "verdicts", "0"),
        Row("tries_and_plays: attempts denied", judged.attempts["denied"], "attempts"),
        Row("tries_and_plays: attempts that came through", judged.attempts["came through"], "attempts", "0"),
        Row("games of the variants", pairs, "games"),
        Row("of them otherwise than with nobody else about", otherwise, "games", "0"),
        Row("table as counted again from the moves", float(right_table), "1 is yes", "1"),
        Row("processes left running", len(left), "processes", "0"),
        Row("files and folders left in the temporary folder", len(files), "files", "0"),
    ]


_HALF = """
import time as clock
from plyground.camel import list_valid_moves

def make_move(random, time, configuration, game_state):
    until = clock.process_time() + 0.5 * (0.1 + 2.0 / 60)
    while clock.process_time() < until:
        pass
    return list_valid_moves(configuration, game_state)[0]
"""
"""Uses half of its clock by processor time in a game of sixty moves of its own."""
_BUSY = "while True: pass"


@benchmark("event-load", measures="game/competitions/refereeing game/sandbox")
def event_load() -> list[Row]:
    """Five bots that are bounded by positions, the template, and one that uses half of its clock by processor time,
    each against each both ways round at 2 s + 0.1 s, games of 120 moves at most: on a quiet machine, and beside two
    processes for each core that do nothing but count."""
    confinement, found = probe.choose().name, []
    for hogs in (0, 2 * len(os.sched_getaffinity(0))):
        with tempfile.TemporaryDirectory(prefix="plyground-load-") as name, own_store(Path(name)) as store:
            Path(name).chmod(0o755)
            busy = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(hogs)]
            try:
                made = make_event(store, [], list(STEADY), {}, clock=_CLOCK, most_moves=120, bounds=_BOUNDS)
                _, version = registration.register_with(store, made, unpacking.unpack("bot.py", _HALF.encode()), "half")
                store.set_admission(version.id, "admitted")
                with GameWorkers() as cluster:
                    CompetitionRunner(store, made, cluster, confinement).run_event()
            finally:
                for each in busy:
                    each.kill()
                    each.wait()
            names, games = names_of(store, made), {}
            for game, _task, record in store.records(made):
                players = tuple(names[one] for one in store.game(game)[1].entrants)
                games[players] = record, store.game(game)[1].attempts
            found.append(games)
    quiet, loaded = found
    steady = [players for players in quiet if set(players) <= set(STEADY)]
    same = [players for players in steady if quiet[players][0]["moves"] == loaded[players][0]["moves"]
            and quiet[players][0]["verdicts"] == loaded[players][0]["verdicts"]]  # fmt: skip
    late = sum(verdict["code"] == "time" for record, _ in loaded.values() for verdict in record["verdicts"])
    waits = sum(sum(record["waited"]) for record, _ in loaded.values())
    charged = sum(sum(record["seconds"]) for record, _ in loaded.values())
    return [
        Row("games of bots bounded by positions", len(steady), "games", "20"),
        Row("of them equal to the quiet run, moves and verdicts", len(same), "games", "all"),
        Row("losses on time, half of the clock used, quiet", sum(
            verdict["code"] == "time" for record, _ in quiet.values() for verdict in record["verdicts"]), "games", "0"),
        Row("losses on time, half of the clock used, under load", late, "games", "0"),
        Row("games played once again, under load", sum(attempts for _, attempts in loaded.values()), "games"),
        Row("charged under load", charged, "s"),
        Row("waited for a core under load, not charged", waits, "s"),
    ]  # fmt: skip
