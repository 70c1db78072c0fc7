"""Every command of a game from hands that must not give it: a watcher's, another seat's, another game's, too late."""

from __future__ import annotations

import re
from typing import Any

import pytest
import requests

from plyground.sessions import decide
from tests.web.clients import raw
from tests.web.test_addresses import make
from tools.benchmarks.serving import Server

PEOPLE = [{"kind": "person"}, {"kind": "person"}]
COMMANDS: list[dict[str, Any]] = [
    {"do": "move", "move": "f5"},
    {"do": "resign"},
    {"do": "draw"},
    {"do": "draw", "answer": "accept"},
    {"do": "takeback"},
    {"do": "takeback", "answer": "accept"},
    {"do": "rematch"},
    {"do": "hint"},
    {"do": "hurry"},
    {"do": "pause"},
    {"do": "resume"},
    {"do": "step"},
    {"do": "pace", "seconds": 1},
    {"do": "name", "name": "Zoe"},
    {"do": "plan", "lines": [], "premove": "c3"},
    {"do": "key", "key": "k" * 22},
]
NAMES = [" ".join(map(str, each.values())) for each in COMMANDS]
AT_THE_END = ("rematch", "pace", "key")
"""How fast an ended game is shown is its players' to choose, and the key of a seat opens the rematch too."""


def state(server: Server, made: dict[str, Any]) -> dict[str, Any]:
    """What everybody sees of a game but how long it lasts."""
    found: dict[str, Any] = requests.get(f"{server.url}/api/games/{made['id']}", timeout=10).json()
    return {name: found[name] for name in ("ply", "moves", "status", "result", "seq")}


def test_every_command_is_tried() -> None:
    assert {each["do"] for each in COMMANDS} == {*decide.COMMANDS, "hint", "hurry", "plan"}


@pytest.mark.parametrize("command", COMMANDS, ids=NAMES)
def test_strangers_change_nothing(server: Server, command: dict[str, Any]) -> None:
    made, other = (make(server, game="othello", seats=PEOPLE) for _game in "ab")
    bots = make(server, game="othello", seats=[{"kind": "bot", "level": ""}, {"kind": "bot"}], pace=10)
    before = state(server, made)
    with raw(server.url) as client:
        client.ask(1, "join", {"game": made["id"]})
        tokens = ["", "x" * 22, other["tokens"]["s0"], bots["tokens"]["d"], made["id"], None, [made["tokens"]["s0"]], 7]
        for number, token in enumerate(tokens, start=2):
            message = {"game": made["id"], "token": token, "id": f"c{number}", "ply": 0, **command}
            answer = client.ask(number, "command", message)
            assert answer["ok"] is False, (token, answer)
            assert answer["error"]["code"] in {"wrong_token", "malformed"}, (token, answer)
        assert client.lives()
    assert state(server, made) == before


@pytest.mark.parametrize("command", COMMANDS, ids=NAMES)
def test_old_plies_and_ended_games_change_nothing(server: Server, command: dict[str, Any]) -> None:
    made = make(server, game="othello", seats=PEOPLE)
    good = {"game": made["id"], "ply": 0}
    with raw(server.url) as client:
        assert client.ask(1, "command", {**good, "token": made["tokens"]["s0"], "id": "a", "do": "move", "move": "f5"})[
            "ok"
        ]
        before = state(server, made)
        if command["do"] == "move":  # the mover's own, and the other seat's, meant for a moment that is over
            for number, name in ((2, "s0"), (3, "s1")):
                message = {**good, "token": made["tokens"][name], "id": name, **command}
                assert client.ask(number, "command", message)["error"]["code"] in {"old_ply", "wrong_turn"}
            assert state(server, made) == before
        resigned = {**good, "token": made["tokens"]["s1"], "id": "b", "ply": 1, "do": "resign"}
        assert client.ask(4, "command", resigned)["ok"]
        ended = state(server, made)
        for number, name in ((5, "s0"), (6, "s1")):
            message = {**good, "token": made["tokens"][name], "id": f"e{name}", "ply": ended["ply"], **command}
            answer = client.ask(number, "command", message)
            if command["do"] not in AT_THE_END:
                assert answer["ok"] is False, answer
                assert state(server, made) == ended
        assert client.lives()


def test_bets_reach_no_other_seat_before_the_end(server: Server) -> None:
    """Frames of a watcher and of the other seat hold no target of a bet, nor does any address."""
    options = {"map": "path-5", "punters": 2, "futures": True}
    made = make(server, game="punter", options=options, seats=PEOPLE)
    secret = "futures 0:4"
    with raw(server.url) as better, raw(server.url) as rival, raw(server.url) as watcher:
        heard = []
        for line, tokens in ((better, ["s0"]), (rival, ["s1"]), (watcher, [])):
            said = line.ask(1, "join", {"game": made["id"], "tokens": [made["tokens"][name] for name in tokens]})
            heard.append(str(said))
        bet = {"game": made["id"], "token": made["tokens"]["s0"], "id": "bet", "ply": 0, "do": "move", "move": secret}
        assert better.ask(2, "command", bet)["ok"]
        for line in (rival, watcher):
            line.line.send('429["ping_clock",{}]')
            while not (frame := str(line.line.recv())).startswith("439["):
                heard.append(frame)
            snapshot = line.ask(3, "join", {"game": made["id"], "tokens": []})
            heard.append(str(snapshot))
        paths = ("", "/views", "/record", "/notation?form=log", "/notation?form=contest", "/notation?form=json")
        heard += [requests.get(f"{server.url}/api/games/{made['id']}{path}", timeout=10).text for path in paths]
        heard.append(requests.get(f"{server.url}/g/{made['id']}", timeout=10).text)
        assert any("futures ?" in text for text in heard), "that there is a bet is told"
        for text in heard:
            assert not re.search(r"\b0:4\b", text), "a time of day may hold these signs too"
            assert not re.search(r'"source": ?0, ?"target": ?4\b', text), "no river joins these"
        own = better.ask(4, "join", {"game": made["id"], "tokens": [made["tokens"]["s0"]]})
        assert "0:4" in str(own), "who bet sees it"
