"""The games that people watch, as messages tell them: every move once, whatever is lost, late, or begun again."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from plyground.competitions.refereeing.game_feed import OFTEN, GameFeed
from plyground.competitions.refereeing.referee import play_game
from plyground.competitions.running.live_games import MOST_GAMES, LiveGames, News
from tests.competitions.playing import QUICK, built_in


class Clock:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def told(game: str = "c-f1-0-0", seed: int = 7, **more: Any) -> tuple[list[Any], dict[str, Any]]:
    """The messages of a game that is played now, as they travel, and its record."""
    messages: list[Any] = []
    task = {"id": game, "game": "othello", "options": {"size": 6}, "seed": seed, "clock": QUICK, **more}
    entrants = [built_in(), built_in("minimax:budget=10")]
    feed = GameFeed(game, "c", lambda message: messages.append(json.dumps(message)))
    record = play_game({**task, "entrants": entrants}, feed)
    return [json.loads(message) for message in messages], record


@pytest.fixture(scope="module")
def game() -> tuple[list[Any], dict[str, Any]]:
    return told()


def all_news(live: LiveGames, messages: list[Any]) -> list[News]:
    return [news for message in messages for news in live.hear(message)]


def test_every_move_is_told_once(game: tuple[list[Any], dict[str, Any]]) -> None:
    messages, record = game
    live = LiveGames(Clock())
    news = all_news(live, messages)
    assert [each.what for each in news] == ["whole", "whole", *["moved"] * len(record["moves"]), "ended"]
    assert [each.move["text"] for each in news if each.move] == record["moves"]
    [shown] = live.of("c")
    data = json.loads(json.dumps(shown.as_json()))
    assert data["ply"] == len(record["moves"])
    assert data["view"]["returns"] == record["returns"]
    assert data["left"] == record["left"]
    assert set(data["ended"]) == {"ranks", "verdicts", "reason", "sentence", "disturbed"}
    assert all_news(live, messages) == []
    assert sum("begun" in message for message in messages) < len(messages) / 6


def test_lost_messages_are_made_up_for_by_the_next_whole_one(game: tuple[list[Any], dict[str, Any]]) -> None:
    messages, record = game
    for seed in range(8):
        chance = random.Random(seed)
        live = LiveGames(Clock())
        heard = [message for message in messages[:-1] if chance.random() < 0.6] + messages[-1:]
        news = all_news(live, heard)
        [shown] = live.of("c")
        assert shown.texts == record["moves"]
        assert shown.ended is not None
        assert news[-1].what == "ended"
    live = LiveGames(Clock())
    missed = [message for message in messages if message["since"] != 5 and len(message["moves"]) != 6]
    all_news(live, missed[: OFTEN - 2])
    assert live.of("c")[0].ply == 5
    all_news(live, missed[OFTEN - 2 :])
    assert live.of("c")[0].texts == record["moves"]


def test_a_game_that_begins_again_is_followed_and_its_old_run_is_not(game: tuple[list[Any], dict[str, Any]]) -> None:
    first, _ = game
    second, record = told(seed=8)
    live = LiveGames(Clock())
    all_news(live, first[:10])
    news = all_news(live, second[:4])
    assert [each.what for each in news] == ["whole", "whole", "moved", "moved"]
    assert all_news(live, first[10:]) == []
    assert live.of("c")[0].texts == record["moves"][:2]


def test_a_game_that_is_played_once_again_after_its_end_is_followed_anew(
    game: tuple[list[Any], dict[str, Any]],
) -> None:
    first, _ = game
    second, record = told(seed=8)
    live = LiveGames(Clock())
    first = [*first[:-1], {**first[-1], "ended": {**first[-1]["ended"], "disturbed": True}}]  # the machine was too busy
    assert all_news(live, first)[-1].game.as_json()["ended"]["disturbed"]
    assert [each.what for each in all_news(live, second[:3])] == ["whole", "whole", "moved"]
    assert live.of("c")[0].ended is None
    assert all_news(live, first) == []
    assert all_news(live, second)[-1].what == "ended"
    assert live.of("c")[0].texts == record["moves"]


def test_the_record_puts_right_what_was_not_heard(game: tuple[list[Any], dict[str, Any]]) -> None:
    messages, record = game
    live = LiveGames(Clock())
    all_news(live, messages[:9])
    news = list(live.settle("c-f1-0-0", {**record, "logs": ["secret", "secret"]}))
    assert [each.what for each in news] == ["whole", "ended"]
    assert "secret" not in json.dumps(live.of("c")[0].as_json())
    assert live.of("c")[0].texts == record["moves"]
    assert list(live.settle("c-f1-0-0", record)) == []
    assert list(live.settle("unknown", record)) == []
    live = LiveGames(Clock())
    all_news(live, told(seed=9)[0][:9])
    assert list(live.settle("c-f1-0-0", record)) == []
    assert live.of("c") == []


def test_clocks_run_after_the_pause(game: tuple[list[Any], dict[str, Any]]) -> None:
    messages, _ = told(pace=0.001)
    clock = Clock()
    live = LiveGames(clock)
    all_news(live, messages[:1])
    assert live.of("c")[0].clocks() == {"left": [5.0, 5.0], "turn_at": None}
    clock.at = 101.0
    all_news(live, messages[1:2])
    assert live.of("c")[0].clocks() == {"left": [5.0, 5.0], "turn_at": 101.01}
    clock.at = 102.0
    all_news(live, messages[2:4])
    assert live.of("c")[0].clocks() == {"left": messages[3]["left"], "turn_at": 102.001}


def test_moves_of_an_opening_are_there_at_once() -> None:
    messages, record = told(opening=["c2", "b2", "a2"])
    live = LiveGames(Clock())
    news = all_news(live, messages)
    assert [each.what for each in news] == ["whole", "whole", *["moved"] * (len(record["moves"]) - 3), "ended"]
    assert live.of("c")[0].opening == 3


def test_a_fault_of_the_servers_own_is_forgotten(game: tuple[list[Any], dict[str, Any]]) -> None:
    messages, _ = game
    live = LiveGames(Clock())
    end = {**messages[-1], "ended": {**messages[-1]["ended"], "status": "server_fault"}}
    assert "ended" not in [each.what for each in all_news(live, [*messages[:-1], end])]
    assert live.of("c") == []


def test_only_so_many_games_are_kept(game: tuple[list[Any], dict[str, Any]]) -> None:
    clock = Clock()
    live = LiveGames(clock)
    for number in range(MOST_GAMES + 10):
        clock.at += 1
        all_news(live, [{**game[0][0], "id": f"c-{number:03}"}])
    assert [each.id for each in live.of("c")] == [f"c-{number:03}" for number in range(10, MOST_GAMES + 10)]
    live.forget("c-020")
    assert len(live.of("c")) == MOST_GAMES - 1


def test_a_game_that_nobody_watches_is_followed_when_somebody_does(game: tuple[list[Any], dict[str, Any]]) -> None:
    messages, record = game
    watched = False
    live = LiveGames(Clock(), lambda game: watched)
    assert all_news(live, messages[:9]) == []
    [shown] = live.of("c")
    assert (shown.ply, shown.made) == (7, [])
    watched = True
    news = all_news(live, messages[9:11])
    assert [each.move["text"] for each in news if each.move] == record["moves"][7:9]
    assert [move["text"] for move in shown.as_json()["moves"]] == record["moves"][:9]
    watched = False
    assert [each.what for each in all_news(live, messages[11:])] == ["ended"]
    assert shown.as_json()["view"]["returns"] == record["returns"]


def test_what_bots_told_of_their_search_goes_along(game: tuple[list[Any], dict[str, Any]]) -> None:
    messages, record = game
    live = LiveGames(Clock())
    all_news(live, messages)
    minds = [move.get("mind") for move in live.of("c")[0].as_json()["moves"]]
    assert minds == record["minds"]
    assert any(mind and {"value", "line"} <= set(mind) for mind in minds)


def test_moves_that_come_too_fast_are_told_with_a_later_one() -> None:
    messages: list[Any] = []
    at = 0.0
    feed = GameFeed("g", "c", messages.append, lambda: at)
    feed(
        {
            "kind": "begun",
            "game": "othello",
            "options": {},
            "start": "",
            "clock": {},
            "pace": 0,
            "moves": [],
            "seats": [],
        }
    )
    for number in range(100):
        feed({"kind": "moved", "text": str(number), "seat": 0, "seconds": 0.0, "left": [1.0]})
    assert len(messages) == 31
    at = 1.0
    feed({"kind": "moved", "text": "100", "seat": 0, "seconds": 0.0, "left": [1.0]})
    told = [move[0] for message in messages for move in message["moves"][max(0, len(message["moves"]) - 71) :]]
    assert messages[-1]["since"] + len(messages[-1]["moves"]) == 101
    assert told[-1] == "100"
