"""Games among several servers: carried on by one at a time, followed and commanded from all, handed on when it ends."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text

from plyground.core.refusals import NoSuchGame, WrongToken
from plyground.sessions.lobby import LOBBY_ROOM
from plyground.sessions.ownership import Elsewhere
from plyground.storage import Database
from tests.peers.support import PEOPLE, Server, know_each_other
from tests.waiting import until
from tools.benchmarks.postgresql import Cluster
from tools.benchmarks.redis_server import RedisServer


def log_of(database: Database, game_id: str) -> list[tuple[int, str]]:
    with database.read() as connection:
        rows = connection.exec_driver_sql(f"select seq, kind from events where game = '{game_id}' order by seq")
        return [(row.seq, row.kind) for row in rows]


def test_a_game_is_followed_and_played_from_a_server_that_does_not_carry_it_on(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    snapshot, (room,) = two.join(made.id, "c", made.tokens["s0"])
    assert snapshot["you"]["seats"] == [0]
    assert snapshot["view"]["moves"]
    assert one.carries(made.id)
    assert not two.carries(made.id)
    assert two.play(made, 0, "d3", 0)["ok"]
    until(lambda: [event for event, _ in two.told[room] if event == "event"])
    told = next(payload for event, payload in two.told[room] if event == "event")
    assert (told["game"], told["kind"], told["move"]["text"]) == (made.id, "move", "d3")
    assert room not in one.told or not one.lobby._games._sessions[made.id]._broadcast.audience._viewpoints.get("c")
    assert two.lobby.snapshot(made.id)["ply"] == 1
    assert two.lobby.record(made.id)["moves"][0]["text"] == "d3"
    assert len(list(two.lobby.views(made.id))) == 2
    again = two.lobby.continue_from(made.id, {"ply": 1}, "me")
    assert one.carries(again.id)


def test_refusals_and_sentences_come_over_as_they_are(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    here, there = (
        server.lobby.command({"game": made.id, "token": "x", "id": "1", "ply": 0, "do": "move", "move": "d3"})
        for server in servers
    )
    assert here == there
    assert here["error"]["code"] == WrongToken.code
    assert type(there["error"]["sentence"]) is type(here["error"]["sentence"])
    with pytest.raises(NoSuchGame):
        two.lobby.snapshot("nowhere")
    assert two.site.owners.owner("nowhere") == ""


def test_the_same_command_sent_to_both_servers_is_done_once(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    first, second = one.play(made, 0, "d3", 0, "same"), two.play(made, 0, "d3", 0, "same")
    assert first["ok"]
    assert second["seq"] == first["seq"]
    assert len(log_of(one.database, made.id)) == 1


def test_followers_elsewhere_count_and_leave(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    two.join(made.id, "c")
    two.join(made.id, "d")
    session = one.lobby.get(made.id)
    assert session.followed
    two.lobby.leave(made.id, "c")
    assert len(session._broadcast.audience) == 1
    two.lobby.drop("d")
    until(lambda: not session.followed)
    assert not one.site._guests.all()


def test_what_a_dead_server_carried_on_goes_on_elsewhere(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create({**PEOPLE, "clock": {"kind": "move", "seconds": 600}}, "me")
    assert one.play(made, 0, "d3", 0)["ok"]
    two.join(made.id, "c")
    one.die()
    until(lambda: ("again", {}) in two.told["c"], 10)
    snapshot, _ = two.join(made.id, "c")
    assert snapshot["ply"] == 1
    assert two.carries(made.id)
    assert two.play(made, 1, "c3", 1)["ok"]
    with pytest.raises(Elsewhere):
        one.lobby.get("x" * 10) if one.lobby._games._sessions.pop(made.id) is None else one.lobby.get(made.id)


def test_an_owner_that_was_taken_for_dead_writes_nothing_more(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    one.join(made.id, "own")
    one.site.membership.look = lambda: None  # type: ignore[method-assign]  # it stands still
    until(lambda: one.id not in two.site.membership.others, 10)
    assert two.play(made, 0, "d3", 0)["ok"]
    assert two.carries(made.id)
    old = one.id
    answer = one.play(made, 0, "c4", 0, "other")  # it has the game in memory yet, and passes the command on in the end
    assert answer["error"]["code"] == "old_ply"
    assert not one.carries(made.id)
    assert any(event == "again" for room in one.told.values() for event, _ in room)
    del one.site.membership.look
    until(lambda: one.id != old, 10)
    know_each_other(one, two)
    assert one.play(made, 1, "c3", 1)["ok"]
    assert [kind for _, kind in log_of(two.database, made.id)] == ["move", "move"]


def test_games_that_go_on_by_themselves_are_gone_on_with(servers: list[Server]) -> None:
    one, two = servers
    made = [one.lobby.create({"game": "othello", "level": "random"}, "me") for _ in range(5)]
    assert all(one.play(each, 0, "d3", 0)["ok"] for each in made)  # now the bots are to move
    one.die()
    until(lambda: all(two.carries(each.id) for each in made), 10)


def test_a_server_that_ends_in_order_leaves_its_games_at_once(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    two.join(made.id, "c")
    one.close()
    assert two.play(made, 0, "d3", 0)["ok"]
    assert two.carries(made.id)
    assert ("again", {}) in two.told["c"]


def test_a_server_that_is_about_to_end_leaves_its_games_before_the_rest(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    own = one.lobby.create({"game": "othello", "level": "random"}, "me")
    assert one.play(own, 0, "d3", 0)["ok"]  # now the bot is to move
    two.join(made.id, "c")
    one.lobby.rest()
    until(lambda: ("again", {}) in two.told["c"])
    assert two.join(made.id, "c")[0]["ply"] == 0
    until(lambda: two.carries(own.id))
    assert one.id in two.site.membership.others


def test_lost_messages_are_noticed_and_everybody_joins_again(servers: list[Server], redis_server: RedisServer) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    two.join(made.id, "c", made.tokens["s0"])
    redis_server.stop()
    assert one.play(made, 0, "d3", 0)["ok"]  # where it is carried on it goes on
    redis_server.start()
    until(lambda: ("again", {}) in two.told["c"], 15)
    snapshot, _ = two.join(made.id, "c", made.tokens["s0"])
    assert snapshot["ply"] == 1
    assert two.play(made, 1, "c3", 1)["ok"]
    assert one.carries(made.id)


def test_the_database_may_be_away_for_longer_than_a_server_is_waited_for(
    servers: list[Server], cluster: Cluster
) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    ids = {one.id, two.id}
    cluster.stop()
    assert not one.play(made, 0, "d3", 0)["ok"]
    until(lambda: all(server.site.membership.blind_for > 4 for server in servers), 15)
    cluster.start()
    until(lambda: two.play(made, 0, "d3", 0, "late")["ok"], 10)
    assert {one.id, two.id} == ids
    assert one.carries(made.id)


def test_the_list_of_games_is_that_of_all_servers(servers: list[Server]) -> None:
    one, two = servers
    made: dict[str, Any] = {server.id: server.lobby.create(PEOPLE, "me").id for server in servers}
    for server in servers:
        assert {card["id"] for card in server.lobby.live()} == set(made.values())
    two.lobby.look_in("c", True, lambda room: None)
    until(lambda: one.lobby._live._lookers)
    late = one.lobby.create(PEOPLE, "me").id
    until(lambda: any(payload.get("card", {}).get("id") == late for _, payload in two.told["lobby"]))
    two.lobby.drop("c")
    until(lambda: not one.lobby._live._lookers)


def test_games_that_nobody_goes_on_with_leave_the_list_when_their_server_dies(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me").id
    assert made in {card["id"] for card in two.lobby.live()}
    two.database.change(text("UPDATE games SET touched = touched - 3600, active = false"))
    one.die()
    until(lambda: ("again", {}) in two.told[LOBBY_ROOM])  # pages then ask for the list
    assert made not in {card["id"] for card in two.lobby.live()}
    assert not two.carries(made)


def test_a_game_is_handed_over_to_a_server_that_needs_it(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    _, (room,) = one.join(made.id, "c")
    session = two.lobby.hold(made.id)
    assert session.id == made.id
    assert two.carries(made.id)
    assert not one.carries(made.id)
    assert ("again", {"game": made.id}) in one.told[room]
    assert one.play(made, 0, "d3", 0)["ok"]
    assert session.state.ply == 1


def test_what_cannot_travel_is_refused_and_costs_nobody_else(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    two.join(made.id, "c")
    command: dict[str, Any] = {"game": made.id, "token": made.tokens["s0"], "id": "1", "ply": 0, "do": "move"}
    for odd in (10**30, "\ud800", [{"deep": -(10**40)}]):
        assert two.lobby.command(command | {"move": "d3", "x": odd})["error"]["code"] == "malformed"
    assert two.lobby.command({"game": []})["error"]["code"] == "malformed"
    assert two.play(made, 0, "d3", 0)["ok"]
    assert "c" not in two.told or ("again", {}) not in two.told["c"]


def test_a_session_that_lags_behind_its_log_is_read_again(servers: list[Server]) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    two.join(made.id, "c")
    lagging = one.lobby.get(made.id)
    state = lagging.state
    assert one.play(made, 0, "d3", 0, "first")["ok"]
    lagging.state = state  # as if the answer to the commit had been lost
    lagging._answers = type(lagging._answers)(())
    assert one.play(made, 0, "d3", 0, "first")["ok"]
    assert one.lobby.get(made.id) is not lagging
    assert one.play(made, 1, "c3", 1)["ok"]
    assert [seq for seq, _ in log_of(one.database, made.id)] == [1, 2]
