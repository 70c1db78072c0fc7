"""New keys for seats and directors: the old one opens nothing any more, whoever shows it is told, nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core.errors import Refusal
from plyground.sessions.session import Session
from plyground.sessions.setup import network_seat
from plyground.sessions.state import rebuild
from tests.sessions.support import AGAINST_BOT, BOTS, PEOPLE, Scene, scene
from tests.sessions.test_commands import refusal

FRESH = "fresh-0123456789abcdef"


def joined(game: Scene, connection: str, *tokens: str) -> dict[str, Any]:
    """Follow the game; ``you`` of the snapshot."""
    found: dict[str, Any] = game.session.join(connection, tokens, lambda room: None)["you"]
    return found


def test_the_old_key_of_a_seat_is_refused_everywhere_with_a_sentence() -> None:
    game = scene(seats=PEOPLE)
    old = game.token("s0")
    game.do("s0", "move", move="f5")
    game.do("s0", "key", key=FRESH)
    given: dict[str, dict[str, Any]] = {"move": {"move": "f4"}, "draw": {"answer": "offer"}, "key": {"key": "k" * 22}}
    for do in ("move", "resign", "draw", "hint", "plan", "key", "rematch"):
        with pytest.raises(Refusal, match="This link was renewed") as caught:
            game.do("s0", do, **given.get(do, {}))
        assert caught.value.code == "wrong_token"
    assert joined(game, "old", old) == {"seats": [], "director": False, "renewed": True}
    assert joined(game, "fresh", FRESH) == {"seats": [0], "director": False}
    game.do("i1", "move", move="d6")
    game.do("s0", "move", token=FRESH, move="c3")
    assert [made.text for made in game.session.state.moves] == ["f5", "d6", "c3"]
    game.do("i1", "key", key="other-0123456789abcdef")
    assert joined(game, "guest", game.token("i1"))["renewed"]
    again = Session(game.session.setup, game.session.services, tuple(game.log.events[game.session.id]))
    assert again.snapshot((FRESH,))["you"] == {"seats": [0], "director": False}
    assert again.snapshot((old,))["you"] == {"seats": [], "director": False, "renewed": True}


def test_pages_that_came_by_the_old_key_hear_nothing_more_as_its_holders() -> None:
    game = scene(seats=PEOPLE)
    rooms: dict[str, str] = {}
    for connection, token in (("thief", "s0"), ("mine", "s0"), ("guest", "i1")):
        game.session.join(connection, (game.token(token),), lambda room, of=connection: rooms.update({of: room}))  # type: ignore[misc]
    game.session.join("watcher", (), lambda room: rooms.update(watcher=room))
    game.do("s0", "key", key=FRESH)
    assert {room for room, event, _ in game.told if event == "again"} == {"thief", "mine"}
    before = rooms["thief"]
    game.session.join("mine", (FRESH,), lambda room: rooms.update(mine=room))
    game.session.join("thief", (game.token("s0"),), lambda room: rooms.update(thief=room))
    assert (rooms["mine"] != before, rooms["thief"]) == (True, rooms["watcher"])
    game.told.clear()
    game.do("s0", "move", token=FRESH, move="f5")
    heard = {room for room, event, _ in game.told if event == "event"}
    assert heard == {rooms["mine"], rooms["guest"], rooms["watcher"]}


def test_neither_key_is_told_or_written_as_it_is() -> None:
    game = scene(seats=PEOPLE)
    joined(game, "watcher")
    game.do("s0", "key", key=FRESH)
    assert FRESH not in str(game.log.events)
    told = game.events()[-1]
    assert (told["kind"], told["seq"]) == ("key", 1)
    assert "kept" not in told
    assert game.kinds() == ["arrive"], "servers of before know the event"


def test_a_renewal_whose_answer_was_lost_is_answered_again() -> None:
    game = scene(seats=PEOPLE)
    assert game.do("s0", "key", key=FRESH, id="once") == {"seq": 1}
    assert game.do("s0", "key", key=FRESH, id="once") == {"seq": 1}
    assert game.do("s0", "key", token=FRESH, key=game.token("s0"), id="back") == {"seq": 2}
    assert joined(game, "mine", game.token("s0"))["seats"] == [0]
    assert joined(game, "other", FRESH)["renewed"]


def test_a_renewal_that_cannot_be_written_leaves_the_old_key_as_it_is() -> None:
    game = scene(seats=PEOPLE)
    for key in ("short", "with a space 0123456789", "x" * 201):
        assert refusal(game.do, "s0", "key", key=key) in ("malformed", "oversized")
    game.log.failing = True
    assert refusal(game.do, "s0", "key", key=FRESH) == "storage_failed"
    game.log.failing = False
    assert joined(game, "mine", game.token("s0"))["seats"] == [0]
    assert game.do("s0", "move", move="f5")


def test_a_director_has_a_new_key_and_the_pace_stays() -> None:
    game = scene(seats=BOTS, pace=0.5)
    game.do("d", "key", key=FRESH)
    assert refusal(game.do, "d", "pause") == "wrong_token"
    game.do("d", "pause", token=FRESH)
    assert (game.session.state.paused, game.session.state.pace) == (True, 0.5)
    assert joined(game, "mine", FRESH)["director"]
    assert joined(game, "old", game.token("d")) == {"seats": [], "director": False, "renewed": True}


def test_the_new_key_opens_the_rematch() -> None:
    for seats, name in ((AGAINST_BOT, "s0"), (BOTS, "d")):
        game = scene(seats=seats)
        game.do(name, "key", key=FRESH)
        if name == "d":
            game.pool.open[-1].listener("failed", {"code": "bot_failed", "sentence": "it broke."})
        else:
            game.do(name, "resign", token=FRESH)
        game.do(name, "rematch", token=FRESH)
        setup = game.opened[0].setup
        assert setup.seats_of((FRESH,)) == ((1,) if name == "s0" else ())
        assert setup.directs((FRESH,)) == (name == "d")
        assert not setup.seats_of((game.token(name),))
        assert not setup.directs((game.token(name),))


def test_a_network_bots_seat_keeps_its_own_key() -> None:
    game = scene(seats=PEOPLE)
    seats = (game.session.setup.seats[0], network_seat("b1", "Bot"))
    session = Session(type(game.session.setup)(**{**vars(game.session.setup), "seats": seats}), game.session.services)
    message = {"game": session.id, "id": "1", "ply": 0, "do": "key", "key": FRESH}
    assert refusal(session.command, message, "", 1) == "not_allowed"
    assert rebuild(session.setup, ()).keys == {}
