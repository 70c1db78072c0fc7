"""Bots over the network at a real server: accounts, challenges, whole games, streams, and every kind of refusal."""

from __future__ import annotations

import itertools
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
import requests

from tests.waiting import until
from tests.web.bots import NetworkBot
from tests.web.clients import Client
from tools.benchmarks.serving import Server


@pytest.fixture
def pair(server: Server) -> tuple[NetworkBot, NetworkBot]:
    return NetworkBot(server.url), NetworkBot(server.url)


def refusal(server: Server, token: str | None, **headers: str) -> requests.Response:
    """The answer to a wrong token, or to none, once those before it count no more."""
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    ask = partial(requests.get, f"{server.url}/api/bot", headers=headers, timeout=10)
    found: list[requests.Response] = until(lambda: [each for each in [ask()] if each.status_code != 429])
    return found[0]


def test_a_token_opens_until_it_is_renewed_and_an_account_until_it_is_deleted(server: Server) -> None:
    bot = NetworkBot(server.url, games=["othello", "othello"])
    assert bot.ask("GET", "") == {name: bot.about[name] for name in ("id", "name", "games")}
    assert bot.about["games"] == ["othello"]
    listed = requests.get(f"{server.url}/api/bots?game=othello", timeout=10).json()["bots"]
    assert bot.id in [each["id"] for each in listed]
    assert bot.id not in [b["id"] for b in requests.get(f"{server.url}/api/bots?game=tak", timeout=10).json()["bots"]]
    old, bot.token = bot.token, bot.ask("POST", "/token")["token"]
    assert old != bot.token
    for wrong in (old, "", "A" * 22, "A" * 300):
        answer = refusal(server, wrong)
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert answer.json()["error"]["code"] == "bad_token"
    assert refusal(server, "wrong").status_code == 401
    wrong = {"Authorization": "Bearer wrong"}
    with ThreadPoolExecutor(16) as together:  # one after the other is slow enough to be let through, on a busy machine
        ask = partial(requests.get, f"{server.url}/api/bot", headers=wrong, timeout=60)
        answers = [asked.result().status_code for asked in [together.submit(ask) for _ in range(80)]]
    assert answers[-1] == 429
    game = bot.offer("othello", {"kind": "link"})["game_id"]  # whoever has the right token is not kept out by that
    assert bot.ask("DELETE", "") == {"deleted": True, "resigned": 1}
    assert refusal(server, bot.token).json()["error"]["code"] == "bad_token"
    shown = requests.get(f"{server.url}/api/games/{game}", timeout=10).json()
    assert shown["result"]["reason"] == "called_off", "nobody came by the link"
    NetworkBot(server.url, bot.about["name"]).ask("DELETE", "")  # the name is free again


def test_bots_challenge_each_other_and_are_told_of_it(pair: tuple[NetworkBot, NetworkBot]) -> None:
    one, two = pair
    hears = two.stream("/stream?after=0")
    offered = one.offer(
        "othello", {"kind": "network", "bot": two.id}, clock={"kind": "game", "base": 60, "increment": 1}
    )
    assert offered["game_id"] is None
    challenge = offered["challenge"]["id"]
    told = next(hears)
    assert (told["type"], told["seq"], told["challenge"]["id"]) == ("challenge", 1, challenge)
    assert (told["challenge"]["yours"], told["challenge"]["your_seat"]) == (False, 1)
    assert told["challenge"]["challenger"]["name"] == one.about["name"]
    assert [c["id"] for bot in pair for c in bot.ask("GET", "/challenges")["challenges"]] == [challenge] * 2
    one.refused(403, "not_challenged", "POST", f"/challenges/{challenge}/accept")
    accepted = two.ask("POST", f"/challenges/{challenge}/accept")
    assert accepted["state"] == "accepted"
    again = two.ask("POST", f"/challenges/{challenge}/accept")
    assert again == accepted == two.ask("GET", f"/challenges/{challenge}")
    one.refused(409, "challenge_closed", "POST", f"/challenges/{challenge}/cancel")
    told = next(hears)
    assert (told["type"], told["game"]) == ("game_start", {"id": accepted["game_id"], "game": "othello", "seat": 1})
    kinds = [event["type"] for event in one.ask("GET", "/events")["events"]]
    assert sorted(kinds) == ["challenge_accepted", "game_start"]
    state = one.state(accepted["game_id"])
    assert [seat["name"] for seat in state["seats"]] == [f"{bot.about['name']} (bot)" for bot in pair]
    left = state["clock"]["left"]
    assert (left[1], left[0] <= 61, state["clock"]["running"]) == (60, True, 0)  # from its first look at the game on
    two.ask("POST", f"/games/{accepted['game_id']}/resign")
    assert next(hears)["type"] == "game_finish"
    hears.close()  # type: ignore[attr-defined]


def test_challenges_are_declined_and_cancelled(pair: tuple[NetworkBot, NetworkBot]) -> None:
    one, two = pair
    first, second = (one.offer("othello", {"kind": "network", "bot": two.id})["challenge"]["id"] for _ in range(2))
    two.refused(403, "not_challenged", "POST", f"/challenges/{first}/cancel")
    one.refused(403, "not_challenged", "POST", f"/challenges/{first}/decline")
    assert two.ask("POST", f"/challenges/{first}/decline")["state"] == "declined"
    assert one.ask("POST", f"/challenges/{second}/cancel")["state"] == "cancelled"
    for challenge in (first, second):
        two.refused(409, "challenge_closed", "POST", f"/challenges/{challenge}/accept")
    assert [e["type"] for e in one.ask("GET", "/events")["events"]] == ["challenge_declined"]
    told = two.ask("GET", "/events?after=2")
    assert ([e["type"] for e in told["events"]], told["last"]) == (["challenge_cancelled"], 3)
    stranger = NetworkBot(one.url)
    stranger.refused(404, "no_such_challenge", "GET", f"/challenges/{first}")


def test_a_game_is_played_by_streams_and_watched_as_any_other(pair: tuple[NetworkBot, NetworkBot]) -> None:
    one, two = pair
    game = one.play_against(two)
    watcher = Client(one.url)
    watcher.ask("join", {"game": game, "tokens": []})
    streams = {bot.id: bot.stream(f"/games/{game}/stream") for bot in pair}
    moves: list[str] = []
    seen: dict[str, list[str]] = {bot.id: [] for bot in pair}
    for turn in itertools.count():
        bot = pair[turn % 2] if turn else one
        line = next(streams[bot.id])
        seen[bot.id] = seen[bot.id][: line["from"]] + line["moves"]
        while not line["your_turn"] and line["status"] == "playing":
            line = next(streams[bot.id])
            seen[bot.id] = seen[bot.id][: line["from"]] + line["moves"]
        if line["status"] == "finished" or len(moves) == 12:
            break
        move = line["legal"][0]
        bot.move(game, move, ply=line["ply"], id=f"m{len(moves)}")
        assert bot.move(game, move, ply=line["ply"], id=f"m{len(moves)}")["ok"]  # sent again, done once
        moves.append(move)
        assert watcher.hear("event", "move")["move"]["text"] == move
    for bot in pair:
        state = bot.state(game)
        assert state["moves"] == moves
        assert bot.ask("GET", f"/games/{game}?from=10")["moves"] == moves[10:]
        assert seen[bot.id] == moves[: len(seen[bot.id])]
        assert len(seen[bot.id]) >= len(moves) - 1
    pair[0].ask("POST", f"/games/{game}/resign")
    for stream in streams.values():
        last = list(stream)[-1]
        assert (last["status"], last["result"]["winner"]) == ("finished", 1)
    record = requests.get(f"{one.url}/api/games/{game}/record", timeout=10).json()
    assert [seat["name"] for seat in record["seats"]] == [f"{bot.about['name']} (bot)" for bot in pair]
    assert [g["id"] for g in one.ask("GET", "/games?finished=true")["games"]] == [game]
    assert one.ask("GET", "/games?finished=false")["games"] == []
    watcher.close()


def test_an_open_invitation_is_taken_by_its_link(server: Server) -> None:
    bot = NetworkBot(server.url)
    offered = bot.offer("othello", {"kind": "link", "name": "Ada"})
    assert list(offered["links"]) == ["1"]
    assert offered["links"]["1"].startswith(f"{server.url}/g/{offered['game_id']}#s1=")
    token = offered["links"]["1"].partition("=")[2]
    person = Client(server.url)
    snapshot = person.ask("join", {"game": offered["game_id"], "tokens": [token]})["snapshot"]
    assert snapshot["you"]["seats"] == [1]
    bot.move(offered["game_id"], bot.state(offered["game_id"])["legal"][0])
    command = {"game": offered["game_id"], "token": token, "id": "x", "ply": 1}
    assert person.ask("command", {**command, "do": "draw", "answer": "offer"})["ok"]
    state = bot.state(offered["game_id"])
    assert state["offers"]["draw"] == 1
    bot.ask("POST", f"/games/{offered['game_id']}/draw", {"answer": "accept"})
    assert bot.state(offered["game_id"])["result"]["reason"] == "agreed"
    again = person.ask("command", {**command, "id": "y", "do": "rematch"})
    assert again["ok"]
    bot.ask("POST", f"/games/{offered['game_id']}/rematch")
    next_game = bot.state(offered["game_id"])["next"]
    assert bot.state(next_game)["seat"] == 1
    assert bot.state(next_game)["your_turn"] is False
    # a page cannot take the bot's seat, whatever it shows
    for wrong in (f"bot {bot.id}", bot.token, bot.id):
        joined = person.ask("join", {"game": next_game, "tokens": [wrong]})["snapshot"]
        assert joined["you"]["seats"] == []
    person.close()


def test_a_move_that_is_taken_back_comes_with_all_moves(server: Server) -> None:
    bot = NetworkBot(server.url)
    offered = bot.offer("othello", {"kind": "link"})
    game, token = offered["game_id"], offered["links"]["1"].partition("=")[2]
    person = Client(server.url)
    person.ask("join", {"game": game, "tokens": [token]})
    stream = bot.stream(f"/games/{game}/stream")
    first = next(stream)
    bot.move(game, first["legal"][0])
    line = next(stream)
    while line["ply"] < 1:
        line = next(stream)
    legal = person.ask("join", {"game": game, "tokens": [token]})["snapshot"]["view"]["moves"]
    command: dict[str, Any] = {"game": game, "token": token}
    assert person.ask("command", {**command, "id": "1", "ply": 1, "do": "move", "move": legal[0]["text"]})["ok"]
    assert person.ask("command", {**command, "id": "2", "ply": 2, "do": "takeback", "answer": "ask"})["ok"]
    while line["offers"]["takeback"] is None:
        line = next(stream)
    assert line["ply"] == 2
    bot.ask("POST", f"/games/{game}/takeback", {"answer": "accept"})
    line = next(stream)
    assert (line["ply"], line["from"], line["moves"]) == (1, 0, [first["legal"][0]])
    stream.close()  # type: ignore[attr-defined]
    person.close()


def test_what_is_hidden_from_a_seat_is_not_said(pair: tuple[NetworkBot, NetworkBot]) -> None:
    one, two = pair
    game = one.play_against(two, "punter", options={"map": "path-5", "punters": 2, "futures": True})
    state = one.state(game)
    assert state["map"]
    assert requests.get(f"{one.url}/api/maps/{state['map']}", timeout=10).json()["rivers"]
    bet = next(move for move in state["legal"] if move.startswith("futures"))
    mine = state["options"]
    one.move(game, "futures 0:3" if mine else bet)
    assert one.state(game)["moves"] == ["futures 0:3"]
    assert two.state(game)["moves"] != ["futures 0:3"]
    assert not re.search(r"\b0:3\b", json.dumps(two.state(game))), "a time of day may hold these signs too"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "malformed"),
        ({"name": ""}, "malformed"),
        ({"name": "x" * 31}, "oversized"),
        ({"name": " x"}, "malformed"),
        ({"name": "x  y"}, "malformed"),
        ({"name": "x\u202ey"}, "malformed"),
        ({"name": "x\u0000"}, "malformed"),
        ({"name": "\ud800"}, "malformed"),
        ({"name": "..."}, "malformed"),
        ({"name": 7}, "malformed"),
        ({"name": "x", "games": "othello"}, "malformed"),
        ({"name": "x", "games": ["chess"]}, "unknown_game"),
        ([], "malformed"),
        (None, "malformed"),
    ],
)
def test_accounts_that_cannot_be_made(server: Server, body: Any, code: str) -> None:
    answer = requests.post(f"{server.url}/api/bots", data=json.dumps(body), timeout=10)
    assert answer.status_code in (400, 404, 413)
    error = answer.json()["error"]
    assert (error["code"], bool(error["sentence"])) == (code, True)


def test_a_name_is_taken_once(server: Server) -> None:
    NetworkBot(server.url, "Ünlike any")
    answer = requests.post(f"{server.url}/api/bots", json={"name": "ünlike ANY"}, timeout=10)
    assert answer.json()["error"]["code"] == "name_taken"


def test_challenges_that_cannot_be_made(pair: tuple[NetworkBot, NetworkBot]) -> None:
    one, two = pair
    tak_only = NetworkBot(one.url, games=["tak"])
    me, other = {"kind": "me"}, {"kind": "network", "bot": two.id}
    for seats, status, code in (
        ([me], 400, "malformed"),
        ([me, me], 400, "malformed"),
        ([other, other], 400, "malformed"),
        ([me, {"kind": "network", "bot": one.id}], 400, "malformed"),
        ([me, {"kind": "network", "bot": "nobody"}], 404, "no_such_bot"),
        ([me, {"kind": "network"}], 400, "malformed"),
        ([me, {"kind": "person"}], 400, "malformed"),
        ([me, {"kind": "bot", "bot": "nobody"}], 400, "unknown_bot"),
        ([me, {"kind": "network", "bot": tak_only.id}], 400, "unfit_bot"),
        ("me", 400, "malformed"),
        ([me, 7], 400, "malformed"),
    ):
        one.refused(status, code, "POST", "/challenges", {"game": "othello", "seats": seats})
    one.refused(404, "unknown_game", "POST", "/challenges", {"game": "chess"})
    one.refused(400, "malformed_position", "POST", "/challenges", {"game": "othello", "position": "x"})
    one.refused(400, "malformed", "POST", "/challenges", {"game": "othello", "seats": [me, other], "clock": 7})
    one.refused(400, "malformed", "POST", "/challenges", [])
    assert one.ask("GET", "/challenges")["challenges"] == []
    assert two.ask("GET", "/events") == {"events": [], "last": 0}


def test_commands_that_are_refused_change_nothing(pair: tuple[NetworkBot, NetworkBot]) -> None:
    one, two = pair
    game = one.play_against(two)
    other_game = requests.post(f"{one.url}/games", json={"game": "othello"}, timeout=10).json()["id"]
    legal = one.state(game)["legal"]
    path = f"/games/{game}/move"
    two.refused(409, "wrong_turn", "POST", path, {"move": legal[0]})
    one.refused(409, "old_ply", "POST", path, {"move": legal[0], "ply": 5})
    for body, code in (
        ({}, "malformed"),
        ({"move": 7}, "malformed"),
        ({"move": "a1"}, None),
        ({"move": "nonsense"}, None),
        ({"move": legal[0], "ply": -1}, "malformed"),
        ({"move": legal[0], "ply": "1"}, "malformed"),
        ({"move": legal[0], "id": 7}, "malformed"),
    ):
        error = one.ask("POST", path, body, 400)["error"]
        assert code in (None, error["code"])
        assert error["sentence"]
    one.refused(413, "oversized", "POST", path, {"move": "x" * 12_001})
    one.refused(413, "oversized", "POST", path, {"move": legal[0], "id": "x" * 65})
    one.refused(400, "malformed", "POST", f"/games/{game}/draw", {"answer": "perhaps"})
    one.refused(409, "no_offer", "POST", f"/games/{game}/draw", {"answer": "accept"})
    one.refused(409, "game_not_finished", "POST", f"/games/{game}/rematch")
    one.refused(403, "not_your_game", "POST", f"/games/{other_game}/move", {"move": legal[0]})
    one.refused(403, "not_your_game", "GET", f"/games/{other_game}/stream")
    one.refused(404, "no_such_game", "GET", "/games/nowhere")
    NetworkBot(one.url).refused(403, "not_your_game", "POST", f"/games/{game}/resign")
    assert one.state(game)["ply"] == 0
    one.ask("POST", f"/games/{game}/resign")
    two.refused(409, "game_finished", "POST", path, {"move": legal[0], "ply": 0})


def test_a_body_that_is_no_json_or_too_large_is_refused(server: Server) -> None:
    bot = NetworkBot(server.url)
    for content, status in ((b"{", 400), (b"\xff", 400), (b"[" * 5000, 400), (b"x" * 3_000_000, 413)):
        url = f"{server.url}/api/bot/challenges"
        answer = requests.post(url, data=content, headers=bot.headers, timeout=30)
        assert answer.status_code == status
        assert answer.json()["error"]["sentence"]


def test_streams_are_few_for_each_bot_and_free_their_places(server: Server) -> None:
    bot = NetworkBot(server.url)
    opened = [
        requests.get(f"{server.url}/api/bot/stream", headers=bot.headers, stream=True, timeout=30) for _ in range(8)
    ]
    assert {each.status_code for each in opened} == {200}
    bot.refused(429, "too_many_streams", "GET", "/stream")
    NetworkBot(server.url).offer("othello", {"kind": "link"})  # others are served
    bot.ask("DELETE", "")
    for each in opened:  # the account is gone, so they end by themselves
        assert b"state" not in b"".join(each.iter_content(None))


def test_a_bot_that_asks_too_often_is_told_so(server: Server) -> None:
    bot = NetworkBot(server.url)
    statuses = []
    until = time.monotonic() + 30
    while 429 not in statuses and time.monotonic() < until:
        statuses.append(requests.get(f"{server.url}/api/bot", headers=bot.headers, timeout=10).status_code)
    assert set(statuses) == {200, 429}
    assert statuses.index(429) >= 60
    NetworkBot(server.url).ask("GET", "")  # nobody else is


def test_origins(server: Server) -> None:
    bot = NetworkBot(server.url)
    for origin in ("https://other.example", "null"):
        asked = {
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type",
        }
        before = requests.options(f"{server.url}/api/bot/challenges", headers=asked, timeout=10)
        assert before.status_code == 200
        assert before.headers["Access-Control-Allow-Origin"] == "*"
        assert "POST" in before.headers["Access-Control-Allow-Methods"].split(", ")
        assert {"Authorization", "Content-Type"} <= set(before.headers["Access-Control-Allow-Headers"].split(", "))
        assert "Access-Control-Allow-Credentials" not in before.headers
        sent = {"json": {"game": "othello"}, "headers": {**bot.headers, "Origin": origin}, "timeout": 10}
        answer = requests.post(f"{server.url}/api/bot/challenges", **sent)  # type: ignore[arg-type]
        assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (201, "*")
        refused = refusal(server, None, Origin=origin)
        assert (refused.status_code, refused.headers["Access-Control-Allow-Origin"]) == (401, "*")
        assert "Set-Cookie" not in answer.headers
        for path in ("/api/bots", "/games", "/api/botany", "/api/maps?game=punter"):
            foreign = requests.post(f"{server.url}{path}", json={"name": "x"}, headers={"Origin": origin}, timeout=10)
            assert foreign.status_code == 403, path
            assert foreign.json()["error"]["code"] == "foreign_origin"
            assert "Access-Control-Allow-Origin" not in foreign.headers
        listed = requests.get(f"{server.url}/api/bots", headers={"Origin": origin}, timeout=10)
        assert "Access-Control-Allow-Origin" not in listed.headers
