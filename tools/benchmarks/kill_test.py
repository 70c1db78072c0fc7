"""Kills a real server at random moments while games are played on it, and compares what it remembers with what it said.

Players hold to the protocol: a command that was not acknowledged is sent again, with its id, after reconnecting.
"""

from __future__ import annotations

import random
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests
from websocket import WebSocketException

from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.link import Link
from tools.benchmarks.serving import Server, make_game

POINTS = 50
_PASSING = ("too_fast", "closing", "storage_failed")
"""Refusals after which the same command is simply sent again."""


@dataclass
class Findings:
    """What a run found; ``faults`` has a sentence for everything that should not have been."""

    points: int = 0
    games: int = 0
    acknowledged: int = 0
    repeated: int = 0
    seen: int = 0
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    faults: list[str] = field(default_factory=list)


class Player(threading.Thread):
    """Plays or watches one game over the socket to its end, through every loss of the connection."""

    def __init__(self, server: Server, game: dict[str, Any], seed: int) -> None:
        super().__init__(daemon=True)
        self._port, self.game = server.port, game["id"]
        self._token: str | None = game["tokens"].get("s0")
        self._rng = random.Random(seed)
        self.seen: dict[int, str] = {}
        self.acknowledged: dict[int, str] = {}
        self.repeated = 0
        self.pending: dict[str, Any] | None = None
        self.faults: list[str] = []
        self.finished, self.done = threading.Event(), threading.Event()

    def run(self) -> None:
        """Play until the game is over."""
        while not (self.done.is_set() or self.finished.is_set()):
            try:
                with Link(self._port) as link:
                    self._follow(link)
            except (OSError, WebSocketException):
                time.sleep(0.02)
            except Exception as error:
                self.faults.append(f"{self.game}: {type(error).__name__}: {error}")
                return

    def _follow(self, link: Link) -> None:
        tokens = [self._token] if self._token else []
        snapshot = link.ask("join", {"game": self.game, "tokens": tokens})["snapshot"]
        for made in snapshot["moves"]:
            self._note(made)
        seq, now = snapshot["seq"], snapshot
        if self.pending is not None:
            self.repeated += 1
            self._send(link)
        while now["status"] == "playing" and not self.done.is_set():
            if self._token and now["view"]["moves"] and self.pending is None and now["ply"] not in self.acknowledged:
                text = self._rng.choice(now["view"]["moves"])["text"]
                self.pending = {
                    "id": f"{now['ply']}-{self._rng.random()}",
                    "ply": now["ply"],
                    "do": "move",
                    "move": text,
                }
                self._send(link)
                time.sleep(0.03)
            found = link.next_event(0.2)
            if found is None or found[0] != "event":
                continue
            event = found[1]
            if event["seq"] != seq + 1:
                self.faults.append(f"{self.game}: event {event['seq']} came after event {seq}")
            seq, now = event["seq"], event["state"]
            if event["kind"] == "move":
                self._note(event["move"])
        if now["status"] == "finished":
            self.finished.set()

    def _send(self, link: Link) -> None:
        assert self.pending is not None
        answer = link.ask("command", {**self.pending, "game": self.game, "token": self._token})
        while not answer["ok"] and answer["error"]["code"] in _PASSING:
            time.sleep(0.2)
            answer = link.ask("command", {**self.pending, "game": self.game, "token": self._token})
        if answer["ok"]:
            self.acknowledged[self.pending["ply"]] = self.pending["move"]
        else:
            self.faults.append(f"{self.game}: {self.pending} was refused: {answer['error']}")
        self.pending = None

    def _note(self, made: dict[str, Any]) -> None:
        before = self.seen.setdefault(made["ply"], made["text"])
        if before != made["text"]:
            self.faults.append(f"{self.game}: ply {made['ply']} was {before} and is {made['text']}")


def kill_run(points: int, seed: int = 1, games: int = 8) -> Findings:
    """Kill and restart a server so many times under so many games (half with a player, half between bots)."""
    rng = random.Random(seed)
    findings = Findings(points)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), PLYGROUND_GAMES_PER_MINUTE="10000").start()
        server.wait_until_warm()
        players: list[Player] = []
        try:
            for point in range(points):
                _keep_playing(server, players, games, seed * 1000 + point)
                time.sleep(rng.uniform(0.05, 2.0))
                server.kill()
                server.start()
                _compare(server, players, findings)
            _see_that_all_resume(server, players, findings)
            _compare(server, players, findings)
        finally:
            for player in players:
                player.done.set()
            server.stop()
        for player in players:
            player.join(15)
        findings.games = len(players)
        findings.acknowledged = sum(len(player.acknowledged) for player in players)
        findings.repeated = sum(player.repeated for player in players)
        findings.seen = sum(len(player.seen) for player in players)
        findings.faults += [fault for player in players for fault in player.faults]
    return findings


def _keep_playing(server: Server, players: list[Player], games: int, seed: int) -> None:
    """Begin new games in the place of those that are over."""
    going_on = [player for player in players if not player.finished.is_set()]
    for number in range(len(going_on), games):
        bot = {"kind": "bot", "bot": ("random", "minimax:budget=60")[number // 4 % 2]}
        seats = [bot, bot] if number % 2 else [{"kind": "person"}, bot]
        spec = {"game": ("othello", "camel")[number // 2 % 2], "seats": seats, "pace": 0.02, "seed": seed + number}
        player = Player(server, make_game(server, **spec), seed + number)
        player.start()
        players.append(player)


def _compare(server: Server, players: list[Player], findings: Findings) -> None:
    """Every move that was acknowledged, or told of, must be there, at its place and once."""
    for player in players:
        # What the player knows is read before what the server knows, which can only be more.
        acknowledged, seen = dict(player.acknowledged), dict(player.seen)
        moves = requests.get(f"{server.url}/api/games/{player.game}", timeout=30).json()["moves"]
        texts = [made["text"] for made in moves]
        for ply, text in (seen | acknowledged).items():
            if ply >= len(texts) or texts[ply] != text:
                findings.lost += 1
                findings.faults.append(f"{player.game}: ply {ply} was {text} and is {texts[ply : ply + 1]}")
        mine = [made for made in moves if made["seat"] == 0]
        if acknowledged and len(mine) > len(player.acknowledged) + (player.pending is not None):
            findings.doubled += 1
            findings.faults.append(f"{player.game}: {len(mine)} moves of {len(player.acknowledged)} acknowledged")


def _see_that_all_resume(server: Server, players: list[Player], findings: Findings) -> None:
    """Each game must go on by itself until it is over."""
    server.wait_until_warm()
    end = time.monotonic() + 120
    for player in players:
        if not player.finished.wait(max(0.0, end - time.monotonic())):
            findings.stuck += 1
            findings.faults.append(f"{player.game} stands still at ply {len(player.seen)}")


@benchmark("kill", measures="game/sessions game/storage game/web")
def kill() -> list[Row]:
    """The server is killed (SIGKILL) at 50 random moments under eight games, half of them between bots.

    The others have a player who repeats, after reconnecting, what was not acknowledged. After each restart every move
    that was acknowledged or told of is looked up in the game; after the last one every game must come to its end.
    """
    found = kill_run(POINTS)
    return [
        Row("kills", found.points, "kills", str(POINTS)),
        Row("games", found.games, "games"),
        Row("moves acknowledged to players", found.acknowledged, "moves"),
        Row("moves told to players and watchers", found.seen, "moves"),
        Row("commands repeated after a kill", found.repeated, "commands"),
        Row("moves lost", found.lost, "moves", "0"),
        Row("moves doubled", found.doubled, "moves", "0"),
        Row("games that did not resume", found.stuck, "games", "0"),
        Row("other faults", len(found.faults) - found.lost - found.doubled - found.stuck, "faults", "0"),
    ]
