"""Writes a fixture of a database as a version leaves it: ``python -m tests.storage.record CHECKOUT NAME``.

The checkout's own server and command line make half-played games and a finished competition, and the server is killed;
what it then said of them is kept as JSON beside the dump. Run it once for each release, and never change what it wrote.
The checkout's environment is in its ``.venv``; 2c3f9b0, whose package was called ``game``, may have none.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import requests
import socketio

WRITTEN = Path(__file__).parent / "written_by"
MAP = {
    "sites": [{"id": number, "x": number % 3, "y": number // 3} for number in range(9)],
    "rivers": [{"source": a, "target": b} for a, b in ((0, 1), (1, 2), (0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8))],
    "mines": [0, 4],
}
BOT = """\
from plyground.camel import list_valid_moves


def make_move(random, time, configuration, game_state):
    moves = list_valid_moves(configuration, game_state)
    return moves[int(random() * (len(moves) - 1))]
"""
AGAINST_BOT = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "bot": "minimax:budget=40"}]
RANDOM = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
BY_LINK = [{"kind": "person", "name": "Ada"}, {"kind": "link", "name": "Bo"}]
TABLES = """
from sqlalchemy import create_mock_engine
try:  # 2c3f9b0
    from game.competitions.store import schema
    from game.sessions.store import schema as games
    of = [games.metadata, schema.metadata]
except ImportError:
    from plyground.storage.schema.metadata import metadata
    of = [metadata]
said = lambda ddl, *_: print(str(ddl.compile(dialect=engine.dialect)).strip() + ";")
engine = create_mock_engine("postgresql+psycopg://", said)
for each in of:
    each.create_all(engine, checkfirst=False)
"""
"""Prints the version's tables as PostgreSQL has them."""
GAMES: dict[str, dict[str, Any]] = {
    "othello 8x8": {"game": "othello", "seats": AGAINST_BOT},
    "othello 6x6": {"game": "othello", "options": {"size": "6"}, "seats": RANDOM},
    "othello red and blue": {"game": "othello", "options": {"colours": "red-blue"}, "seats": BY_LINK},
    "camel 7x7": {"game": "camel", "seats": AGAINST_BOT},
    "quoridor": {
        "game": "camel",
        "options": {"board_width": 9, "board_height": 9, "starting_camels": 10},
        "seats": RANDOM,
    },
    "tak 5x5": {"game": "tak", "seats": AGAINST_BOT},
    "punter on a map of one's own": {"game": "punter", "seats": RANDOM},
    "tree": {"game": "tree", "seats": BY_LINK},
    "two by link with a clock": {
        "game": "tak",
        "options": {"size": 4},
        "seats": BY_LINK,
        "clock": {"kind": "game", "base": 3600, "increment": 5},
    },
    "bots alone, paused": {
        "game": "othello",
        "options": {"size": "4"},
        "seats": [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}],
        "pace": 5,
    },
    "resigned": {"game": "camel", "options": {"board_width": 3, "board_height": 3}, "seats": BY_LINK},
}


def main(checkout: Path, name: str) -> None:
    """Make the fixture."""
    target = WRITTEN / name
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "plyground.sqlite3"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        environment = {
            **os.environ,
            "PYTHONPATH": str(checkout),
            "PLYGROUND_DATABASE": f"sqlite:///{database}",
            "PLYGROUND_DATA": f"{folder}/data",
            "HOST": "127.0.0.1",
            "PORT": str(port),
        }
        own = checkout / ".venv" / "bin" / "python"
        python, package = (str(own), "plyground") if own.exists() else (sys.executable, "game")

        def command(*words: str) -> Any:
            ran = [python, "-m", package, *words, "--json"]
            done = subprocess.run(ran, cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE)
            return json.loads(done.stdout)

        competition = _compete(command, Path(folder))
        server = subprocess.Popen([python, "app.py"], cwd=checkout, env=environment)
        try:
            url = f"http://127.0.0.1:{port}"
            _until(lambda: _warm(url), 400)
            games = {title: _play(url, spec, title) for title, spec in GAMES.items()}
            answer = requests.get(f"{url}/api/competitions/{competition}", timeout=60).json()
            said = {"games": games, "competition": {"id": competition, "page": answer}}
        finally:
            server.send_signal(signal.SIGKILL)
            server.wait()
        said["competition"]["standings"] = command("event", "standings", competition)
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        with contextlib.closing(sqlite3.connect(database)) as connection:
            (target / "database.sql").write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")
        tables = subprocess.run(
            [python, "-c", TABLES], cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE, text=True
        )
        (target / "postgresql.sql").write_text(re.sub(r"[ \t]+\n", "\n", tables.stdout).expandtabs(4))
        for part in ("maps", "bots"):
            shutil.copytree(Path(folder) / "data" / part, target / "data" / part)
    (target / "said.json").write_text(json.dumps(said, ensure_ascii=False) + "\n", encoding="utf-8")


def _compete(command: Any, folder: Path) -> str:
    """A finished competition of two handed-in bots and two of the program's own."""
    rules = ["--option", "board_width=4", "--option", "board_height=4", "--option", "starting_camels=2"]
    rules += ["--clock", "20+1", "--most-moves", "40", "--times", "1", "--final", "2", "--final-games", "2"]
    made: str = command("event", "new", "The old cup", "camel", *rules, "--seed", "7")["id"]
    for number in (1, 2):
        path = folder / f"bot{number}.py"
        path.write_text(f"# Bot {number}\n{BOT}")
        command("event", "add", made, str(path), "--alias", f"Walker {number}", "--name", f"Owner {number}", "--admit")
    for bot in ("random", "minimax:budget=20"):
        command("event", "add", made, bot, "--alias", bot.split(":")[0])
    command("event", "run", made, "--workers", "2")
    return made


def _play(url: str, spec: dict[str, Any], title: str) -> dict[str, Any]:
    """Make a game, play five plies of it, and give what a watcher and its record then say."""
    if spec["game"] == "punter":
        kept = requests.post(f"{url}/api/maps?game=punter", data=json.dumps(MAP), timeout=60).json()
        spec = {**spec, "options": {"map": kept["map"], "punters": 2}}
    made = requests.post(f"{url}/games", json=spec, timeout=60).json()
    tokens = made["tokens"]
    line = socketio.Client(reconnection=False)
    line.connect(url, transports=["websocket"])

    def do(seat: int, what: str, **more: Any) -> None:
        own = tokens.get(f"s{seat}") or tokens.get(f"i{seat}") or tokens["d"]
        here = line.call("join", {"game": made["id"], "tokens": [own]})["snapshot"]
        asked = {"game": made["id"], "token": own, "id": f"{what}-{here['seq']}", "ply": here["ply"], "do": what}
        answer = line.call("command", {**asked, **more})
        assert answer["ok"], answer

    def now() -> Any:
        return requests.get(f"{url}/api/games/{made['id']}", timeout=60).json()

    if "d" in tokens:
        _until(lambda: now()["ply"] >= 1, 60)
        do(0, "pause")
    while "d" not in tokens and now()["ply"] < (2 if spec["game"] == "tree" else 5):
        snapshot = now()
        seat = snapshot["view"]["to_move"]
        if f"s{seat}" in tokens or f"i{seat}" in tokens:
            own = tokens.get(f"s{seat}") or tokens[f"i{seat}"]
            moves = line.call("join", {"game": made["id"], "tokens": [own]})["snapshot"]["view"]["moves"]
            do(seat, "move", move=moves[snapshot["ply"] % len(moves)]["text"])
        time.sleep(0.1)
    if title == "resigned":
        do(0, "resign")
    if snapshotted := [seat for seat in spec["seats"] if seat["kind"] == "bot"] and "d" not in tokens:
        _until(lambda: f"s{now()['view']['to_move']}" in tokens, 60)  # the bot has answered
    line.disconnect()
    snapshot = now()
    record = requests.get(f"{url}/api/games/{made['id']}/record", timeout=60).json()
    print(title, snapshot["ply"], snapshot["status"], bool(snapshotted))
    return {"id": made["id"], "url": made["url"], "tokens": tokens, "snapshot": snapshot, "record": record}


def _warm(url: str) -> bool:
    try:
        health = requests.get(f"{url}/health", timeout=5).json()
    except requests.RequestException:
        return False
    return bool(health["workers"] > 0 and health["kernels"]["done"] >= health["kernels"]["of"])


def _until(true: Any, seconds: float) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(0.1)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2])
