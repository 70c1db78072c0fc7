"""Many games of one class at a time: one against forty, and a Swiss tournament of thirty, with boards on the wall."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import requests

from tools.benchmarks._measuring import spread
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.link import Link
from tools.benchmarks.serving import ROOT, Server

PROCESSES = 4
OPPONENTS, ENTRANTS, ROUNDS = 40, 30, 5
GAME: dict[str, Any] = {"game": "othello", "options": {"size": 6}}
THINK, PACE = 1.0, 14.0
"""Seconds that a student thinks at most, and moves a second of who plays against all."""
PATIENCE = 600.0


class Player:
    """One phone: follows what the class says, and plays on the board that it is given by its token of the class."""

    def __init__(self, server: str, code: str, number: int) -> None:
        self._link = Link(int(server.rpartition(":")[2]), PATIENCE)
        self._rng = random.Random(number)
        self._code, self._board = code, dict[str, Any]()
        self.moves: list[tuple[str, int, float, float]] = []
        """Of each move the game, the ply after it, when it was sent, and seconds until it was acknowledged."""
        self.heard: list[tuple[str, int, float]] = []
        """Of each move of others the game, the ply after it, and when it came."""
        self.boards: list[tuple[str, float]] = []
        """The games that it was given, and when."""
        self.refused, self._moved = 0, ("", -1)
        joined = self._link.ask("class_join", {"code": code, "role": "student", "nickname": f"Student {number}"})
        self._token, self.ok = joined.get("token", ""), joined["ok"]
        self._contest: dict[str, Any] | None = joined.get("contest")
        self._given(joined.get("you") or {})

    def play(self) -> Player:
        """Play until the contest is over."""
        while self._contest is None or self._contest["phase"] != "over":
            event = self._link.next_event(PATIENCE)
            if event is None:
                raise RuntimeError("the class said nothing more")
            name, payload = event
            if name == "class_you":
                self._given(payload["you"] or {})
            elif name == "class_contest":
                self._contest = payload["contest"]
            elif name == "event" and payload["game"] == self._board.get("id"):
                self._happened(payload)
        self._link.close()
        return self

    def _given(self, you: dict[str, Any]) -> None:
        board = (you.get("contest") or {}).get("board")
        if board is None or board["id"] == self._board.get("id"):
            return
        self._board = board
        self.boards.append((board["id"], time.monotonic()))
        snapshot = self._link.ask("join", {"game": board["id"], "tokens": [self._token]})["snapshot"]
        self._move(snapshot)

    def _happened(self, event: dict[str, Any]) -> None:
        if event.get("move") and event["move"]["seat"] != self._board["seat"]:
            self.heard.append((event["game"], event["state"]["ply"], self._link.came))
        if "view" in event["state"]:
            self._move(event["state"])

    def _move(self, state: dict[str, Any]) -> None:
        view, seat = state["view"], self._board["seat"]
        here = (self._board["id"], state["ply"])
        if state["result"] is not None or view["to_move"] != seat or not view["moves"] or here == self._moved:
            return
        self._moved = here  # that somebody has arrived is told with the same state
        time.sleep(self._rng.uniform(0.1, THINK))
        text = self._rng.choice(view["moves"])["text"]
        game, ply, sent = self._board["id"], state["ply"], time.monotonic()
        message = {"game": game, "token": self._token, "id": f"m{ply}", "ply": ply, "do": "move", "move": text}
        answer = self._link.ask("command", message)
        self.moves.append((game, ply + 1, sent, time.monotonic() - sent))
        self.refused += not answer["ok"]


def several(url: str, code: str, numbers: list[int]) -> list[dict[str, Any]]:
    """Several players, a thread each."""
    with ThreadPoolExecutor(len(numbers)) as threads:
        players = list(threads.map(lambda number: Player(url, code, number), numbers))
        print("here", flush=True)
        return [
            {"moves": each.moves, "heard": each.heard, "boards": each.boards, "refused": each.refused, "ok": each.ok}
            for each in threads.map(Player.play, players)
        ]


class Watching:
    """A wall, or the teacher who plays all others: which board was seen at which ply, and when."""

    def __init__(self, server: str, code: str, role: str, token: str = "") -> None:
        self.link = Link(int(server.rpartition(":")[2]), PATIENCE)
        self.token, self._code = token, code
        joined = self.link.ask("class_join", {"code": code, "role": role, **({"token": token} if token else {})})
        self.contest: dict[str, Any] | None = joined["contest"]
        self.seen: list[tuple[str, int, float]] = []
        self.bytes = 0
        self._number = 0

    def command(self, do: str, **fields: Any) -> dict[str, Any]:
        """A command of the teacher; its acknowledgement."""
        self._number += 1
        message = {"code": self._code, "token": self.token, "id": f"t{self._number}", "do": do, **fields}
        answer = self.link.ask("class_command", message)
        if not answer["ok"]:
            raise RuntimeError(answer["error"]["sentence"])
        return answer

    def hear(self, seconds: float) -> bool:
        """Take what is told for so long at most; whether the contest is over."""
        event = self.link.next_event(seconds)
        if event is not None and event[0] == "class_contest":
            self.contest = event[1]["contest"]
        elif event is not None and event[0] == "class_boards":
            self.bytes += len(json.dumps(event[1]))
            self.seen += [(card["id"], card["ply"], self.link.came) for card in event[1]["boards"]]
        return self.contest is not None and self.contest["phase"] == "over"

    def hear_all(self) -> Watching:
        while not self.hear(PATIENCE):
            pass
        return self


class Against:
    """Who plays against all: one page, which asks each board that waits for the moves of its seat."""

    def __init__(self, server: str, token: str) -> None:
        self._link = Link(int(server.rpartition(":")[2]), PATIENCE)
        self._token, self._rng = token, random.Random(0)
        self._waiting: dict[str, dict[str, Any]] = {}
        self._moved: dict[str, int] = {}
        self.moves: list[tuple[str, int, float, float]] = []
        self.heard: list[tuple[str, int, float]] = []
        self.stopped = threading.Event()

    def play(self, games: list[str]) -> None:
        """Play all games until it is stopped, at a pace that a page may have."""
        seats = {}
        for game in games:
            snapshot = self._link.ask("join", {"game": game, "tokens": [self._token]})["snapshot"]
            seats[game] = snapshot["you"]["seats"][0]
            self._note(game, seats[game], snapshot)
            time.sleep(1 / PACE)
        while not self.stopped.is_set():
            event = self._link.next_event(0.0 if self._waiting else 0.2)
            if event is not None:
                if event[0] == "event" and "view" in event[1]["state"]:
                    game = event[1]["game"]
                    if event[1].get("move") and event[1]["move"]["seat"] != seats[game]:
                        self.heard.append((game, event[1]["state"]["ply"], self._link.came))
                    self._note(game, seats[game], event[1]["state"])
                continue
            if self._waiting:
                self._move(*self._waiting.popitem())
        self._link.close()

    def _note(self, game: str, seat: int, state: dict[str, Any]) -> None:
        if state["result"] is None and state["view"]["to_move"] == seat and state["view"]["moves"]:
            self._waiting[game] = state

    def _move(self, game: str, state: dict[str, Any]) -> None:
        ply = state["ply"]
        if self._moved.get(game) == ply:
            return
        self._moved[game] = ply
        text, sent = self._rng.choice(state["view"]["moves"])["text"], time.monotonic()
        message = {"game": game, "token": self._token, "id": f"m{ply}", "ply": ply, "do": "move", "move": text}
        self._link.ask("command", message)
        took = time.monotonic() - sent
        self.moves.append((game, ply + 1, sent, took))
        time.sleep(max(0.0, 1 / PACE - took))


class Lesson:
    """A class with its students in processes of their own, and a wall."""

    def __init__(self, server: Server, students: int) -> None:
        made = requests.post(f"{server.url}/api/classes", json={}, timeout=60)
        made.raise_for_status()
        self.code, self.token = made.json()["code"], made.json()["teacher"]
        self._server, self.students = server, students
        self._processes = [
            self._start(list(range(first, students, PROCESSES))) for first in range(min(PROCESSES, students))
        ]
        for process in self._processes:
            assert process.stdout is not None
            if process.stdout.readline().strip() != "here":
                raise RuntimeError("the students did not come")
        self.teacher = Watching(server.url, self.code, "teacher", self.token)
        self.wall = Watching(server.url, self.code, "wall")
        self.found: dict[str, list[float]] = {"pairing": [], "given": []}

    def _start(self, numbers: list[int]) -> subprocess.Popen[str]:
        given = [self._server.url, self.code, numbers]
        program = f"import json; from {__name__} import several; print(json.dumps(several(*{given!r})))"
        return subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def begin(self, do: str, **fields: Any) -> float:
        """A command that makes boards, timed; when it was sent."""
        sent = time.monotonic()
        self.teacher.command(do, **fields)
        self.found["pairing"].append(time.monotonic() - sent)
        return sent

    def simul(self) -> None:
        """One against all, played to the end."""
        self._begun = [self.begin("simul", **GAME)]
        while self.wall.contest is None or not self.wall.contest["boards"]:
            self.wall.hear(1.0)
        one = Against(self._server.url, self.token)
        playing = threading.Thread(target=one.play, args=([board["id"] for board in self.wall.contest["boards"]],))
        hearing = threading.Thread(target=self.teacher.hear_all)  # a line that nobody reads is cut after a while
        for each in (playing, hearing):
            each.start()
        self.wall.hear_all()
        one.stopped.set()
        for each in (playing, hearing):
            each.join()
        self._collect(one)

    def swiss(self, rounds: int) -> None:
        """A Swiss tournament, each round begun when the last one is over."""
        self.teacher.command("tournament", kind="swiss", rounds=rounds, **GAME)
        watching = threading.Thread(target=self.wall.hear_all)
        watching.start()
        self._begun = []
        for number in range(1, rounds + 1):
            self._begun.append(self.begin("contest_round"))
            while self._playing(number):
                self.teacher.hear(PATIENCE)
        watching.join()
        self._collect(None)

    def _playing(self, number: int) -> bool:
        contest = self.teacher.contest
        return contest is None or contest["round"] != number or contest["phase"] == "playing"

    def _collect(self, one: Against | None) -> None:
        players = [each for process in self._processes for each in json.loads(process.communicate(timeout=120)[0])]
        everybody = [*players, *([{"moves": one.moves, "heard": one.heard, "boards": []}] if one else [])]
        sent = {(game, ply): at for each in everybody for game, ply, at, _took in each["moves"]}
        self.found["taken"] = [took for each in everybody for *_move, took in each["moves"]]
        heard = [(game, ply, came) for each in everybody for game, ply, came in each["heard"]]
        self.found["reached"] = [came - sent[game, ply] for game, ply, came in heard if (game, ply) in sent]
        first: dict[tuple[str, int], float] = {}
        for game, ply, at in sorted(self.wall.seen, key=lambda each: each[2]):
            for each in range(ply, 0, -1):
                if (game, each) in first:
                    break
                first[game, each] = at
        self.found["shown"] = [first[move] - at for move, at in sent.items() if move in first]
        self.found["refused"] = [float(sum(each["refused"] for each in players))]
        self.found["students"] = [float(sum(each["ok"] for each in players))]
        given = [at for each in players for _game, at in each["boards"]]
        self.found["given"] = [at - max(begun for begun in self._begun if begun <= at) for at in given]
        table = (self.wall.contest or {})["table"]
        self.found["points"] = [float(row["points"]) for row in table] or [float(self.wall.contest["score"]["of"])]  # type: ignore[index]
        self.found["bytes"] = [float(self.wall.bytes)]

    def stop(self) -> None:
        """End the class, and the students that are still there."""
        with self.teacher.link, self.wall.link:
            self.teacher.command("close")
        for process in self._processes:
            if process.poll() is None:
                process.kill()
                process.wait(10)


@contextmanager
def processor(server: Server, found: dict[str, list[float]]) -> Iterator[None]:
    """Note the seconds of the processor that the server used, its workers included, and those on the wall's clock."""

    def used() -> float:
        root, total = psutil.Process(server.pid), 0.0
        for each in [root, *root.children(recursive=True)]:
            with suppress(psutil.NoSuchProcess):
                total += sum(each.cpu_times()[:2])
        return total

    before, begun = used(), time.monotonic()
    yield
    found["processor"], found["seconds"] = [used() - before], [time.monotonic() - begun]


def measure(server: Server, kind: str, students: int, rounds: int = 1) -> dict[str, list[float]]:
    """One class from its opening to the end of its match or tournament; what was measured, in seconds."""
    lesson = Lesson(server, students)
    try:
        with processor(server, lesson.found):
            if kind == "simul":
                lesson.simul()
            else:
                lesson.swiss(rounds)
        return lesson.found
    finally:
        lesson.stop()


def rows_of(title: str, found: dict[str, list[float]]) -> list[Row]:
    """The rows of one of the two."""
    ms = {name: [1000 * value for value in found[name]] for name in ("taken", "reached", "shown", "given", "pairing")}
    moves, seconds = len(ms["taken"]), found["seconds"][0]
    return [
        Row(f"{title}: moves played, none refused", moves - found["refused"][0], "moves", f"{moves}"),
        *spread(f"{title}: a move to its acknowledgement, ", ms["taken"], "ms", p50="", p99="at most 500"),
        *spread(f"{title}: a move to the other side's phone, ", ms["reached"], "ms", p50="", p99="at most 500"),
        *spread(f"{title}: a move to the wall, ", ms["shown"], "ms", p50="", p99="at most 1,000"),
        Row(f"{title}: making the boards of a round, slowest", max(ms["pairing"]), "ms", ""),
        *spread(f"{title}: a round's beginning to a phone's board, ", ms["given"], "ms", p99="at most 2,000"),
        Row(f"{title}: processor time of the server", found["processor"][0], "s", ""),
        Row(f"{title}: the same for each move", 1000 * found["processor"][0] / moves, "ms", ""),
        Row(f"{title}: share of the two cores meanwhile", 50 * found["processor"][0] / seconds, "%", ""),
        Row(f"{title}: sent to the wall a second", found["bytes"][0] / seconds / 1000, "kB", ""),
    ]


@benchmark("class-boards", measures="game/classroom game/pairing game/sessions game/web")
def class_boards() -> list[Row]:
    """On one server a simultaneous match of one against 40, then a Swiss tournament of 30 students over 5 rounds,
    Othello 6x6 by random moves to the end of every game, with all boards on a wall's connection.

    Each student has a socket of its own on loopback, in four processes, and thinks 0.1 to 1 s; the one moves at most 14
    times a second. Times run from the sending of a move to its acknowledgement, to the event at the other side, and to
    the wall's card with it; all are read from the machine's one monotonic clock. Making boards is the time of the
    teacher's command.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), PLYGROUND_GAMES_PER_MINUTE="10000")
        try:
            server.start(300).wait_until_warm(900)
            match = measure(server, "simul", OPPONENTS)
            swiss = measure(server, "swiss", ENTRANTS, ROUNDS)
        finally:
            server.stop()
    return [
        *rows_of(f"one against {OPPONENTS}", match),
        *rows_of(f"Swiss of {ENTRANTS}, {ROUNDS} rounds", swiss),
    ]
