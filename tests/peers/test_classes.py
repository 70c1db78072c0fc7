"""Classes among several servers: led by one, come to from all, gone on with when their leader ends."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core.refusals import NoSuchClass, NotTeacher
from tests.peers.support import PEOPLE, Server, know_each_other
from tests.waiting import until


def led_first(servers: list[Server]) -> tuple[Server, Server]:
    """The leader of the classes, and the other one."""
    until(lambda: any(server.classes._led.part for server in servers))
    one, two = sorted(servers, key=lambda server: server.classes._led.part is None)
    assert two.classes._led.part is None
    return one, two


def tally(server: Server, code: str) -> Any:
    until(lambda: server.classes._led.part is not None, 10)
    part = server.classes._led.part
    assert part is not None
    return part._rooms[code].state()["question"]


def ask(server: Server, made: dict[str, Any]) -> str:
    """Have the teacher ask for a choice; the question's id."""
    said = server.say(
        made["code"], "t", made["teacher"], "ask", kind="choice", choices=["yes", "no"], right="0", prompt="Well?"
    )
    return str(said["question"])


def test_a_class_is_opened_taught_and_answered_from_a_server_that_does_not_lead(servers: list[Server]) -> None:
    leader, other = led_first(servers)
    made = other.classes.open("me")
    other.enter_class(made["code"], "t", "teacher", token=made["teacher"])
    students = [
        servers[number % 2].enter_class(made["code"], f"s{number}", nickname=f"S{number}") for number in range(4)
    ]
    question = ask(other, made)
    until(lambda: any(event == "class_state" for told in other.told.values() for event, _ in told))
    for number, student in enumerate(students):
        servers[number % 2].say(made["code"], f"s{number}", student["token"], "answer", question=question, text="0")
    assert tally(leader, made["code"])["answers"] == 4
    assert len(other.classes.scores(made["code"], made["teacher"])) >= 4
    assert other.classes.about(made["code"])["code"] == made["code"]
    assert len(other.classes.standing()) == 1
    other.classes.change_key(made["code"], "another key of the teacher's")
    assert leader.classes.scores(made["code"], "another key of the teacher's")
    with pytest.raises(NotTeacher):
        other.classes.scores(made["code"], made["teacher"])


def test_refusals_are_those_of_the_leader(servers: list[Server]) -> None:
    _, other = led_first(servers)
    made = other.classes.open("me")
    with pytest.raises(NoSuchClass):
        other.enter_class("AAAAAA", "s", nickname="S")
    with pytest.raises(NotTeacher):
        other.classes.scores(made["code"], "wrong")


def test_who_leaves_is_known_to_have_left(servers: list[Server]) -> None:
    leader, other = led_first(servers)
    made = leader.classes.open("me")
    other.enter_class(made["code"], "s", nickname="S")
    part = leader.classes._led.part
    assert part is not None
    room = part._rooms[made["code"]]
    until(lambda: not room.deserted)
    assert other.classes.leave("s", made["code"])
    until(lambda: room.deserted)
    other.enter_class(made["code"], "s2", nickname="S2")
    other.lobby.drop("s2")  # as the sockets do with a connection that is gone
    until(lambda: room.deserted)
    until(lambda: not leader.site._guests.all())


def test_a_class_goes_on_when_its_leader_dies(servers: list[Server]) -> None:
    leader, other = led_first(servers)
    made = other.classes.open("me")
    student = other.enter_class(made["code"], "s", nickname="S")
    other.enter_class(made["code"], "t", "teacher", token=made["teacher"])
    question = ask(other, made)
    other.say(made["code"], "s", student["token"], "answer", question=question, text="1")
    leader.die()
    until(lambda: ("again", {}) in other.told["s"], 10)
    again = other.enter_class(made["code"], "s", token=student["token"])
    assert again["state"]["question"]["id"] == question
    assert tally(other, made["code"])["answers"] == 1
    other.enter_class(made["code"], "t", "teacher", token=made["teacher"])
    other.say(made["code"], "t", made["teacher"], "reveal")


def test_a_leader_that_was_taken_for_dead_writes_nothing_more_and_passes_on(servers: list[Server]) -> None:
    leader, other = led_first(servers)
    made = leader.classes.open("me")
    leader.enter_class(made["code"], "t", "teacher", token=made["teacher"])
    old = leader.id
    leader.site.membership.look = lambda: None  # type: ignore[method-assign]  # it stands still
    until(lambda: other.classes._led.part is not None, 10)
    del leader.site.membership.look
    until(lambda: leader.id != old and leader.classes._led.part is None, 10)
    know_each_other(leader, other)
    leader.enter_class(made["code"], "t", "teacher", token=made["teacher"])
    question = ask(leader, made)
    assert tally(other, made["code"])["id"] == question


def test_a_class_follows_a_game_that_another_server_carries_on(servers: list[Server]) -> None:
    leader, other = led_first(servers)
    game = other.lobby.create({**PEOPLE, "seats": [{"kind": "bot", "bot": "random"}] * 2}, "me")
    made = leader.classes.open("me")
    leader.enter_class(made["code"], "t", "teacher", token=made["teacher"])
    leader.say(made["code"], "t", made["teacher"], "predict", game=game.id, what="winner")
    assert leader.carries(game.id)
    assert not other.carries(game.id)
    assert other.lobby.snapshot(game.id)["id"] == game.id
