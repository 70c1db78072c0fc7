"""A class that tries its bots at once, or hands them in, alone and beside a flooder: when each has its answer."""

from __future__ import annotations

import secrets
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

import psutil  # type: ignore[import-untyped]
import requests

from plyground.bots._levels import levels
from plyground.core import registry
from tools.benchmarks._measuring import wait_until
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.serving import Server

STUDENTS, WITHIN, GAME_SECONDS, ROUNDS = 30, 10.0, 3.0, 3
_PATIENCE = 120.0
_THINKS = """def make_move(random, time, configuration, game_state):
    end = time() - {seconds}
    while time() > end:
        pass
    return game_state.moves[0]
"""
"""A bot that uses so many seconds of a core for each move."""
_GAME: dict[str, Any] = {
    "game": "othello",
    "options": {"size": 4},
    "seat": 0,
    "clock": {"base": 5, "increment": 0.5},
}


class Trier:
    """A browser, as the server sees it: it opens the page, keeps its key, and tries."""

    def __init__(self, url: str) -> None:
        self._url, self._session = url, requests.Session()
        self._session.get(f"{url}/write/othello", timeout=_PATIENCE).raise_for_status()

    def try_out(self, source: str, level: str) -> tuple[float, int, int]:
        """Seconds until the answer, its status, and the first place in the queue that was told."""
        ticket, begun, places = secrets.token_urlsafe(16), time.monotonic(), []
        done = threading.Event()

        def look() -> None:
            while not done.wait(1.0):
                told = self._session.get(f"{self._url}/api/trials/{ticket}", timeout=_PATIENCE).json()
                places.append(told["place"])

        looker = threading.Thread(target=look, daemon=True)
        looker.start()
        asked = {**_GAME, "against": level, "source": source, "ticket": ticket}
        status = self._session.post(f"{self._url}/api/trials", json=asked, timeout=_PATIENCE).status_code
        seconds = time.monotonic() - begun
        done.set()
        looker.join()
        return seconds, status, max(places, default=0)


def measure(url: str, students: int, within: float, seconds: float, flooders: int) -> list[tuple[float, int, int]]:
    """What each of so many students saw who press Try within so many seconds, each game using ``seconds`` of a core,
    beside a visitor who keeps ``flooders`` requests going."""
    weakest = levels(registry.game(_GAME["game"]))[0].id
    class_of = [Trier(url) for _ in range(students)]
    source, over = _THINKS.format(seconds=seconds / 6), threading.Event()  # a side has six moves on 4x4 at most

    def flood(trier: Trier) -> None:
        while not over.is_set():
            if trier.try_out(source, weakest)[1] == 429:
                over.wait(0.1)

    flooder = Trier(url)
    flood_threads = [threading.Thread(target=flood, args=(flooder,), daemon=True) for _ in range(flooders)]
    for thread in flood_threads:
        thread.start()
    begun = time.monotonic()

    def press(number: int) -> tuple[float, int, int]:
        time.sleep(max(0.0, begun + within * number / students - time.monotonic()))
        return class_of[number].try_out(source, weakest)

    with ThreadPoolExecutor(students) as pool:
        found = list(pool.map(press, range(students)))
    over.set()
    for thread in flood_threads:
        thread.join()
    return found


@benchmark("tries", measures="game/competitions game/web")
def tries() -> list[Row]:
    """Thirty browsers behind one address press Try within ten seconds, each for a game in which their bot uses three
    seconds of a core, on a server of two workers; then once more while one more visitor keeps twelve requests going.
    Seconds from the click to the answer."""
    rows: list[Row] = []
    slowest = []
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name), PLYGROUND_WORKERS="2").start()
        try:
            server.wait_until_warm()
            measure(server.url, 2, 0.1, 0.1, 0)  # the workers of competitions start
            for title, flooders in (("alone", 0), ("beside a flooder", 12)):
                found = measure(server.url, STUDENTS, WITHIN, GAME_SECONDS, flooders)
                waits = sorted(seconds for seconds, _status, _place in found)
                slowest.append(waits[-1])
                rows += [
                    Row(f"{title}: served", sum(status == 200 for _s, status, _p in found), "tries", str(STUDENTS)),
                    Row(f"{title}: median wait", waits[len(waits) // 2], "s"),
                    Row(f"{title}: longest wait", waits[-1], "s", "at most 60"),
                    Row(f"{title}: last place shown", max(place for _s, _t, place in found), "in the queue"),
                ]
        finally:
            server.stop()
    return [*rows, Row("longest wait beside a flooder by that alone", slowest[1] / slowest[0], "times", "at most 1.2")]


_QUICK = """def make_move(random, time, configuration, game_state):
    return game_state.moves[{number} % len(game_state.moves)]
"""


class Owner:
    """A student with a bot in a competition."""

    def __init__(self, url: str, competition: str) -> None:
        self._session = requests.Session()
        self._session.get(f"{url}/compete/{competition}/enter", timeout=_PATIENCE).raise_for_status()
        made = self._session.post(f"{url}/api/competitions/{competition}/bots", json={}, timeout=_PATIENCE).json()
        self._own = f"{url}/api/competitions/{competition}/bots/{made['bot']}/versions"
        self._session.headers["Authorization"] = f"Bearer {made['key']}"

    def hand_in(self, source: str) -> int:
        """The status of the answer."""
        return self._session.post(self._own, json={"source": source}, timeout=_PATIENCE).status_code

    def first_result(self, source: str) -> tuple[float, bool]:
        """Seconds from handing in until the first game's result is told, and whether it was within our patience."""
        begun = time.monotonic()
        assert self.hand_in(source) == 201
        while time.monotonic() < begun + _PATIENCE:
            told = self._session.get(f"{self._own}/1", timeout=_PATIENCE).json()
            if any(game["game"] for game in told["first_games"]["games"]):
                return time.monotonic() - begun, True
            time.sleep(0.5)
        return _PATIENCE, False

    def decided(self) -> bool:
        """Whether the first version's first games are over."""
        return bool(self._session.get(f"{self._own}/1", timeout=_PATIENCE).json()["admission"] != "waiting")


def _competition(server: Server, house: list[str]) -> str:
    """A new competition, with these bots of the program's own; its id."""
    spec: Any = {"title": "Cup", "game": "othello", "options": {"size": "6"}, "house": house}
    address, teacher = f"{server.url}/api/competitions", _teacher(server)
    return str(requests.post(address, json=spec, headers=teacher, timeout=_PATIENCE).json()["id"])


def _teacher(server: Server) -> dict[str, str]:
    return {"Authorization": f"Bearer {server.teacher_key}"}


def start_workers(server: Server) -> None:
    """Have the workers of competitions started, and idle again: a bot alone plays its first games and no ladder."""
    alone = Owner(server.url, _competition(server, []))
    assert alone.hand_in(_QUICK.format(number=0)) == 201
    wait_until(alone.decided, _PATIENCE)


def _processor_seconds(server: Server) -> float:
    """What the server has taken of a core, without its workers."""
    times = psutil.Process(server.pid).cpu_times()
    return float(times.user + times.system)


def class_hands_in(server: Server, students: int, within: float, flooding: bool) -> list[tuple[float, bool]]:
    """When each of so many students who hand in within so many seconds has a first result, beside a visitor who hands
    in without a pause, if one is ``flooding``."""
    competition = _competition(server, ["random"])
    class_of, over = [Owner(server.url, competition) for _ in range(students)], threading.Event()

    def flood(owner: Owner) -> None:
        number = 1000
        while not over.is_set():
            number += 1
            if owner.hand_in(_QUICK.format(number=number)) == 429:
                over.wait(0.05)

    flooder = threading.Thread(target=flood, args=(Owner(server.url, competition),), daemon=True)
    if flooding:
        flooder.start()
    begun = time.monotonic()

    def hand_in(number: int) -> tuple[float, bool]:
        time.sleep(max(0.0, begun + within * number / students - time.monotonic()))
        return class_of[number].first_result(_QUICK.format(number=number))

    with ThreadPoolExecutor(students) as pool:
        found = list(pool.map(hand_in, range(students)))
    over.set()
    if flooding:
        flooder.join()
    address, teacher = f"{server.url}/api/competitions/{competition}/delete", _teacher(server)
    requests.post(address, json={"title": "Cup"}, headers=teacher, timeout=_PATIENCE).raise_for_status()
    return found


@benchmark("hand-ins", measures="game/competitions game/web game/storage")
def hand_ins() -> list[Row]:
    """Thirty students behind one address hand in within ten seconds, to a server of two workers on the usual short
    clock, and then once more, on a fresh server, while one more visitor hands in version after version: three rounds of
    each in turns, every server fresh, with its workers started and idle. Seconds from the click until the first game's
    result is told, asked for twice a second; of the longest waits, and of the seconds of a core that the server itself
    took, the median of the rounds."""
    titles: dict[str, bool] = {"alone": False, "beside a flooder": True}
    waits: dict[str, list[list[float]]] = {title: [] for title in titles}
    results, taken = dict.fromkeys(titles, 0), {title: list[float]() for title in titles}
    for _round in range(ROUNDS):
        for title, flooding in titles.items():
            with tempfile.TemporaryDirectory() as name:
                server = Server(Path(name), PLYGROUND_WORKERS="2").start()
                try:
                    server.wait_until_warm()
                    start_workers(server)
                    before = _processor_seconds(server)
                    found = class_hands_in(server, STUDENTS, WITHIN, flooding)
                    taken[title].append(_processor_seconds(server) - before)
                finally:
                    server.stop()
            waits[title].append([seconds for seconds, _there in found])
            results[title] += sum(there for _s, there in found)
    rows: list[Row] = []
    slowest = {title: median(max(each) for each in rounds) for title, rounds in waits.items()}
    for title, rounds in waits.items():
        rows += [
            Row(f"{title}: with a first result", results[title], "students", str(STUDENTS * ROUNDS)),
            Row(f"{title}: median wait", median(chain(*rounds)), "s"),
            Row(f"{title}: longest wait", slowest[title], "s", "at most 60"),
            Row(f"{title}: longest wait of all rounds", max(max(each) for each in rounds), "s"),
            Row(f"{title}: taken by the server", median(taken[title]), "s of a core"),
        ]
    return [
        *rows,
        Row(
            "longest wait beside a flooder by that alone",
            slowest["beside a flooder"] / slowest["alone"],
            "times",
            "at most 1.2",
        ),
    ]
