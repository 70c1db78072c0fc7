"""The documentation's client plays a whole game of every game at a real server, with nothing but Python."""

from __future__ import annotations

import pytest
import requests

from plyground.core import registry
from tests.soaking import some
from tests.web.client_in_docs import MOST_LINES, client, play
from tools.benchmarks.serving import Server


def test_the_client_is_short() -> None:
    assert len(client().splitlines()) <= MOST_LINES


@pytest.mark.soak
@pytest.mark.parametrize("game", some(sorted(registry.games()), 2))
def test_the_client_plays_a_whole_game(server: Server, game: str) -> None:
    said = play(server.url, game).splitlines()
    game_id = said[0].rpartition("/")[2]
    played = requests.get(f"{server.url}/api/games/{game_id}", timeout=30).json()
    assert (played["game"], played["status"], played["result"]["reason"]) == (game, "finished", "rules")
    assert said[-1] == f"{played['ply']} moves: {played['result']['sentence']}"
