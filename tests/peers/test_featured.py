"""The featured match of a site of two real servers: one match for all, and another server's once its own was killed."""

from __future__ import annotations

from contextlib import suppress
from queue import Empty
from typing import Any

import pytest
import requests

from tests.waiting import until
from tests.web.clients import Client, connected
from tools.benchmarks.serving import Server
from tools.benchmarks.site import Site


def watched(server: Server) -> dict[str, Any]:
    """What a page at this server is told of the featured match; to ask is to watch."""
    answer = requests.get(f"{server.url}/api/watch", timeout=30)
    found: dict[str, Any] = answer.json() if answer.ok else {"match": None, "coming": []}
    return found


def the_same_at(site: Site, other_than: str = "") -> dict[str, Any]:
    """The match that visitors of both servers see, once there is one, with what comes next."""
    found: list[dict[str, Any]] = []

    def both() -> bool:
        found[:] = [watched(each) for each in site.processes]
        first, second = (each["match"] and each["match"]["id"] for each in found)
        return bool(first) and first == second != other_than and found[0]["coming"] == found[1]["coming"]

    until(both)
    return found[0]


def on_the_wall(server: Server, match: str) -> int:
    """How many watch it, by what a wall at this server is told; 0 where it is not there."""
    games = requests.get(f"{server.url}/api/watch/games?idle", timeout=30).json()["games"]
    return sum(each["watchers"] for each in games if each["id"] == match)


def follow(client: Client, match: dict[str, Any]) -> dict[str, Any]:
    """Follow it; what is seen of it first, perhaps nothing yet."""
    given = client.ask("contest_follow", {"competition": match["hosted"], "game": match["id"]})
    assert given["ok"], given
    return dict(given)


def moves(client: Client, match: dict[str, Any], server: Server, count: int) -> list[tuple[int, str]]:
    """The next moves that are heard of it, while somebody goes on watching."""
    heard: list[tuple[int, str]] = []

    def enough() -> bool:
        watched(server)
        with suppress(Empty):  # bots may think for longer than a match goes on that nobody asks for
            told = client.hear("contest_move", patience=2)
            if told["id"] == match["id"]:
                heard.append((told["move"]["ply"], told["move"]["text"]))
        return len(heard) >= count

    until(enough)
    return heard


def seen_to_move(client: Client, server: Server) -> bool:
    """Whether a move is heard of the match that this server shows now, whichever that is."""
    match = watched(server)["match"]
    if not match or not client.ask("contest_follow", {"competition": match["hosted"], "game": match["id"]})["ok"]:
        return False
    with suppress(Empty):
        return bool(client.hear("contest_move", patience=10)["id"] == match["id"])
    return False


@pytest.mark.long  # competitions/test_featured.py has the match; a leader that dies is in test_competitions.py
def test_all_visitors_see_one_match_and_it_outlives_its_server(site: Site) -> None:
    match = the_same_at(site)["match"]
    with connected(site.processes[0].url) as one, connected(site.processes[1].url) as other:
        for client in (one, other):
            follow(client, match)
        heard = [
            dict(moves(client, match, server, 2))
            for client, server in ((one, site.processes[0]), (other, site.processes[1]))
        ]
        both = heard[0].keys() & heard[1].keys()
        assert all(heard[0][ply] == heard[1][ply] for ply in both)
        assert both, "the servers told of different moments"
        until(lambda: all(on_the_wall(each, match["id"]) == 2 for each in site.processes))  # whoever their server is

    leader = site.owners()["competitions"]
    left = site.processes[1 - leader]
    site.processes[leader].kill()
    until(lambda: (watched(left)["match"] or match)["id"] != match["id"])
    site.processes[leader].start()
    site.wait_until_whole()
    the_same_at(site, other_than=match["id"])
    assert site.owners()["competitions"] == 1 - leader
    with connected(site.processes[leader].url) as client:
        until(lambda: seen_to_move(client, site.processes[leader]))
