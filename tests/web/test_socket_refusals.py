"""Bad messages: each is answered with a typed refusal, and both the socket and the game live on."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
import requests

from plyground.web.transport import FRAMES_A_SECOND, FRAMES_AT_ONCE
from tests.web.clients import RawClient, raw
from tests.web.test_addresses import make
from tools.benchmarks.serving import Server


@pytest.fixture
def game(server: Server) -> dict[str, Any]:
    """A game between two people of this browser."""
    return make(server, game="othello", seats=[{"kind": "person"}, {"kind": "person"}])


def still_plays(server: Server, client: RawClient, game: dict[str, Any]) -> bool:
    """Whether this very socket can still play this very game from its start."""
    command = {"game": game["id"], "token": game["tokens"]["s0"], "id": "last", "ply": 0, "do": "move", "move": "f5"}
    answer = client.ask(424242, "command", command)
    snapshot = requests.get(f"{server.url}/api/games/{game['id']}", timeout=10).json()
    return bool(answer["ok"]) and [move["text"] for move in snapshot["moves"]] == ["f5"]


def command(made: dict[str, Any], /, **changes: Any) -> dict[str, Any]:
    """A good command with some fields changed; None takes a field away."""
    good = {"game": made["id"], "token": made["tokens"]["s0"], "id": "one", "ply": 0, "do": "move", "move": "f5"}
    return {name: value for name, value in {**good, **changes}.items() if value is not None}


COMMANDS: list[tuple[dict[str, Any], str]] = [
    ({"game": "nowhere"}, "no_such_game"),
    ({"game": 7}, "malformed"),
    ({"game": None}, "no_such_game"),
    ({"game": {"a": []}}, "malformed"),
    ({"token": "wrong"}, "wrong_token"),
    ({"token": None}, "malformed"),
    ({"token": ["s0"]}, "malformed"),
    ({"ply": 5}, "old_ply"),
    ({"ply": "0"}, "malformed"),
    ({"ply": -1}, "malformed"),
    ({"ply": 10**30}, "malformed"),
    ({"do": "cheat"}, "unknown_command"),
    ({"do": 3}, "malformed"),
    ({"id": ""}, "malformed"),
    ({"id": "x" * 65}, "oversized"),
    ({"move": "a1"}, "flips_nothing"),
    ({"move": "z9"}, "off_board"),
    ({"move": "🐪" * 50}, "malformed_move"),
    ({"move": 5}, "malformed"),
    ({"move": "pass"}, "pass_not_allowed"),
    ({"do": "takeback", "answer": "accept"}, "no_offer"),
    ({"do": "draw", "answer": "perhaps"}, "malformed"),
    ({"do": "rematch"}, "game_not_finished"),
    ({"do": "pause"}, "not_director"),
]
ABOUT_MOVES = {"flips_nothing", "off_board", "pass_not_allowed", "malformed_move"}


@pytest.mark.parametrize(("changes", "code"), COMMANDS, ids=lambda value: json.dumps(value)[:40])
def test_commands_that_are_refused(server: Server, game: dict[str, Any], changes: dict[str, Any], code: str) -> None:
    with raw(server.url) as client:
        answer = client.ask(1, "command", command(game, **changes))
        assert answer["ok"] is False
        assert set(answer["error"]) == {"code", "sentence"}
        found = answer["error"]["code"]
        assert found == code or (code in ABOUT_MOVES and ("move" in found or found in ABOUT_MOVES)), answer
        assert answer["error"]["sentence"]
        assert still_plays(server, client, game)


MESSAGES: list[tuple[str, str]] = [
    ('421["join"]', "malformed"),
    ('421["join",{}]', "malformed"),
    ('421["join",{"game":7}]', "malformed"),
    ('421["join",{"game":"nowhere"}]', "no_such_game"),
    ('421["join",{"game":"ID","tokens":"abc"}]', ""),
    ('421["join",{"game":"ID","tokens":[1,2]}]', "malformed"),
    ('421["join",[1]]', "malformed"),
    ('421["join",{},{}]', "malformed"),
    ('421["leave",{"game":null}]', "malformed"),
    ('421["lobby",{"on":"yes"}]', "malformed"),
    ('421["command",null]', "malformed"),
    ('421["command","move"]', "malformed"),
    ('421["command",{"game":', "malformed"),
    ('421["nonsense",{}]', "malformed"),
    ('421["connect",{}]', "malformed"),
    ('421["disconnect","x"]', "malformed"),
    ('421["command",{"ply":NaN}]', "malformed"),
    ('421["command",' + "[" * 7000 + "]", "malformed"),
    ('421["command",{"move":"' + "x" * 20_000 + '"}]', "oversized"),
    ('421["command",{"move":"' + "x" * 500_000 + '"}]', "oversized"),
    ("421" + "[" * 20_000, "oversized"),
]


@pytest.mark.parametrize(("frame", "code"), MESSAGES, ids=lambda value: value[:40])
def test_messages_that_are_refused(server: Server, game: dict[str, Any], frame: str, code: str) -> None:
    with raw(server.url) as client:
        client.send(frame.replace("ID", game["id"]))
        answer = client.answer(1)
        if code:
            assert answer["ok"] is False
            assert answer["error"]["code"] == code
        assert still_plays(server, client, game)


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "x",
        "9",
        "42",
        "4",
        "42[",
        "42{}",
        "4{}",
        "4[1]",
        "451-[]",
        "b!!!!",
        "²",
        "0",
        "43",
        "430[1]",
        '42["x"]',
        "44",
        "1x",
        "11",
        "1[]",
        "2",
        "5x",
        "6!",
        "0{}",
        "\x1e",
    ],
)
def test_frames_that_nobody_can_answer_do_no_harm(server: Server, game: dict[str, Any], frame: str) -> None:
    with raw(server.url) as client:
        client.send(frame)
        client.line.send_binary(b"\x00\xff" + frame.encode())
        assert client.lives()
        assert still_plays(server, client, game)


def test_a_repeated_command_is_acknowledged_again_and_done_once(server: Server, game: dict[str, Any]) -> None:
    with raw(server.url) as client:
        first = client.ask(1, "command", command(game))
        again = client.ask(2, "command", command(game))
        assert first["ok"]
        assert again["ok"]
        assert first["seq"] == again["seq"]
        assert requests.get(f"{server.url}/api/games/{game['id']}", timeout=10).json()["ply"] == 1


def test_a_flood_is_slowed_and_survived(server: Server, game: dict[str, Any]) -> None:
    with raw(server.url) as client, raw(server.url) as other:
        for number in range(300):
            client.send(f"42{number}{json.dumps(['command', command(game, id=f'flood{number}', move='a1')])}")
        answers = [client.answer(number) for number in range(300)]
        codes = {answer["error"]["code"] for answer in answers}
        assert "too_fast" in codes
        assert 30 <= sum(answer["error"]["code"] != "too_fast" for answer in answers) <= 120
        assert other.lives(), "others do not notice"
        assert still_plays(server, other, game)
        assert client.lives()


def test_whoever_sends_too_fast_is_read_slowly_and_loses_nothing(server: Server) -> None:
    with raw(server.url) as client:
        begun = time.monotonic()
        for number in range(500):
            client.send(f'42{number}["ping_clock",{{}}]')
        assert all(client.answer(number)["ok"] for number in range(500))
        assert time.monotonic() - begun > 0.9 * (500 - FRAMES_AT_ONCE) / FRAMES_A_SECOND


def test_the_wrong_turn(server: Server, game: dict[str, Any]) -> None:
    with raw(server.url) as client:
        answer = client.ask(1, "command", command(game, token=game["tokens"]["s1"]))
        assert answer["error"]["code"] == "wrong_turn"
        assert (answer["seq"], answer["ply"]) == (0, 0)
        assert still_plays(server, client, game)


def polling(server: Server) -> str:
    """The address of a new connection by polling, connected."""
    address = f"{server.url}/socket.io/?EIO=4&transport=polling"
    opened = requests.get(address, timeout=10).text
    address += f"&sid={json.loads(opened[1:])['sid']}"
    assert requests.post(address, data="40", timeout=10).text == "OK"
    assert requests.get(address, timeout=10).text.startswith("40")
    return address


BODIES: list[bytes] = [
    b"1x", b"x", b"", b"2", b"0", b"9", b"4", b"42[", b"1x\x1e2\x1e9", b"\x1e" * 40, b"\xff\xfe", b"d=1x", b"d=",
    b"bAAAA", b"451-[]", b"42" + b"[" * 20_000, b"42" + b"9" * 20_000 + b"[]",
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:12]))
def test_bodies_of_polling_that_nobody_can_answer_do_no_harm(server: Server, body: bytes) -> None:
    address = polling(server)
    assert requests.post(address, data=body, timeout=10).status_code == 200
    assert requests.post(address, data='427["ping_clock",{}]', timeout=10).text == "OK"
    heard = ""
    while '437[{"ok":true' not in heard:
        answer = requests.get(address, timeout=20)
        assert answer.status_code == 200, "the connection is closed"
        heard += answer.text


def test_a_body_of_polling_that_is_too_long_is_refused_and_others_live_on(server: Server) -> None:
    address = polling(server)
    assert requests.post(address, data=b"4" + b"x" * 3_000_000, timeout=10).status_code == 413
    assert requests.post(address, data='427["ping_clock",{}]', timeout=10).text == "OK"
    assert '437[{"ok":true' in requests.get(address, timeout=20).text
