"""A real server on databases that earlier versions left: every game goes on by its old links, tables are the same."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.commands.support import asked
from tests.soaking import SOAKING
from tests.storage.record import WRITTEN
from tests.web.clients import Client, connected
from tools.benchmarks.serving import Server

RELEASES = sorted(path.name for path in WRITTEN.iterdir() if path.is_dir())
COUNTED = ("title", "game", "state", "standings", "cross_table", "byes", "final", "ties", "games_played", "progress")


def rounded(data: Any) -> Any:
    """The data with numbers to nine digits: processors add long rows up in another order."""
    if isinstance(data, dict):
        return {name: rounded(value) for name, value in data.items()}
    if isinstance(data, list):
        return [rounded(each) for each in data]
    return float(f"{data:.9g}") if isinstance(data, float) else data


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest) -> str:
    """A version of the program that wrote a fixture."""
    name: str = request.param
    return name


@pytest.fixture
def said(release: str) -> Any:
    """What that version said of its games and its competition."""
    return json.loads((WRITTEN / release / "said.json").read_text(encoding="utf-8"))


@pytest.fixture
def old_server(
    address: str, release: str, write_old: Callable[[str, str], None], tmp_path: Path
) -> Iterator[tuple[Server, str]]:
    """A server of today on that database, with the data folder beside it."""
    write_old(address, release)
    shutil.copytree(WRITTEN / release / "data", tmp_path / "data")
    server = Server(tmp_path, PLYGROUND_DATABASE=address, PLYGROUND_KEEP_DAYS="1000000")
    server.start().wait_until_warm()
    yield server, address
    server.stop()


def own_tokens(game: dict[str, Any]) -> dict[int, str]:
    """The tokens of a game's seats."""
    return {int(name[1:]): token for name, token in game["tokens"].items() if name != "d"}


def until(true: Callable[[], bool], what: str) -> None:
    ends = time.monotonic() + 120
    while not true():
        assert time.monotonic() < ends, what
        time.sleep(0.05)


def gone_on_with(games: dict[str, Any], address: str) -> list[str]:
    """The names of the games that are tried: every other one in each kind of database, all by `make soak`."""
    return list(games) if SOAKING else list(games)[address.startswith("sqlite") :: 2]


def whose(seat: Mapping[str, Any]) -> str:
    """Who sits there: a person's name, or the bot, whose levels have had other names since."""
    found: str = seat.get("bot") or seat["name"]
    return found


def goes_on(url: str, line: Client, game: dict[str, Any], title: str) -> None:
    """The game is as it was left, its links open the same seats, and a move is made (and answered by a bot)."""
    before, record = game["snapshot"], game["record"]
    now = requests.get(f"{url}/api/games/{game['id']}", timeout=60).json()
    same = ("id", "game", "start", "seq", "ply", "status", "result", "paused", "pace", "created", "next")
    assert {name: now[name] for name in same} == {name: before[name] for name in same}, title
    assert [move["text"] for move in now["moves"]] == [move["text"] for move in before["moves"]], title
    assert now["view"]["text"] == before["view"]["text"], title
    assert [whose(seat) for seat in now["seats"]] == [whose(seat) for seat in before["seats"]], title
    assert (now["clock"] or {}).get("left") == (before["clock"] or {}).get("left"), title
    kept = requests.get(f"{url}/api/games/{game['id']}/record", timeout=60).json()
    assert {**kept, "seats": None, "options": None} == {**record, "seats": None, "options": None}, title
    assert requests.get(url + game["url"].partition("#")[0], timeout=60).ok
    if before["status"] == "finished":
        return
    tokens = own_tokens(game)
    for seat, token in tokens.items():
        joined = line.ask("join", {"game": game["id"], "tokens": [token]})["snapshot"]
        assert joined["you"]["seats"] == [seat], title
    mover = before["view"]["to_move"]
    token = game["tokens"]["d"] if "d" in game["tokens"] else tokens[mover]
    here = line.ask("join", {"game": game["id"], "tokens": [token]})["snapshot"]
    order = {"do": "resume"} if "d" in game["tokens"] else {"do": "move", "move": here["view"]["moves"][0]["text"]}
    asked = {"game": game["id"], "token": token, "id": "after the upgrade", "ply": here["ply"], **order}
    assert line.ask("command", asked)["ok"], title
    bots = any(seat["kind"] == "bot" for seat in before["seats"])
    wanted = before["ply"] + (2 if bots and "d" not in game["tokens"] else 1)

    def played() -> bool:
        found = requests.get(f"{url}/api/games/{game['id']}", timeout=60).json()
        return bool(found["ply"] >= wanted or found["status"] == "finished")

    until(played, f"{title} did not go on")


@pytest.mark.soak
def test_every_game_goes_on_and_the_table_is_the_same(
    old_server: tuple[Server, str], said: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, address = old_server
    with connected(server.url) as line:
        for title in gone_on_with(said["games"], address):
            goes_on(server.url, line, said["games"][title], title)
    competition = said["competition"]
    page = requests.get(f"{server.url}/api/competitions/{competition['id']}", timeout=60).json()
    assert rounded({name: page[name] for name in COUNTED}) == rounded(
        {name: competition["page"][name] for name in COUNTED}
    )
    first = competition["page"]["games"][0]["id"]
    replayed = requests.get(f"{server.url}/api/competitions/{competition['id']}/games/{first}", timeout=60)
    assert replayed.json()["moves"]
    monkeypatch.setenv("PLYGROUND_DATABASE", address)
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    assert rounded(asked("event", "standings", competition["id"])) == rounded(competition["standings"])
    copies = list(tmp_path.rglob("*.version-*"))
    assert len(copies) == (1 if address.startswith("sqlite") else 0)
    assert "was upgraded from version" in server.log.read_text()
