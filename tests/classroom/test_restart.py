"""A class after a restart of the server: everything that somebody was told of is there, and it goes on."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from plyground.classroom.registry import MOST_OF_ONE
from plyground.classroom.worksheet import read_sheet
from plyground.core.messages import carried
from plyground.core.refusals import StorageFailed
from plyground.sessions.visitors import Visitor
from plyground.storage import schema
from plyground.storage.schema import classes, games
from tests.classroom.support import Place
from tests.classroom.test_match import command, make
from tests.waiting import until

CHOICE: dict[str, Any] = {"kind": "choice", "prompt": "Which?", "choices": ["one", "two"], "right": "0", "why": "So."}


def seen(place: Place) -> dict[str, Any]:
    """All that anybody is told of a class, in each language, but for who is connected and what counts time."""
    room = place.room
    state = {name: value for name, value in room.state().items() if name not in ("seq", "count", "now")}
    teacher = room.for_teacher()
    for row in teacher["students"]:
        row.pop("connected")
    if state["question"] is not None:
        state["question"].pop("ends")
        state["question"].pop("left")
    students = {key: room.for_student(each) for key, each in room.students.items()}
    told = {
        "state": state,
        "teacher": teacher,
        "students": students,
        "scores": place.classes.scores(*credentials(place)),
    }
    return dict(carried(told))


def credentials(place: Place) -> tuple[str, str]:
    return place.code, place.made["teacher"]


def rows(place: Place) -> int:
    database = place.lobby.store.database
    tables = (classes.classes, classes.class_students, classes.class_questions, classes.class_answers)
    return sum(len(database.rows(select(table))) for table in tables)


def test_everything_is_there_again(place: Place) -> None:
    tokens = place.students("Ada", "Ben", "Eve")
    place.teach("ask", **CHOICE)
    place.answer(tokens["Ada"], "0")
    place.answer(tokens["Ben"], "1")
    place.teach("reveal")
    place.teach("ask", **CHOICE | {"prompt": "And now?", "seconds": 100})
    place.timers.pass_time(30.0)
    place.answer(tokens["Ada"], "1")
    place.teach("tally", on=True)
    place.teach("follow", on=False)
    place.teach("remove", student="n3")
    place.teach("show", scene={"kind": "position", "game": "othello", "moves": ["f5"], "caption": "One"})
    before = seen(place)
    place.restart()
    assert seen(place) == before
    assert place.question["ends"] == pytest.approx(place.timers.now + 70.0), "the time stood still"
    place.join("t2", "teacher", token=place.made["teacher"])
    assert place.join("a2", token=tokens["Ada"])["you"]["answered"] == "1"
    assert place.refusal(place.join, "e2", token=tokens["Eve"]) == "no_such_student"
    place.answer(place.join("d", nickname="Dan")["token"], "0")
    assert list(place.room.students) == ["n1", "n2", "n4"], "a key is never given twice"
    place.timers.pass_time(69.0)
    assert place.question["state"] == "open"
    place.timers.pass_time(1.0)
    assert place.question["state"] == "closed"
    place.teach("reveal")
    assert [(each.asked, each.right) for each in place.room.students.values()] == [(2, 1), (2, 0), (1, 1)]
    place.restart()
    assert [(each.asked, each.right) for each in place.room.students.values()] == [(2, 1), (2, 0), (1, 1)]


def test_what_was_done_is_not_done_again(place: Place) -> None:
    """Whoever was not told before the end sends the same command again."""
    tokens = place.students("Ada")
    message = {"code": place.code, "token": place.made["teacher"], "id": "once", "do": "ask", **CHOICE}
    asked = place.classes.command("", message, "somewhere")
    place.answer(tokens["Ada"], "0")
    place.teach("close_question")
    place.restart()
    assert place.classes.command("", message, "somewhere") == asked
    assert place.question["state"] == "closed"
    assert place.answer(tokens["Ada"], "0") == {"text": "0"}, "it was taken in time"
    assert place.refusal(place.answer, tokens["Ada"], "1") == "question_closed"


@pytest.mark.parametrize("do", ["show", "reveal", "remove", "new_link", "close", "vote", "names"])
def test_a_command_that_cannot_be_written_changes_nothing(place: Place, do: str) -> None:
    tokens = place.students("Ada", "Ben")
    place.teach("ask", **CHOICE)
    place.answer(tokens["Ada"], "0")
    before = seen(place)
    given: dict[str, dict[str, Any]] = {
        "show": {"scene": {"kind": "position", "game": "othello"}},
        "remove": {"student": "n1"},
        "new_link": {"key": "k" * 22},
        "names": {"on": True},
        "vote": {"game": "othello", "bot": "random"},
    }
    place.fail(True)
    assert place.refusal(place.teach, do, **given.get(do, {})) == "storage_failed"
    assert place.refusal(place.answer, tokens["Ada"], "1") == "storage_failed"
    assert place.refusal(place.join, "x", nickname="Late") == "storage_failed"
    assert place.refusal(place.classes.open, "elsewhere") == "storage_failed"
    assert seen(place) == before
    place.fail(False)
    place.answer(tokens["Ben"], "1")
    after = seen(place)
    place.restart()
    assert seen(place) == after
    assert place.room.question is not None
    assert place.room.question.answers == {"n1": "0", "n2": "1"}


def test_a_students_new_key_is_there_after_a_restart_and_one_that_was_not_written_is_not(place: Place) -> None:
    old, fresh = place.students("Ada")["Ada"], "fresh-0123456789abcdef"
    message = {"code": place.code, "token": old, "id": "once", "do": "new_link", "key": fresh}
    place.fail(True)
    assert place.refusal(place.classes.command, "", message) == "storage_failed"
    place.fail(False)
    assert place.classes.command("", message) == {}
    assert place.classes.command("", message | {"token": fresh}) == {}, "asked again by whoever heard no answer"
    place.restart()
    assert place.join("again", token=fresh)["you"]["nickname"] == "Ada"
    assert place.refusal(place.join, "old", token=old) == "no_such_student"


def test_only_hashes_are_kept_and_nothing_after_the_end(place: Place) -> None:
    tokens = place.students("Ada", "Ben")
    place.teach("ask", **CHOICE)
    place.answer(tokens["Ada"], "0")
    place.teach("reveal")
    place.teach("vote", game="othello", bot="random")
    database = place.lobby.store.database
    kept = [str(row) for table in schema.metadata.sorted_tables for row in database.rows(select(table))]
    for secret in (place.made["teacher"], *tokens.values(), "somewhere"):
        assert not any(secret in row for row in kept)
    assert any("Ada" in row for row in kept)
    place.teach("close")
    assert rows(place) == 0
    place.restart()
    assert place.refusal(lambda: place.room) == "no_such_class"


def test_a_class_that_nobody_teaches_ends_after_three_hours_of_the_server(place: Place) -> None:
    place.students("Ada")
    place.restart()
    for _ in range(3):
        place.timers.pass_time(3000.0)
        place.restart()
    assert 6300.0 <= place.timers.now - place.room.taught_at <= 9000.0, "restarts give it no new life"
    place.timers.pass_time(4600.0)
    assert place.refusal(lambda: place.room) == "no_such_class"
    assert rows(place) == 0


def test_a_move_is_looked_for_again_and_halves_of_points_last(place: Place) -> None:
    token = place.students("Ada")["Ada"]
    place.teach("ask", kind="move", game="othello")
    assert place.question["thinking"]
    asked = place.pool.open[-1].request
    place.restart()
    assert place.question["thinking"]
    assert place.pool.open[-1].request == asked
    key = {"move": "f5", "line": ["f5"], "part": 1.0, "lost": 0.0, "value": 1.0, "exact": False, "outcome": None}
    half = {**key, "move": "d3", "part": 0.5}
    place.pool.answer("", moves=[key, half], solved=False, nodes=9)
    until(lambda: not place.question["thinking"])
    assert place.room.for_teacher()["answer"]["text"] == "f5"
    place.answer(token, "d3")
    place.teach("reveal")
    for _unused in range(2):
        assert place.room.students["n1"].points == 0.5
        assert ["Ada", "0.5", "1", "d3", "partly right"] in place.classes.scores(place.code, place.made["teacher"])
        place.restart()


@pytest.mark.parametrize("restarts", [False, True])
def test_a_revealed_question_counts_when_its_key_comes_after_the_next_one(place: Place, restarts: bool) -> None:
    token = place.students("Ada")["Ada"]
    for command in ("reveal", "clear_question"):
        place.teach("ask", kind="move", game="othello")
        place.answer(token, "d3")
        place.teach(command)
    place.teach("ask", kind="move", game="othello")
    if restarts:
        place.restart()
    revealed, _open = place.pool.open
    key = {"move": "d3", "line": ["d3"], "part": 1.0, "lost": 0.0, "value": 1.0, "exact": False, "outcome": None}
    revealed.listener("answered", {"moves": [key], "solved": False, "nodes": 9})
    place.timers.pass_time(1.0)
    assert (place.room.students["n1"].points, place.room.students["n1"].asked) == (1, 1)
    assert place.question["thinking"]
    place.restart()
    assert ["Ada", "1", "1", "d3", "right"] in place.classes.scores(place.code, place.made["teacher"])


def test_the_worksheet_is_the_same(place: Place) -> None:
    before = [task.prompt for task in read_sheet({}, place.room.seed).tasks]
    place.restart()
    assert [task.prompt for task in read_sheet({}, place.room.seed).tasks] == before


def test_a_vote_goes_on(place: Place) -> None:
    tokens = place.students("Ada", "Ben")
    place.teach("vote", game="othello", options={"size": 4}, bot="random", seconds=20)
    move = place.question["view"]["moves"][1]["text"]
    place.answer(tokens["Ada"], move)
    game, told = place.state["scene"]["id"], carried([place.question["prompt"], place.state["scene"]["bot"]])
    place.restart()
    assert carried([place.question["prompt"], place.state["scene"]["bot"]]) == told, "in each language"
    assert place.question["state"] == "open"
    assert place.refusal(place.answer, tokens["Ben"], "a1") == "flips_nothing"
    place.answer(tokens["Ben"], move)
    place.timers.pass_time(20.0)
    assert place.state["scene"]["last"]["count"] == 2
    assert [made["text"] for made in place.lobby.snapshot(game)["moves"]] == [move]
    place.restart()  # while the bot thinks
    until(lambda: place.pool.open)
    session = place.lobby.get(game)
    place.pool.answer(
        session.rules.move_text(session.state.position, session.rules.legal_moves(session.state.position)[0])
    )
    until(lambda: place.question["source"] == {"kind": "vote", "ply": 2})
    assert place.question["state"] == "open"


def test_a_vote_whose_move_was_played_is_not_held_again(place: Place) -> None:
    tokens = place.students("Ada")
    place.teach("vote", game="othello", options={"size": 4}, bot="random", seconds=20)
    place.answer(tokens["Ada"], place.question["view"]["moves"][0]["text"])
    game = place.state["scene"]["id"]
    place.room.save = lambda answer=None: lambda: None  # killed between the move and what the class makes of it
    place.timers.pass_time(20.0)
    assert len(place.lobby.snapshot(game)["moves"]) == 1
    place.restart()
    assert place.state["question"] is None
    assert place.state["scene"]["kind"] == "vote"


@pytest.mark.parametrize("what", ["next", "winner"])
def test_what_happened_meanwhile_is_shown(place: Place, what: str) -> None:
    tokens, made = place.students("Ada"), make(place)
    place.teach("predict", id=made.id, what=what)
    move = place.question["view"]["moves"][0]["text"] if what == "next" else "1"
    place.answer(tokens["Ada"], move)
    place.room.rest()  # it hears nothing any more
    command(
        place, made, "s0", *(("move",) if what == "next" else ("resign",)), **({"move": move} if what == "next" else {})
    )
    place.restart()
    assert place.question["state"] == "revealed"
    assert place.question["answer"]["right"] == [move]
    assert place.room.students["n1"].right == 1


def test_a_prediction_of_a_game_that_goes_on_is_waited_for(place: Place) -> None:
    tokens, made = place.students("Ada"), make(place)
    place.teach("predict", id=made.id, what="next")
    move = place.question["view"]["moves"][0]["text"]
    place.restart()
    place.answer(tokens["Ada"], move)
    command(place, made, "s0", "move", move=move)
    until(lambda: place.question["state"] == "revealed")
    assert place.room.students["n1"].right == 1


def test_a_game_that_is_gone_is_put_away_and_the_class_goes_on(place: Place) -> None:
    tokens = place.students("Ada")
    place.teach("vote", game="othello", bot="random")
    game = place.state["scene"]["id"]
    database = place.lobby.store.database
    database.change(games.events.delete().where(games.events.c.game == game))
    database.change(games.games.delete().where(games.games.c.id == game))
    place.restart()
    assert place.state["scene"] == {"kind": "welcome"}
    assert place.state["question"] is None
    place.teach("ask", **CHOICE)
    place.answer(tokens["Ada"], "0")


def test_whoever_has_as_many_classes_as_they_may_has_them_after_a_restart(place: Place) -> None:
    """A visitor is known again by the key that the browser keeps."""
    ada = Visitor("browser of Ada", "a crowd", "192.0.2.7")
    for _ in range(MOST_OF_ONE):
        place.classes.open(ada)
    place.restart()
    assert place.refusal(place.classes.open, Visitor("browser of Ada", "a crowd", "198.51.100.9")) == "too_many_classes"
    place.classes.open(Visitor("browser of Ben", "a crowd", "192.0.2.7"))


def test_a_lost_link_that_cannot_be_renewed_leaves_the_old_one(place: Place) -> None:
    place.fail(True)
    with pytest.raises(StorageFailed):
        place.classes.change_key(place.code, "another key of the teacher's")
    place.fail(False)
    assert place.room.is_teacher(place.made["teacher"])
    assert not place.room.is_teacher("another key of the teacher's")
