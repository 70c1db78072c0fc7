"""What the longest legal request to each address costs the others: ``/health`` is asked without a pause meanwhile."""

from __future__ import annotations

import json
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import requests

import plyground
from plyground.classroom.plans.files import FORM
from plyground.core.settings import Settings
from plyground.web.application import create_app
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.serving import Server

_PAUSE = 0.002
_QUIET_SECONDS = 5.0
_TAKE_BODIES = ("/games", "/api/position", "/api/replays", "/api/collections", "/api/classes", "/api/plans/read")
_REPEATED = ("1" * 400 + ",", '"', '[a "b', ",", "é", "( ;", "a1 ", "\n")
"""What single steps of reading JSON and records take longest for: as much of it is sent as is taken."""


class Asked(NamedTuple):
    """One request: the rule that it goes to as ``METHOD /path/<part>``, its address, and what it sends."""

    rule: str
    path: str
    body: Any = None
    form: bool = False


class Pulse:
    """Asks ``/health`` again and again, and keeps how long each answer took."""

    def __init__(self, url: str) -> None:
        self._url, self._ended = f"{url}/health", threading.Event()
        self.seconds: list[float] = []
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Pulse:
        self._thread.start()
        return self

    def __exit__(self, *_why: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        with requests.Session() as session:
            while not self._ended.is_set():
                begin = time.perf_counter()
                session.get(self._url, timeout=120)
                self.seconds.append(time.perf_counter() - begin)
                time.sleep(_PAUSE)


def large() -> dict[str, Any]:
    """The largest texts that are taken: positions, records and maps."""
    side = 70
    rivers = [(y * side + x, y * side + x + 1) for y in range(side) for x in range(side - 1)]
    rivers += [(place, place + side) for place in range(side * (side - 1))]
    moves = [f"{source}-{target}" for source, target in rivers]
    sites = [{"id": place, "x": place % side, "y": place // side} for place in range(side * side)]
    own = {
        "sites": sites,
        "rivers": [{"source": source, "target": target} for source, target in rivers],
        "mines": list(range(0, side * side, 12)),
    }
    sites_of_mines = 1_414
    dense = [
        {"source": site, "target": (site + step) % sites_of_mines}
        for step in range(1, 15)
        for site in range(sites_of_mines)
    ]
    mined = {
        "sites": [{"id": place, "x": place % 38, "y": place // 38} for place in range(sites_of_mines)],
        "rivers": dense,
        "mines": list(range(sites_of_mines)),
    }
    here, line = plyground.game("othello").start, ""
    while texts := here.legal_moves:
        here, line = here.play(texts[0]), line + texts[0].removesuffix("pass")
    claims = [{"claim": {"punter": 0, "source": source, "target": target}} for source, target in rivers]
    return {
        "moves": moves,
        "position": json.dumps({"map": f"grid-{side}x{side}", "punters": 1, "moves": moves}, separators=(",", ":")),
        "map": json.dumps(own),
        "mined": json.dumps(mined),
        "record": json.dumps({"map": own, "punters": 1, "moves": claims}, separators=(",", ":"))[:999_999],
        "named_record": json.dumps(
            {"map": f"grid-{side}x{side}", "punters": 2, "moves": claims}, separators=(",", ":")
        ),
        "short_record": json.dumps({"map": f"grid-{side}x{side}", "punters": 2, "moves": claims[:600]}),
        "tree": "a 0 (" + " o 1 a 2" * 250 + " ( " + "a 1 " * 500 + ") " + ")",
        "tak": '[Size "8"]\n' + "\n".join(f"{turn}. a1 b1" for turn in range(1, 2_400)),
        "lines": f"{line}\n" * (1_900_000 // len(line)),
        "obf": "\n".join(["-" * 27 + "OX------XO" + "-" * 27 + " X; f5:1"] * 13_000),
        "containers": '{"game":[' + ",".join(['{"":[]}'] * 245_000) + "]}",
        "plan": {"plyground plan": FORM, "title": "x", "entries": _entries(moves)},
        "quiz": "<quiz>" + '<question type="essay"><name><text>x</text></name><questiontext format="html"><text>'
        "&lt;p&gt;y&lt;/p&gt;</text></questiontext></question>" * 100 + "<!--" + "x" * 1_000_000 + "--></quiz>",
    }


def _entries(moves: list[str]) -> list[dict[str, Any]]:
    """As many positions and questions as a plan may have, as large as it may be."""
    far = json.dumps({"map": "grid-70x70", "punters": 2, "moves": moves[:200]}, separators=(",", ":"))
    positions = [{"kind": "position", "game": "punter", "position": far, "caption": "x" * 80}] * 50
    asked = {"kind": "question", "asked": "move", "game": "othello", "right": ["f5"], "prompt": "y" * 80, "points": 1}
    return positions + [asked] * 50


def requests_of(server: Server) -> Iterator[Asked]:
    """The longest request to each address of the server that takes anything from strangers."""
    given = large()
    grid: dict[str, Any] = {"map": "grid-70x70", "punters": 2}
    spec: dict[str, Any] = {"game": "punter", "options": grid, "moves": given["moves"][:2_000]}
    made = requests.post(f"{server.url}/games", json=spec, timeout=120)
    game = made.json().get("id", "none")
    yield Asked("POST /games", "/games", {"game": "punter", "position": given["position"][:199_999]})
    yield Asked("POST /games", "/games", {"game": "punter", "options": grid, "moves": given["moves"]})
    yield Asked("POST /games", "/games", {"game": "punter", "moves": "\n".join(given["moves"])}, True)
    yield Asked("POST /api/games/<game_id>/continue", f"/api/games/{game}/continue", {"ply": 2_000})
    yield Asked("GET /api/games/<game_id>", f"/api/games/{game}")
    yield Asked("GET /api/games/<game_id>/views", f"/api/games/{game}/views")
    yield Asked("GET /api/games/<game_id>/record", f"/api/games/{game}/record")
    yield Asked("GET /api/games/<game_id>/notation", f"/api/games/{game}/notation?form=log")
    for name in ("position", "record"):
        yield Asked("POST /api/position", "/api/position", {"game": "punter", name: given[name]})
    yield Asked("POST /api/tree", "/api/tree", {"game": "tree", "position": given["tree"], "depth": 200})
    yield Asked("POST /api/tree", "/api/tree", {"game": "punter", "options": grid, "depth": 1})
    yield Asked("POST /api/tree", "/api/tree", {"game": "tak", "options": {"size": 8}})
    yield Asked("POST /api/replays", "/api/replays", {"game": "camel", "record": "3" + "9" * 40_000})
    yield Asked("POST /api/replays", "/api/replays", {"game": "othello", "record": "(;GM[Othello]" + " " * 90_000})
    for name in ("record", "named_record"):
        yield Asked("POST /api/replays", "/api/replays", {"game": "punter", "record": given[name]})
        yield Asked("POST /api/replays", "/api/replays", {"record": given[name]})
        yield Asked(
            "POST /api/replays/views", "/api/replays/views?from=5000", {"game": "punter", "record": given[name]}
        )
    yield Asked("POST /api/replays", "/api/replays", {"game": "tak", "record": given["tak"]})
    yield Asked("POST /api/replays", "/api/replays", {"game": "othello", "record": given["obf"]})
    yield Asked("POST /api/collections", "/api/collections", "f5d6\n" * 400_000)
    yield Asked("POST /api/collections", "/api/collections?game=tak", '1. a1 e5 0-1\n[Size "5"]\n' * 80_000)
    yield Asked("POST /api/collections", "/api/collections?form=ggf", given["obf"])
    yield Asked("POST /api/collections", "/api/collections?game=othello", given["lines"])
    yield Asked("GET /qr.svg", "/qr.svg?path=/" + "a" * 590)
    for name in ("map", "mined"):
        yield Asked("POST /api/maps", "/api/maps?game=punter", given[name])
    for search in ("alphabeta", "mcts", "maxn", "minimax"):
        body: dict[str, Any] = {"game": "punter", "options": grid, "search": search}
        yield Asked("POST /api/lab/estimate", "/api/lab/estimate", body)
        yield Asked("POST /api/lab/estimate", "/api/lab/estimate", {"game": "othello", "search": search})
        yield Asked("POST /api/lab/trace", "/api/lab/trace", body)
    yield Asked("POST /api/lab/look", "/api/lab/look", {"game": "punter", "position": given["position"]})
    yield Asked("POST /api/lessons/rank", "/api/lessons/rank", {"game": "punter", "position": given["position"]})
    yield Asked("POST /api/trials", "/api/trials", {"game": "othello", "source": "x" * 200_000, "against": "none"})
    for text in (given["containers"], *("[" + (each * (1_800_000 // len(each.encode()))) for each in _REPEATED)):
        for path in _TAKE_BODIES:
            yield Asked(f"POST {path}", path, text)
        yield Asked("POST /api/replays", "/api/replays", {"record": text[1:999_999]})
    for path in ("/api/plans", "/api/plans/read", "/api/plans/moodle"):
        yield Asked(f"POST {path}", path, {"plan": given["plan"]})
    plan = json.dumps(given["plan"])
    yield Asked("POST /api/plans/read", "/api/plans/read", plan)
    yield Asked("POST /class/plans/sheet", "/class/plans/sheet", {"plan": plan}, True)
    yield Asked("POST /api/plans/read", "/api/plans/read", given["quiz"])
    for path in ("/api/reviews", "/api/studies"):
        yield Asked(f"POST {path}", path, {"game": "punter", "record": given["short_record"]})
    for path in ("/api/values", "/api/library", "/api/books", "/api/first-steps"):
        yield Asked(f"POST {path}", path, {"game": "punter", "position": given["position"]})
    exercise = {"game": "othello", "exercise": "evaluation", "source": "x = 1\n" * 30_000}
    yield Asked("POST /api/exercises", "/api/exercises", exercise)
    yield Asked("GET /api/catalogue", "/api/catalogue")
    for lesson in ("retrograde", "puct", "growth"):
        yield Asked("GET /lessons/<lesson_id>", f"/lessons/{lesson}")
    yield Asked("GET /class/worksheet", "/class/worksheet?questions=12&seed=99")


def everywhere(known: set[str]) -> Iterator[Asked]:
    """The longest request of no special kind to each address that is not ``known``: what refuses it does so soon."""
    with tempfile.TemporaryDirectory() as folder:
        rules = list(create_app(Settings(database=f"sqlite:///{folder}/games.sqlite3")).url_map.iter_rules())
    for rule in rules:
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            plain = re.sub(r"<(?:[^:>]+:)?([^>]+)>", r"<\1>", rule.rule)
            if f"{method} {plain}" not in known:
                path = re.sub(r"<any\(([^,)]+)[^>]*>|<[^>]+>", lambda found: found[1] or "x" * 200, rule.rule)
                yield Asked(
                    f"{method} {plain}",
                    path + "?q=" + "x" * 3_000,
                    {"x": "y" * 1_900_000} if method == "POST" else None,
                )


def every_request(server: Server) -> Iterator[Asked]:
    """At least one request to each address of the server."""
    known = set()
    for one in requests_of(server):
        known.add(one.rule)
        yield one
    yield from everywhere(known)


def asked(server: Server, one: Asked) -> tuple[int, float, list[float]]:
    """The status of the answer, its seconds, and those of ``/health`` meanwhile."""
    method = one.rule.split()[0]
    plain = isinstance(one.body, str) or one.form
    sent = one.body.encode() if isinstance(one.body, str) else one.body
    body: dict[str, Any] = {"data" if plain else "json": sent} if one.body is not None else {}
    with Pulse(server.url) as pulse:
        time.sleep(0.05)
        del pulse.seconds[:]
        begin = time.perf_counter()
        answer = requests.request(method, server.url + one.path, timeout=300, **body)
        seconds = time.perf_counter() - begin
        time.sleep(0.02)
    return answer.status_code, seconds, pulse.seconds


@benchmark("held-up", measures="game/web game/sessions game/games game/core")
def held_up() -> list[Row]:
    """The slowest `/health`, asked without a pause, while each address of a warm server gets its longest request."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), PLYGROUND_GAMES_PER_MINUTE="10000")
        server.start().wait_until_warm()
        try:
            with Pulse(server.url) as quiet:
                time.sleep(_QUIET_SECONDS)
            found = [(one, *asked(server, one)) for one in every_request(server)]
        finally:
            server.stop()
    for one, status, seconds, pulse in found:
        print(
            f"{one.rule:40} {status} {1000 * seconds:8.0f} ms, others at most {1000 * max(pulse):5.0f} ms", flush=True
        )
    two = [each for each in found if each[0].rule == "POST /api/replays"][:2]
    worst = max(max(pulse) for _one, _status, _seconds, pulse in found)
    longest = max(seconds for _one, _status, seconds, _pulse in found)
    return [
        Row(
            "records that held the server up for 40 s and 25 s, at most",
            1000 * max(each[2] for each in two),
            "ms",
            "100",
        ),
        Row("`/health` meanwhile, at most", 1000 * max(max(each[3]) for each in two), "ms", "20"),
        Row("`/health` with nothing else asked of the server, at most", 1000 * max(quiet.seconds), "ms"),
        Row("`/health` meanwhile, over all addresses, at most", 1000 * worst, "ms", "100"),
        Row("the slowest of these requests", longest, "s"),
    ]
