"""Who is there: waiting, joined, left and back; and what the players call themselves."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core.errors import Refusal
from plyground.sessions.presence import AWAY_SECONDS
from plyground.sessions.session import Session
from plyground.sessions.state import rebuild
from tests.sessions.support import PEOPLE, Scene, scene

NAMELESS = [{"kind": "person"}, {"kind": "link"}]


def join(game: Scene, connection: str, name: str) -> dict[str, Any]:
    """Open a page with one token."""
    return game.session.join(connection, (game.token(name),), lambda room: None)


def present(game: Scene) -> list[int]:
    """The seats whose holders are there, as was told last."""
    game.timers.pass_time(0.3)
    found: list[int] = game.events("watchers")[-1]["present"]
    return found


def test_a_guest_is_waited_for_comes_leaves_and_is_back() -> None:
    game = scene(seats=PEOPLE)
    shown = join(game, "ada", "s0")
    assert (shown["waiting"], shown["present"]) == ([1], [0])
    shown = join(game, "ben", "i1")
    assert (shown["waiting"], shown["present"]) == ([], [0, 1])
    assert game.kinds() == ["arrive"], "without a clock too"
    assert game.events()[-1]["state"]["waiting"] == []
    assert present(game) == [0, 1]
    game.session.leave("ben")
    assert present(game) == [0, 1], "perhaps the page is only loaded anew"
    game.timers.pass_time(AWAY_SECONDS)
    assert present(game) == [0]
    join(game, "ben's phone", "i1")
    assert present(game) == [0, 1]
    assert game.kinds() == ["arrive"]


def test_a_page_that_is_loaded_anew_is_not_missed() -> None:
    game = scene(seats=PEOPLE)
    join(game, "ada", "s0")
    join(game, "ben", "i1")
    game.session.leave("ben")
    game.timers.pass_time(AWAY_SECONDS / 2)
    join(game, "ben again", "i1")
    game.timers.pass_time(2 * AWAY_SECONDS)
    assert all(1 in told["present"] for told in game.events("watchers"))


def test_a_guest_says_a_name_that_all_see_and_that_lasts() -> None:
    game = scene(seats=NAMELESS)
    game.session.join("watcher", (), lambda room: None)
    join(game, "ben", "i1")
    assert game.do("i1", "name", name="  Ben  B. ")["seq"] == 2
    told = game.events()[-1]
    assert (told["kind"], told["seat"], told["name"]) == ("arrive", 1, "Ben B.")
    assert [seat["name"] for seat in told["state"]["seats"]] == ["Dark", "Ben B."]
    assert [seat.get("named", False) for seat in told["state"]["seats"]] == [False, True]
    again = Session(game.session.setup, game.session.services, tuple(game.log.events[game.session.id]))
    assert again.state == rebuild(again.setup, game.log.events[again.id]) == game.session.state
    assert again.snapshot()["seats"][1]["name"] == "Ben B."
    game.do("i1", "name", name="Ben B.")
    assert game.kinds() == ["arrive", "arrive"], "the same name again is nothing new"
    game.do("i1", "resign")
    assert game.session.snapshot()["result"]["sentence"] == "Ben B. resigned."
    game.do("s0", "rematch")
    game.do("i1", "rematch")
    assert [seat.name for seat in game.opened[-1].setup.seats] == ["Ben B.", ""], "and into the rematch"


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("", "bad_nickname", "give a nickname"),
        ("B" * 21, "bad_nickname", "at most 20"),
        ("Ben\u202e", "bad_nickname", "made of letters"),
        ("Be\u0000n", "malformed", "null byte"),
        ("<b>", "bad_nickname", "made of letters"),
        ("Ａda", "nickname_taken", "in this game"),
        ("a d a", "nickname_taken", "in this game"),
        (7, "malformed", "is a text"),
    ],
)
def test_a_name_that_cannot_be_shown_or_is_another_s_is_refused(name: Any, code: str, words: str) -> None:
    game = scene(seats=[{"kind": "person", "name": "Ada"}, {"kind": "link"}])
    with pytest.raises(Refusal, match=words) as refused:
        game.do("i1", "name", name=name)
    assert refused.value.code == code
    assert game.kinds() == []


def test_a_name_changes_no_clock() -> None:
    game = scene(seats=PEOPLE, clock={"kind": "game", "base": 60, "increment": 0})
    join(game, "ada", "s0")
    for name, move in (("s0", "f5"), ("i1", "d6")):
        game.do(name, "move", move=move)
    game.timers.pass_time(10)
    game.do("s0", "name", name="Adele")
    game.timers.pass_time(10)
    game.do("s0", "move", move="c3")
    assert game.session.state.left == (40, 60)
