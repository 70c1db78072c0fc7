"""Bots on computers elsewhere in a competition: the lines of their games, lost connections, and real ladder games."""

from __future__ import annotations

import errno
import itertools
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import requests
from flask import Flask
from websocket import WebSocketBadStatusException, create_connection

from plyground.competitions import administration, registration, seasons
from plyground.competitions.refereeing import networked
from plyground.competitions.refereeing.referee import play_game
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.core.refusals import Excluded
from plyground.core.settings import Settings
from plyground.web.bots_api import ladder, laptops
from plyground.web.bots_api.laptops import Laptops
from tests.competitions.events import Deciders
from tests.waiting import until
from tests.web.bots import NetworkBot
from tests.web.test_transport import asked_over
from tools.benchmarks.serving import Server

FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "start" in message:
        print(json.dumps({"ready": True}), flush=True)
    elif "turn" in message:
        print(json.dumps({"move": message["turn"]["legal"][0]}), flush=True)
"""
"""A program that plays the first of its moves, as ``docs/bot_protocol.md`` has it."""
TASK: dict[str, Any] = {
    "id": "g1", "game": "othello", "options": {"size": 4}, "seed": 1, "clock": {"base": 20, "increment": 1},
    "entrants": [{"kind": "network", "account": "a", "name": "Far"}, {"kind": "built_in", "bot": "random"}],
}  # fmt: skip


class Elsewhere:
    """The bot's end of a connection, which plays the first move; ``lose`` drops what is sent from then on."""

    def __init__(self) -> None:
        self.hears: list[dict[str, Any]] = []
        self.lost = False
        self.said: dict[str, list[str]] = {}
        self.got: dict[str, int] = {}
        self.laptop: laptops.Laptop | None = None
        self.loses_after = 10**9
        self.line = self.send  # one object, as a connection is

    def send(self, message: dict[str, Any]) -> None:
        """What the server sends to it."""
        if self.lost:
            raise OSError("the line is cut")
        self.hears.append(message)
        if "line" not in message or message["n"] != self.got.get(message["game"], 0):
            return
        game, asked = message["game"], json.loads(message["line"])
        self.got[game] = message["n"] + 1
        answer = (
            {"ready": True} if "start" in asked else {"move": asked["turn"]["legal"][0]} if "turn" in asked else None
        )
        if answer is not None:
            self.said.setdefault(game, []).append(json.dumps(answer))
            if len(self.said[game]) == self.loses_after:
                self.lost = True
            else:
                self.say(game, len(self.said[game]) - 1)

    def say(self, game: str, number: int) -> None:
        """Send one of its lines."""
        assert self.laptop is not None
        self.laptop.heard({"game": game, "n": number, "line": self.said[game][number]})


@pytest.fixture
def connected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Elsewhere, Laptops, list[str]]:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    monkeypatch.setattr(laptops, "BACK_SECONDS", 0.3)
    elsewhere, all_of_them, gone = Elsewhere(), Laptops(), list[str]()
    elsewhere.laptop = all_of_them.get("a", lambda: gone.append("a"))
    elsewhere.laptop.attach(elsewhere.line, {}, {"bot": "Far"})
    return elsewhere, all_of_them, gone


def test_a_whole_game_is_played_over_the_line(connected: tuple[Elsewhere, Laptops, list[str]]) -> None:
    elsewhere, _all, _gone = connected
    record = play_game(TASK)
    assert (record["status"], record["reason"]) == ("played", "rules"), record
    assert [verdict["code"] for verdict in record["verdicts"]] == ["fair", "fair"]
    [game] = elsewhere.said
    assert game.startswith("g1.")
    until(lambda: elsewhere.hears[-1] == {"game": game, "over": True})
    assert record["moves"][0] == json.loads(elsewhere.said[game][1])["move"]


def test_a_bot_may_play_itself(connected: tuple[Elsewhere, Laptops, list[str]]) -> None:
    record = play_game({**TASK, "entrants": [TASK["entrants"][0]] * 2})
    assert [verdict["code"] for verdict in record["verdicts"]] == ["fair", "fair"]
    assert len(connected[0].said) == 2


def test_who_comes_back_in_time_plays_on(connected: tuple[Elsewhere, Laptops, list[str]]) -> None:
    elsewhere, all_of_them, gone = connected
    laptop = elsewhere.laptop
    assert laptop is not None
    elsewhere.loses_after = 2
    records: list[Any] = []
    playing = threading.Thread(target=lambda: records.append(play_game(TASK)))
    playing.start()
    until(lambda: elsewhere.lost)
    laptop.detach(elsewhere.line)
    back = Elsewhere()
    back.said, back.got, back.laptop = elsewhere.said, elsewhere.got, laptop
    assert all_of_them.get("a", lambda: None) is laptop
    laptop.attach(back.line, dict(back.got), {"bot": "Far"})
    [(game, taken)] = back.hears[0]["hello"]["taken"].items()
    assert taken == 1
    for number in range(taken, len(back.said[game])):
        back.say(game, number)
    back.say(game, 0)  # sent again, which does nothing
    playing.join(30)
    assert records[0]["verdicts"][0]["code"] == "fair", records
    assert gone == []


def test_who_does_not_come_back_loses_and_is_gone(connected: tuple[Elsewhere, Laptops, list[str]]) -> None:
    elsewhere, _all, gone = connected
    assert elsewhere.laptop is not None
    elsewhere.loses_after = 1
    lose = elsewhere.laptop

    def cut() -> None:
        until(lambda: elsewhere.lost)
        lose.detach(elsewhere.line)

    threading.Thread(target=cut).start()
    record = play_game(TASK)
    assert record["reason"] == "failed"
    assert record["verdicts"][0]["code"] == "silent"
    assert "connection was lost" in record["verdicts"][0]["sentence"]
    until(lambda: gone == ["a"])
    assert not networked.rendezvous("a").exists()
    again = play_game(TASK)
    assert again["verdicts"][0]["sentence"] == "It was not connected."


def test_strangers_at_the_port_get_nothing(connected: tuple[Elsewhere, Laptops, list[str]]) -> None:
    path = networked.rendezvous("a")
    told = json.loads(path.read_text())
    assert path.stat().st_mode & 0o077 == 0
    for hello in (b"nonsense\n", b'{"secret": "x", "account": "a", "game": "g"}\n', b"[]\n", b"x" * 20_000 + b"\n"):
        with socket.create_connection(("127.0.0.1", told["port"]), 5) as line:
            line.sendall(hello)
            with suppress(ConnectionResetError):
                assert line.recv(100) == b""
    elsewhere, _all, _gone = connected
    assert [message for message in elsewhere.hears if "hello" not in message] == []


def test_games_are_played_again_after_descriptors_and_threads_ran_out(
    connected: tuple[Elsewhere, Laptops, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _elsewhere, all_of_them, _gone = connected
    listener = all_of_them._listener
    assert listener is not None
    accept, port = listener.accept, listener.getsockname()
    answers = itertools.chain([OSError(errno.EMFILE, "Too many open files")], iter(accept, None))
    all_of_them._listener = Mock(accept=Mock(side_effect=answers))
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", Mock(side_effect=RuntimeError("can't start new thread")))
        for _ in range(2):
            with socket.create_connection(port, 5) as line:
                assert line.recv(100) == b""
    assert play_game(TASK)["verdicts"][0]["code"] == "fair"


def competition(server: Server, *house: str) -> str:
    key = {"Authorization": f"Bearer {server.teacher_key}"}
    wanted: Any = {"title": "Laptops", "game": "othello", "options": {"size": 4}, "house": ["random", *house],
              "settings": {"ladder_clock": "20+1"}}  # fmt: skip
    made = requests.post(f"{server.url}/api/competitions", json=wanted, headers=key, timeout=30)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


@contextmanager
def running(server: Server, event: str, token: str, program: Path) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "plyground", "connect", f"{server.url}/compete/{event}", "--token", token]
    words += ["--", sys.executable, str(program)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=30)


def test_a_program_on_another_computer_climbs_the_ladder(server: Server, tmp_path: Path) -> None:
    bot, event = NetworkBot(server.url), competition(server)
    program = tmp_path / "first.py"
    program.write_text(FIRST)
    with running(server, event, bot.token, program) as process:
        assert process.stdout is not None
        assert f"{bot.about['name']} is in the competition {event}." in process.stdout.readline()

        def ladder() -> list[dict[str, Any]]:
            found = requests.get(f"{server.url}/api/competitions/{event}/games?kind=ladder", timeout=10).json()
            return list(found["games"])

        until(lambda: len(ladder()) >= 2, 120)
        shown = requests.get(f"{server.url}/api/competitions/{event}", timeout=10).json()
        [own] = [each for each in shown["bots"] if each["name"] == bot.about["name"]]
        assert own["admission"] == "validated"
        page = requests.get(f"{server.url}/api/competitions/{event}/bots/{own['entry']}", timeout=10).json()
        assert [version["admission"] for version in page["versions"]] == ["validated"]
        assert requests.get(f"{server.url}/compete/{event}/bots/{own['entry']}", timeout=10).status_code == 200
        key = {"Authorization": f"Bearer {server.teacher_key}"}
        assert requests.get(f"{server.url}/api/competitions/{event}/export.json", headers=key, timeout=10).ok
        for game in ladder():
            one = requests.get(f"{server.url}/api/competitions/{event}/games/{game['id']}", timeout=10).json()
            assert {verdict["code"] for verdict in one["verdicts"]} == {"fair"}, one


def test_bots_of_a_server_that_was_killed_are_played_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    Laptops().get("there", lambda: None)
    with socket.create_server(("127.0.0.1", 0)) as ended:
        port = ended.getsockname()[1]
    networked.rendezvous("killed").write_text(json.dumps({"port": port, "secret": "x"}))
    networked.rendezvous("torn").write_text("{")
    assert sorted(laptops.left_behind()) == ["killed", "torn"]
    assert networked.rendezvous("there").exists()
    assert laptops.left_behind() == []
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3")
    store = CompetitionStore(settings)
    event = store.create("Event", "othello", {}, EventSettings(), 1)
    entry = registration.connected(store, event.id, "killed", "Far")
    assert registration.connected(store, event.id, "killed", "Far").id == entry.id
    [version] = store.versions_of(entry.id)
    assert store.entries(event.id)[0].active == version.id
    registration.disconnected(store, "killed")
    assert store.entries(event.id)[0].active is None
    store.decide(version.id, "refused", "It failed.")
    registration.connected(store, event.id, "killed", "Far")
    assert [each.admission for each in store.versions_of(entry.id)] == ["refused", "waiting"]
    store.set_excluded(entry.id, True)
    with pytest.raises(Excluded):
        registration.connected(store, event.id, "killed", "Far")
    store.close()


def test_who_connects_by_an_old_link_plays_in_the_season_that_is_on(server: Server) -> None:
    bot, event = NetworkBot(server.url), competition(server, "intuition")

    def greeted() -> dict[str, Any]:
        at = f"ws{server.url[4:]}/api/bot/ladder/{event}"
        line = create_connection(at, header={"Authorization": f"Bearer {bot.token}"}, timeout=30)
        try:
            line.send(json.dumps({"got": {}}))
            return dict(json.loads(line.recv())["hello"])
        finally:
            line.close()

    first = greeted()
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    try:
        administration.change(store, event, {"seasons": 2})
        CompetitionRunner(store, event, Deciders(), "none").run_event()
        later = seasons.begin_next(store, store.get(event), 1_000.0)
        assert later is not None
        again = greeted()
        assert (first["competition"], again["competition"]) == (event, later.id)
        assert [first["bot"], again["bot"]] == [bot.about["name"]] * 2
        [own] = [each for each in store.entries(later.id) if each.alias == bot.about["name"]]
        assert own.before in {each.id for each in store.entries(event)}
    finally:
        store.close()


def test_what_is_refused_before_it_begins(server: Server) -> None:
    event = competition(server)
    address = f"ws{server.url[4:]}/api/bot/ladder"
    tak = NetworkBot(server.url, games=["tak"])
    for at, token in ((event, "wrong"), ("nowhere", tak.token), (event, tak.token)):
        with pytest.raises(WebSocketBadStatusException):
            create_connection(f"{address}/{at}", header={"Authorization": f"Bearer {token}"})
    tak.refused(400, "unfit_bot", "GET", f"/ladder/{event}")
    NetworkBot(server.url).refused(400, "malformed", "GET", f"/ladder/{event}")
    tak.refused(404, "no_such_competition", "GET", "/ladder/nowhere")


def test_what_a_bot_sends_is_not_unpacked_and_waits_on_its_own_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "seasons", Mock())
    bots, before, found = ladder.Ladder(Mock(), Mock()), threading.active_count(), []
    ours, theirs = socket.socketpair()

    def talk(line: Any, *_given: Any) -> None:
        found.extend([threading.active_count(), line.input_buffer])

    monkeypatch.setattr(bots, "_talk", talk)
    asked = asked_over(ours, SEC_WEBSOCKET_EXTENSIONS="permessage-deflate")
    with ours, theirs, Flask("here").test_request_context(environ_overrides=asked):
        theirs.sendall(b"\x81\x81\0\0\0\0x" * 20)
        bots.serve(Mock(), "event")
        said = theirs.recv(10_000)
    assert said.startswith(b"HTTP/1.1 101 ")
    assert b"permessage-deflate" not in said
    assert found == [before, []]


def test_who_goes_while_being_sent_to_is_no_fault_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "roster", Mock(connect=Mock(return_value=Mock(alias="Bot"))))
    bots, line = ladder.Ladder(Mock(), Mock()), Mock()
    bots._laptops = Mock()
    laptop = bots._laptops.get.return_value
    laptop.attach = lambda send, got, hello: send({})
    line.receive.return_value = json.dumps({"got": {}, "code": ""})
    line.send.side_effect = OSError(errno.EBADF, "Bad file descriptor")
    bots._talk(line, Mock(), Mock())
    line.send.assert_called_once()
    laptop.detach.assert_called_once()
    bots._laptops.get.side_effect = OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(OSError, match="No space"):
        bots._talk(line, Mock(), Mock())


def test_a_program_comes_back_after_the_server_was_killed(own_server: Server, tmp_path: Path) -> None:
    bot, event = NetworkBot(own_server.url), competition(own_server)
    program = tmp_path / "first.py"
    program.write_text(FIRST)

    def admission() -> str:
        shown = requests.get(f"{own_server.url}/api/competitions/{event}", timeout=10).json()
        return next((str(b["admission"]) for b in shown["bots"] if b["name"] == bot.about["name"]), "")

    with running(own_server, event, bot.token, program):
        until(lambda: admission() == "validated", 120)
        own_server.kill()
        own_server.start()
        until(lambda: admission() == "validated", 60)
    bot.ask("DELETE", "")
    until(lambda: admission() == "withdrawn", 60)
