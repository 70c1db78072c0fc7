"""Games for more than two: seats by the options, giving up, clocks and ranks, and what is hidden until the end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.sessions.secrecy import Secrecy
from plyground.sessions.state import rebuild
from tests.sessions.support import Scene, scene
from tests.sessions.test_commands import refusal

THREE = [{"kind": "person", "name": "Ada"}, {"kind": "link", "name": "Ben"}, {"kind": "link", "name": "Cleo"}]
NAMES = ("s0", "i1", "i2")


def trio(**spec: Any) -> Scene:
    """Ada, Ben and Cleo on a path of five rivers with the mine at one end."""
    options = {"map": "path-5", "punters": 3, **spec.pop("options", {})}
    return scene(game="punter", options=options, seats=spec.pop("seats", THREE), **spec)


def told_to(game: Scene, *names: str) -> dict[str, list[dict[str, Any]]]:
    """Let these holders (and a watcher, "") follow; the events that each hears are filled in as they happen."""
    rooms: dict[str, str] = {}
    for name in names:
        tokens = (game.token(name),) if name else ()
        game.session.join(f"at {name}", tokens, lambda room, name=name: rooms.update({name: room}))  # type: ignore[misc]
    return rooms  # type: ignore[return-value]


def heard(game: Scene, room: Any, kind: str = "event") -> list[dict[str, Any]]:
    return [payload for where, event, payload in game.told if where == room and event == kind]


def test_the_options_say_how_many_seats_there_are() -> None:
    assert len(scene(game="punter", options={"punters": 5}).session.setup.seats) == 5
    assert len(scene(game="punter", options={"punters": 1}).session.setup.seats) == 1
    assert [seat.kind for seat in scene(game="punter", options={"punters": 3}).session.setup.seats] == [
        "person", "bot", "bot",
    ]  # fmt: skip
    for seats in (THREE[:2], [*THREE, {"kind": "bot"}]):
        with pytest.raises(Refusal, match="is played on 3 seats, not"):
            trio(seats=seats)


def test_moves_go_round_and_the_end_has_ranks() -> None:
    game = trio()
    for ply in range(5):
        game.do(NAMES[ply % 3], "move", move=f"{ply}-{ply + 1}")
    result = game.session.snapshot()["result"]
    assert (result["returns"], result["winner"], result["ranks"]) == ([1, -1, -1], 0, [1, 2, 2])
    assert [seat["mark"] for seat in game.session.snapshot()["seats"]] == ["circle", "square", "triangle"]


def test_of_three_who_resigns_passes_from_then_on() -> None:
    game = trio()
    rooms = told_to(game, "")
    game.do("i1", "resign")
    assert not game.over
    assert heard(game, rooms[""])[-1]["state"]["out"] == [1]
    game.do("s0", "move", move="0-1")
    game.timers.pass_time(0)
    assert [made.text for made in game.session.state.moves] == ["0-1", "pass"]
    assert game.session.to_move == 2
    for do, fields in (("move", {"move": "1-2"}), ("resign", {}), ("draw", {"answer": "offer"})):
        assert refusal(game.do, "i1", do, **fields) == "gave_up"
    game.do("i2", "move", move="1-2")
    game.do("s0", "move", move="2-3")
    game.timers.pass_time(0)
    result = game.session.snapshot()["result"]
    assert (result["reason"], result["winner"], result["ranks"]) == ("rules", 0, [1, 3, 2])
    assert rebuild(game.session.setup, tuple(game.log.events[game.session.id])) == game.session.state


def test_a_seat_that_resigns_in_its_own_turn_passes_at_once_and_the_last_one_left_wins() -> None:
    game = trio()
    game.do("s0", "resign")
    game.timers.pass_time(0)
    assert [made.text for made in game.session.state.moves] == ["pass"]
    game.do("i2", "resign")
    result = game.session.snapshot()["result"]
    assert (result["reason"], result["winner"], result["returns"]) == ("resigned", 1, [-1, 1, -1])
    assert result["sentence"] == "Cleo resigned. Nobody else is left."


def test_of_three_who_runs_out_of_time_passes_from_then_on() -> None:
    game = trio(at_once=True, clock={"kind": "game", "base": 10, "increment": 0})
    told_to(game, *NAMES)
    game.timers.pass_time(10.1)
    assert game.kinds().count("time_out") == 1
    assert [made.text for made in game.session.state.moves] == ["pass"]
    snapshot = game.session.snapshot()
    assert (snapshot["status"], snapshot["out"], snapshot["clock"]["running"]) == ("playing", [0], 1)
    assert snapshot["clock"]["left"] == [0, 10, 10]
    game.do("i1", "move", move="0-1")
    game.do("i2", "move", move="1-2")
    game.timers.pass_time(0)
    assert game.session.to_move == 1
    assert game.session.state.left is not None
    assert game.session.state.left[0] == 0


def test_a_rematch_moves_everybody_one_seat_on() -> None:
    game = trio()
    game.do("s0", "resign")
    game.do("i1", "resign")
    game.do("s0", "rematch")
    game.do("i1", "rematch")
    game.do("i2", "rematch")
    assert [seat.name for seat in game.opened[0].setup.seats] == ["Cleo", "Ada", "Ben"]


def test_bots_play_the_other_seats_and_are_asked_for_their_own() -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "intuition"}]
    game = trio(seats=seats)
    game.do("s0", "move", move="0-1")
    assert game.pool.open[-1].request.bot == "random"
    game.pool.answer("pass")
    assert game.pool.open[-1].request.bot == "intuition"
    assert game.pool.open[-1].request.moves == ("0-1", "pass")


def test_bets_are_hidden_from_the_others_until_the_end() -> None:
    game = trio(options={"futures": True}, seats=[*THREE[:2], {"kind": "bot", "bot": "random"}])
    rooms = told_to(game, "s0", "i1", "")
    secret, shown = "futures 0:3", " 0:3"
    game.do("s0", "move", move=secret)
    assert heard(game, rooms["s0"])[-1]["move"]["text"] == secret
    for name in ("i1", ""):
        event = heard(game, rooms[name])[-1]
        assert event["move"]["text"] != secret
        assert shown not in json.dumps(event)
        tokens = (game.token(name),) if name else ()
        assert shown not in json.dumps(game.session.snapshot(tokens))
    assert secret in json.dumps(game.session.snapshot((game.token("s0"),)))
    game.do("i1", "move", move="futures 0:2")
    asked = game.pool.open[-1].request
    assert shown not in json.dumps([asked.position, asked.moves])
    rules = registry.game("punter")
    rules.replay(rules.parse_position(asked.position, asked.options), asked.moves)
    game.pool.answer("futures -", line=["futures -"])
    for ply in range(5):
        mover = game.session.to_move
        if mover == 2:
            game.pool.answer("pass")
        else:
            game.do(NAMES[mover], "move", move=f"{ply}-{ply + 1}")
    assert game.over
    for name in ("s0", "i1", ""):
        assert [made["text"] for made in heard(game, rooms[name])[-1]["state"]["moves"]][:2] == [secret, "futures 0:2"]
    assert shown in json.dumps(game.session.snapshot())


@pytest.mark.parametrize(("futures", "asked"), [(False, 0), (True, 3)])
def test_only_moves_that_may_be_hidden_are_looked_at(
    futures: bool, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = trio(options={"futures": futures})
    bets = ["futures 0:3", "futures 0:2", "futures -"] if futures else []
    for ply, move in enumerate([*bets, "0-1", "1-2", "pass"]):
        game.do(NAMES[ply % 3], "move", move=move)
    looked_at: list[Any] = []
    looks = Secrecy._move

    def counted(self: Secrecy, *given: Any) -> Any:
        looked_at.append(given)
        return looks(self, *given)

    monkeypatch.setattr(Secrecy, "_move", counted)
    monkeypatch.setattr("plyground.sessions.secrecy._KEPT", 2)
    secrecy = Secrecy(game.session.setup)
    for seats in [(), (), (0,), (0, 1), (0, 1), ()]:
        texts = [made.text for made in secrecy.moves(game.session.state, seats)]
        assert texts[-3:] == ["0-1", "1-2", "pass"]
        assert texts[0] == "futures 0:3" if futures and seats else "futures 0:3" not in texts
    assert len(looked_at) == 4 * asked, "again only for the set of seats that was asked for least lately"


def test_what_a_bot_says_while_it_bets_keeps_its_bet() -> None:
    game = trio(options={"futures": True}, seats=[{"kind": "bot", "bot": "random"}, *THREE[:2]])
    rooms = told_to(game, "")
    game.pool.open[-1].listener("progress", {"nodes": 5, "line": ["futures 0:4"]})
    assert heard(game, rooms[""], "thinking")[-1]["nodes"] == 5
    assert "line" not in heard(game, rooms[""], "thinking")[-1]
    assert " 0:4" not in json.dumps(game.session.snapshot())
    game.pool.answer("futures 0:4", line=["futures 0:4"], value=3)
    assert " 0:4" not in json.dumps([game.session.snapshot(), heard(game, rooms[""])])


def test_a_move_of_a_bot_keeps_the_best_of_its_ranking() -> None:
    game = scene(seats=[{"kind": "bot", "bot": "intuition"}, {"kind": "person"}])
    ranked = [{"text": f"m{number}", "rank": -number, "exposed": False} for number in range(30)]
    game.pool.answer("f5", details={"ranked": ranked, "moves": 30})
    choice = game.session.state.moves[0].choice
    assert choice is not None
    assert choice["ranked"] == ranked[:8]
