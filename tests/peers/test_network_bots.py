"""Bots over the network among several servers: any of them knows the accounts, the games, and what bots are told."""

from __future__ import annotations

import pytest

from plyground.core.refusals import ChallengeClosed
from plyground.sessions.network import telling
from plyground.sessions.network.accounts import Account, Accounts
from plyground.sessions.network.challenges import Challenges
from plyground.web.bots_api.streams import Feeds, ListeningWire
from plyground.web.bots_api.views import Follower
from plyground.web.broadcast import Broadcaster
from tests.peers.support import Server
from tests.waiting import until
from tests.web.test_broadcast import Wire


def made(servers: list[Server]) -> tuple[Account, Account, list[Challenges]]:
    """Two bots, each made at another server."""
    accounts = [Accounts(server.database) for server in servers]
    one, two = (each.make({"name": f"Bot {number}"}) for number, each in enumerate(accounts))
    assert accounts[1].of(one[1]).id == one[0].id  # a token opens at every server
    return one[0], two[0], [Challenges(s.lobby, a) for s, a in zip(servers, accounts, strict=True)]


def test_a_challenge_is_made_at_one_server_and_accepted_at_another(servers: list[Server]) -> None:
    one, two, challenges = made(servers)
    ear = Feeds(servers[1].database).open(two.id)
    seats = [{"kind": "me"}, {"kind": "network", "bot": two.id}]
    offered, _game = challenges[0].make(one, {"game": "othello", "seats": seats}, "")
    assert offered is not None
    until(lambda: ear.wait(0.0))
    accepted = challenges[1].accept(two, offered.id, "")
    assert accepted.game is not None
    with pytest.raises(ChallengeClosed):
        challenges[0].cancel(one, offered.id)
    told = telling.told_since(servers[0].database, one.id, 0)
    assert sorted(event["type"] for event in told) == ["challenge_accepted", "game_start"]
    assert [event["seq"] for event in told] == [1, 2]


def test_a_game_is_followed_and_played_at_a_server_that_does_not_carry_it_on(servers: list[Server]) -> None:
    here, there = servers
    one, two, challenges = made(servers)
    seats = [{"kind": "me"}, {"kind": "link"}]
    _none, created = challenges[0].make(one, {"game": "othello", "seats": seats}, "")
    assert created is not None
    assert here.carries(created.id)
    wire = ListeningWire(Wire())
    broadcaster = Broadcaster(wire)
    there.publish_here = broadcaster.publish  # type: ignore[method-assign]
    there.site._publish_here = broadcaster.publish
    follower = Follower(there.lobby, broadcaster, wire, created.id, 0)
    follower.join()
    [line] = follower.news()
    assert (line["your_turn"], line["ply"]) == (True, 0)
    move = line["legal"][0]
    command = {"game": created.id, "id": "m", "ply": 0, "do": "move", "move": move}
    assert there.lobby.command(command, seat=0)["ok"]
    until(lambda: follower.ear.wait(0.0))
    lines = list(follower.news())
    while not lines or lines[-1]["ply"] < 1:
        until(lambda: follower.ear.wait(0.0))
        lines += follower.news()
    assert (lines[-1]["from"], lines[-1]["moves"], lines[-1]["your_turn"]) == (0, [move], False)
    follower.leave()
    broadcaster.close()
    assert not here.carries("nowhere")
    assert two.id != one.id
