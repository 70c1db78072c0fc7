"""The socket as a browser uses it: joining, playing, watching, the lobby."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
import requests

from tests.web.clients import Client, connected, raw
from tests.web.test_addresses import BOTS, GAMES, make
from tools.benchmarks.serving import Server


def send(client: Client, made: dict[str, Any], do: str, ply: int, token: str = "s0", **fields: Any) -> dict[str, Any]:
    """One command and its acknowledgement."""
    message = {"game": made["id"], "token": made["tokens"].get(token, token), "id": f"{do}-{time.monotonic_ns()}"}
    answer: dict[str, Any] = client.ask("command", {**message, "ply": ply, "do": do, **fields})
    return answer


def join(client: Client, made: dict[str, Any], *names: str) -> dict[str, Any]:
    """Join a game with these of its tokens; the snapshot."""
    answer = client.ask("join", {"game": made["id"], "tokens": [made["tokens"][name] for name in names]})
    assert answer["ok"], answer
    snapshot: dict[str, Any] = answer["snapshot"]
    return snapshot


def test_moves_travel_by_websocket(server: Server) -> None:
    with connected(server.url) as client:
        assert client.transport == "websocket"


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_acknowledged_and_the_bot_answers(server: Server, game: str) -> None:
    made = make(server, game=game)
    with connected(server.url) as client:
        snapshot = join(client, made, "s0")
        assert snapshot["you"] == {"seats": [0], "director": False}
        move = snapshot["view"]["moves"][0]
        answer = send(client, made, "move", 0, move=move["text"])
        assert answer["ok"]
        own = client.hear("event", "move")
        assert (own["move"]["text"], own["seq"]) == (move["text"], answer["seq"])
        assert own["move"]["effect"] == move
        reply = client.hear("event", "move")
        assert reply["seq"] == own["seq"] + 1
        assert reply["state"]["ply"] == 2
        after = reply["state"]
        assert after["view"]["moves"] or after["result"], "it is our turn again, with our moves, or the game is short"


def test_watchers_see_every_move_but_have_no_rights(server: Server) -> None:
    made = make(server, game="othello", seats=[{"kind": "person"}, {"kind": "person"}])
    with connected(server.url) as player, connected(server.url) as watcher:
        join(player, made, "s0", "s1")
        seen = join(watcher, made)
        assert seen["you"]["seats"] == []
        assert seen["view"]["moves"] == []
        assert send(watcher, made, "move", 0, token="guess", move="f5")["error"]["code"] == "wrong_token"
        assert send(player, made, "move", 0, move="f5")["ok"]
        event = watcher.hear("event", "move")
        assert event["move"]["text"] == "f5"
        assert event["state"]["view"]["moves"] == []


def test_after_the_snapshot_comes_the_next_event_and_none_before(server: Server) -> None:
    """Watchers who come in while two bots play as fast as they can miss nothing and hear nothing twice."""
    made = make(server, game="othello", seats=BOTS, pace=0.01)
    for _ in range(8):
        with raw(server.url) as client:
            client.send(f'421["join",{{"game":"{made["id"]}","tokens":[]}}]')
            numbers: list[int] = []
            while len(numbers) < 4:
                frame = str(client.line.recv())
                if frame.startswith("431["):
                    snapshot = json.loads(frame[3:])[0]["snapshot"]
                    numbers.append(snapshot["seq"])
                    if snapshot["status"] == "finished":
                        made = make(server, game="othello", seats=BOTS, pace=0.01)
                        break
                elif frame.startswith('42["event"'):
                    assert numbers, "no event comes before the snapshot"
                    numbers.append(json.loads(frame[2:])[1]["seq"])
                    if json.loads(frame[2:])[1]["kind"] == "finish":
                        break
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_the_number_of_watchers_is_told(server: Server) -> None:
    made = make(server)
    with connected(server.url) as player:
        join(player, made, "s0")
        with connected(server.url) as watcher:
            join(watcher, made)
            while player.hear("watchers")["watchers"] != 1:
                pass
        while player.hear("watchers")["watchers"] != 0:
            pass


def test_joining_again_with_a_token_changes_what_is_seen(server: Server) -> None:
    made = make(server, game="othello", seats=[{"kind": "person"}, {"kind": "person"}])
    with connected(server.url) as client:
        assert join(client, made)["view"]["moves"] == []
        assert join(client, made, "s0")["view"]["moves"]
        assert send(client, made, "move", 0, move="f5")["ok"]
        event = client.hear("event", "move")
        assert send(client, made, "move", 1, token="s1", move="d6")["ok"]
        again = client.hear("event", "move")
        assert again["seq"] == event["seq"] + 1, "each event is heard once, from one room"


def test_after_leaving_nothing_is_heard(server: Server) -> None:
    made = make(server, game="othello", seats=[{"kind": "person"}, {"kind": "person"}])
    with connected(server.url) as player, connected(server.url) as gone:
        join(player, made, "s0", "s1")
        join(gone, made)
        assert gone.ask("leave", {"game": made["id"]})["ok"]
        send(player, made, "move", 0, move="f5")
        player.hear("event", "move")
        assert gone.ask("ping_clock", {})["ok"]
        names = []
        while not gone.heard.empty():
            names.append(gone.heard.get()[0])
        assert "event" not in names


def test_the_lobby_tells_of_new_games_and_moves(server: Server) -> None:
    with connected(server.url) as client:
        answer = client.ask("lobby", {"on": True})
        assert answer["ok"]
        assert isinstance(answer["games"], list)
        made = make(server, seats=BOTS, pace=0.2)
        plies: set[int] = set()
        until = time.monotonic() + 20
        while len(plies) < 3 and time.monotonic() < until:
            card = client.hear("lobby").get("card")
            if card and card["id"] == made["id"]:
                plies.add(card["ply"])
        assert len(plies) >= 3
        assert client.ask("lobby", {"on": False})["ok"]


def test_the_clock_of_the_server(server: Server) -> None:
    with connected(server.url) as client:
        before = client.ask("ping_clock", {})["now"]
        assert client.ask("ping_clock", {})["now"] >= before


def test_a_bot_game_can_be_paused_by_its_director(server: Server) -> None:
    made = make(server, seats=BOTS, pace=0.2)
    with connected(server.url) as client:
        snapshot = join(client, made, "d")
        assert snapshot["you"]["director"]
        for _ in range(20):
            ply = requests.get(f"{server.url}/api/games/{made['id']}", timeout=30).json()["ply"]
            if send(client, made, "pause", ply, "d")["ok"]:
                break
        assert client.hear("event", "pause")


def test_what_is_announced_at_the_handshake(server: Server) -> None:
    answer = requests.get(f"{server.url}/socket.io/?EIO=4&transport=polling", timeout=10)
    assert '"upgrades":["websocket"]' in answer.text
    announced = json.loads(answer.text.removeprefix("0"))
    assert (announced["pingInterval"], announced["pingTimeout"]) == (5000, 8000), "a dead line is noticed within 15 s"


def test_other_sites_cannot_open_a_socket(server: Server) -> None:
    address = f"{server.url}/socket.io/?EIO=4&transport=polling"
    assert requests.get(address, headers={"Origin": "http://evil.example"}, timeout=10).status_code == 400
    assert requests.get(address, headers={"Origin": server.url}, timeout=10).status_code == 200


def test_polling_is_there_where_websockets_are_not(server: Server) -> None:
    address = f"{server.url}/socket.io/?EIO=4&transport=polling"
    opened = requests.get(address, timeout=10).text
    session = address + "&sid=" + opened.split('"sid":"')[1].split('"')[0]
    requests.post(session, data="40", timeout=10)
    assert requests.get(session, timeout=10).text.startswith("40")
    requests.post(session, data='421["ping_clock",{}]', timeout=10)
    assert '431[{"ok":true,"now":' in requests.get(session, timeout=10).text
    requests.post(session, data="41", timeout=10)


def test_a_connection_that_dies_is_no_longer_a_watcher(server: Server) -> None:
    made = make(server)
    with connected(server.url) as player:
        join(player, made, "s0")
        with raw(server.url) as dying:
            assert dying.ask(1, "join", {"game": made["id"], "tokens": []})["ok"]
            while player.hear("watchers")["watchers"] != 1:
                pass
            dying.break_off()
        while player.hear("watchers", patience=15)["watchers"] != 0:
            pass
