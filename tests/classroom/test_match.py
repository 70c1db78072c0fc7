"""Predicting a game that is played: closed and judged when it happens, whatever way it goes."""

from __future__ import annotations

from typing import Any

from plyground.sessions.setup import Created
from tests.classroom.support import Place
from tests.waiting import until

PEOPLE = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}]


def make(place: Place, **fields: Any) -> Created:
    """A game of two people, whose moves the test makes."""
    return place.lobby.create({"game": "othello", "options": {"size": 4}, "seats": PEOPLE, **fields}, "somebody")


def command(place: Place, made: Created, name: str, do: str, **fields: Any) -> None:
    """What one of them does."""
    ply = place.lobby.get(made.id).state.ply
    message = {"game": made.id, "token": made.tokens[name], "id": f"{do}{ply}{name}", "ply": ply, "do": do, **fields}
    answer = place.lobby.command(message)
    assert answer["ok"], answer


def test_the_next_move(place: Place) -> None:
    tokens, made = place.students("One", "Two"), make(place)
    place.teach("predict", game=made.id, what="next")
    assert place.state["scene"] == {"kind": "game", "id": made.id, "caption": ""}
    moves = [move["text"] for move in place.question["view"]["moves"]]
    assert place.refusal(place.teach, "reveal") == "not_yet"
    place.answer(tokens["One"], moves[0])
    place.answer(tokens["Two"], moves[1])
    assert place.refusal(place.answer, tokens["Two"], "a1") == "flips_nothing"
    command(place, made, "s0", "move", move=moves[1])
    until(lambda: place.question["state"] == "revealed")
    assert place.question["answer"]["right"] == [moves[1]]
    assert [each.right for each in place.room.students.values()] == [0, 1]
    assert [each.asked for each in place.room.students.values()] == [1, 1]


def test_who_wins(place: Place) -> None:
    tokens, made = place.students("One", "Two", "Three"), make(place)
    place.teach("predict", game=made.id, what="winner", seconds=5)
    assert [each["label"] for each in place.question["choices"]] == ["Ada", "Ben", "Nobody: a draw"]
    for name, text in (("One", "0"), ("Two", "1"), ("Three", "draw")):
        place.answer(tokens[name], text)
    place.teach("close_question")
    assert place.refusal(place.answer, tokens["One"], "1") == "question_closed"
    command(place, made, "s0", "resign")
    until(lambda: place.question["state"] == "revealed")
    assert place.question["answer"]["label"] == "Ben"
    assert [each.right for each in place.room.students.values()] == [0, 1, 0]


def test_a_draw(place: Place) -> None:
    tokens, made = place.students("One"), make(place)
    place.teach("predict", game=made.id, what="winner")
    place.answer(tokens["One"], "draw")
    command(place, made, "s0", "draw", answer="offer")
    until(lambda: place.question["state"] == "revealed")
    assert place.room.students["n1"].right == 1


def test_a_move_that_never_came_counts_for_nobody(place: Place) -> None:
    tokens, made = place.students("One"), make(place)
    place.teach("predict", game=made.id, what="next")
    place.answer(tokens["One"], place.question["view"]["moves"][0]["text"])
    command(place, made, "s0", "resign")
    until(lambda: place.question["state"] == "revealed")
    assert place.question["answer"]["text"] is None
    assert (place.room.students["n1"].asked, place.room.students["n1"].right) == (0, 0)


def test_after_the_move_no_answer_is_taken(place: Place) -> None:
    """Also in the moment before the class has heard of it."""
    tokens, made = place.students("One"), make(place)
    place.teach("predict", game=made.id, what="next")
    move = place.question["view"]["moves"][0]["text"]
    with place.room.lock:  # so that it cannot hear of it
        command(place, made, "s0", "move", move=move)
        assert place.refusal(place.answer, tokens["One"], move) == "question_closed"


def test_the_same_game_is_asked_about_again(place: Place) -> None:
    place.students("One")
    made = make(place)
    first = place.teach("predict", game=made.id, what="next")["question"]
    assert place.teach("predict", game=made.id, what="next")["question"] != first
    old = {"id": made.id, "what": "next", "token": place.made["teacher"], "code": place.code, "do": "predict"}
    assert place.classes.command("", old, "somewhere")["question"] not in ("", first)  # as pages sent it before


def test_what_cannot_be_predicted(place: Place) -> None:
    made = make(place)
    assert place.refusal(place.teach, "predict", game="nothere", what="next") == "no_such_game"
    assert place.refusal(place.teach, "predict", game=made.id, what="weather") == "malformed"
    command(place, made, "s0", "resign")
    assert place.refusal(place.teach, "predict", game=made.id, what="winner") == "game_finished"


def test_hidden_bets_stay_hidden(place: Place) -> None:
    """The question's board has nothing that a watcher may not know."""
    options = {"map": "triangle-4", "futures": True}
    made = place.lobby.create({"game": "punter", "options": options, "seats": PEOPLE}, "somebody")
    view = place.lobby.snapshot(made.id, list(made.tokens.values()))["view"]
    bet = "futures 0:7"
    assert view["phase"] == "futures"
    command(place, made, "s0", "move", move=bet)
    place.teach("predict", game=made.id, what="next")
    assert "0:7" not in str(place.question)
    command(place, made, "s1", "move", move="futures -")
    until(lambda: place.question["state"] == "revealed")


def test_a_move_that_is_taken_back_counts_for_nobody(place: Place) -> None:
    tokens, made = place.students("One"), make(place)
    first = place.lobby.snapshot(made.id, [made.tokens["s0"]])["view"]["moves"][0]["text"]
    command(place, made, "s0", "move", move=first)
    place.teach("predict", game=made.id, what="next")
    place.answer(tokens["One"], place.question["view"]["moves"][0]["text"])
    command(place, made, "s0", "takeback", answer="ask")
    until(lambda: place.question["state"] == "revealed")
    assert place.question["answer"]["text"] is None
    assert place.room.students["n1"].asked == 0


def test_the_winner_of_three(place: Place) -> None:
    tokens = place.students("One", "Two")
    three = [{"kind": "person", "name": "Ada"}] * 3
    made = place.lobby.create(
        {"game": "punter", "options": {"map": "path-5", "punters": 3}, "seats": three}, "somebody"
    )
    place.teach("predict", game=made.id, what="winner")
    assert [each["label"] for each in place.question["choices"]][:2] == ["Ada (seat 1)", "Ada (seat 2)"]
    place.answer(tokens["One"], "2")
    place.answer(tokens["Two"], "draw")
    command(place, made, "s0", "resign")
    command(place, made, "s1", "resign")
    until(lambda: place.question["state"] == "revealed")
    assert place.question["answer"]["right"] == ["2"]
    assert [each.right for each in place.room.students.values()] == [1, 0]


def test_a_class_that_ends_follows_its_game_no_more(place: Place) -> None:
    made = make(place)
    place.teach("predict", game=made.id, what="winner")
    assert place.lobby.snapshot(made.id)["watchers"] == 1
    place.teach("close")
    assert place.lobby.snapshot(made.id)["watchers"] == 0
