"""The class against a bot: whose move is played, what happens when nobody votes, and pauses."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core.messages import translated
from plyground.web.languages import Languages
from tests.classroom.support import Place
from tests.waiting import until
from tools.messages import PLACE

GAME: dict[str, Any] = {"game": "othello", "options": {"size": 4}, "bot": "random", "seconds": 20}
GERMAN = Languages([PLACE]).known["de"].catalogue


def begin(place: Place, **fields: Any) -> dict[str, str]:
    """A vote of three students, whose turn it is."""
    tokens = place.students("Ada", "Ben", "Eve")
    place.teach("vote", **GAME | fields)
    return tokens


def test_the_most_voted_move_is_played_when_the_time_is_up(place: Place) -> None:
    tokens = begin(place)
    assert place.state["scene"]["kind"] == "vote"
    question = place.question
    assert (question["kind"], question["source"]) == ("move", {"kind": "vote", "ply": 0})
    first, second = (move["text"] for move in question["view"]["moves"][:2])
    for name, text in (("Ada", first), ("Ben", second), ("Eve", first), ("Ada", second)):
        place.answer(tokens[name], text)
    place.timers.pass_time(19.0)
    assert place.question["state"] == "open"
    place.timers.pass_time(1.0)
    assert place.question["state"] == "revealed"
    assert place.question["answer"]["text"] == second, "a changed vote counts once"
    assert place.state["scene"]["last"]["count"] == 2
    snapshot = place.lobby.snapshot(place.state["scene"]["id"])
    assert [move["text"] for move in snapshot["moves"]] == [second]
    assert translated(snapshot["seats"][0]["name"], GERMAN) == "Die Klasse"
    until(lambda: place.pool.open)
    moves = place.lobby.get(snapshot["id"]).rules.legal_moves(place.lobby.get(snapshot["id"]).state.position)
    rules, position = place.lobby.get(snapshot["id"]).rules, place.lobby.get(snapshot["id"]).state.position
    assert (question["mover"], question["last"]) == ("Dark", None)
    place.pool.answer(rules.move_text(position, moves[0]))
    until(lambda: place.question["source"] == {"kind": "vote", "ply": 2})
    assert place.question["state"] == "open"
    last = place.question["last"]
    assert (last["seat"], last["text"], last["effect"]["text"]) == ("Light", *[rules.move_text(position, moves[0])] * 2)
    place.restart()
    assert place.question["last"] == last
    assert place.room.students["n1"].asked == 0, "a vote is no test"


def test_nobody_voted_so_the_time_is_given_again(place: Place) -> None:
    tokens = begin(place)
    place.timers.pass_time(25.0)
    assert place.question["state"] == "open"
    assert place.question["ends"] == pytest.approx(place.timers.now + 15.0)
    assert place.refusal(place.teach, "hurry") == "not_yet"
    place.answer(tokens["Ada"], place.question["view"]["moves"][0]["text"])
    place.teach("hurry")
    assert place.state["scene"]["last"]["of"] == 1


def test_ties_are_decided_by_a_seeded_lot(place: Place) -> None:
    chosen = set()
    for seed in range(8):
        made = place.classes.open(f"elsewhere {seed}", seed)
        place.code, place.made = made["code"], made
        tokens = begin(place)
        moves = [move["text"] for move in place.question["view"]["moves"]]
        for name, text in zip(tokens, moves, strict=False):
            place.answer(tokens[name], text)
        place.teach("hurry")
        last = place.state["scene"]["last"]
        assert (last["count"], last["of"]) == (1, 3)
        assert "lot" in last["why"]
        chosen.add(last["text"])
        place.teach("close")
    assert len(chosen) > 1


def test_a_pause_stops_the_clock_of_a_vote(place: Place) -> None:
    tokens = begin(place)
    place.answer(tokens["Ada"], place.question["view"]["moves"][0]["text"])
    place.timers.pass_time(5.0)
    place.teach("pause", on=True)
    place.timers.pass_time(100.0)
    assert (place.question["state"], place.question["ends"], place.question["left"]) == ("open", None, 15.0)
    assert place.refusal(place.answer, tokens["Ben"], "a1") == "class_paused"
    place.teach("pause", on=False)
    place.timers.pass_time(14.0)
    assert place.question["state"] == "open"
    place.timers.pass_time(1.0)
    assert place.question["state"] == "revealed"


def test_the_vote_comes_first_until_it_is_stopped(place: Place) -> None:
    begin(place)
    choice = {"kind": "choice", "choices": ["one", "two"]}
    for do, fields in (
        ("ask", choice),
        ("show", {"scene": {"kind": "welcome"}}),
        ("clear_question", {}),
        ("reveal", {}),
    ):
        assert place.refusal(place.teach, do, **fields) == "vote_running"
    game = place.state["scene"]["id"]
    place.teach("vote_stop")
    result = place.lobby.snapshot(game)["result"]
    assert translated(result["sentence"], GERMAN) == "Die Klasse hat aufgegeben."
    assert place.state["scene"] == {"kind": "game", "id": game, "caption": ""}
    assert place.state["question"] is None
    assert place.refusal(place.teach, "hurry") == "no_vote"
    assert game not in {card["id"] for card in place.lobby.live() if card["status"] == "playing"}
    assert place.refusal(place.teach, "predict", game=game, what="next") == "game_finished"
    assert place.teach("ask", **choice)


def test_the_other_seat_begins_and_a_bad_vote_changes_nothing(place: Place) -> None:
    begin(place, seat=1)
    assert place.state["question"] is None, "the bot begins"
    scene = place.state["scene"]
    assert place.refusal(place.teach, "vote", **GAME | {"bot": "nobody"}) == "unknown_bot"
    assert place.refusal(place.teach, "vote", **GAME | {"seat": 5}) == "malformed"
    assert place.state["scene"] == scene
    place.pool.answer("b1")
    until(lambda: place.question)
    assert place.question["view"]["to_move"] == 1


def test_a_forced_move_plays_itself_and_a_game_that_is_over_asks_no_more(place: Place) -> None:
    begin(place, position="XOO-XXXXXXXXXXXX X")
    snapshot = place.lobby.snapshot(place.state["scene"]["id"])
    assert [move["text"] for move in snapshot["moves"]] == ["d1"]
    assert snapshot["result"]
    assert place.state["question"] is None


def test_names_that_the_program_gives_are_said_in_each_language(place: Place) -> None:
    begin(place, bot="", level="hare-1000")
    assert translated(place.state["scene"]["bot"], GERMAN) == "Kenner"
