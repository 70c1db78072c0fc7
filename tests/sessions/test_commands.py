"""Every command, what it does, and every way in which it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core.errors import Refusal
from tests.sessions.support import AGAINST_BOT, BOTS, PEOPLE, Scene, scene


def refusal(call: Any, *given: Any, **fields: Any) -> str:
    """The code of the refusal that the call raises."""
    with pytest.raises(Refusal) as caught:
        call(*given, **fields)
    assert caught.value.sentence.endswith(".")
    return caught.value.code


def people(**spec: Any) -> Scene:
    """Ada and Ben, each on a device of their own."""
    return scene(seats=PEOPLE, **spec)


def test_a_move_is_logged_before_it_is_told_and_changes_the_game() -> None:
    game = people()
    game.session.join("watcher", (), lambda room: None)
    answer = game.do("s0", "move", move="f5")
    assert answer == {"seq": 1}
    assert [made.text for made in game.session.state.moves] == ["f5"]
    told = game.events()[-1]
    assert (told["seq"], told["kind"], told["move"]["seat"], told["state"]["ply"]) == (1, "move", 0, 1)
    assert told["move"]["effect"]["flips"] == [36]
    assert game.kinds() == ["move"]


def test_a_move_that_cannot_be_written_is_not_made_and_not_told() -> None:
    game = people()
    game.session.join("watcher", (), lambda room: None)
    game.log.failing = True
    assert refusal(game.do, "s0", "move", move="f5") == "storage_failed"
    assert game.session.state.ply == 0
    assert not game.events()
    game.log.failing = False
    assert game.do("s0", "move", move="f5") == {"seq": 1}


def test_a_move_that_was_written_is_acknowledged_and_told_though_the_pool_closes() -> None:
    game = scene(seats=AGAINST_BOT)
    game.session.join("watcher", (), lambda room: None)
    game.pool.closed = True
    assert game.do("s0", "move", move="f5") == {"seq": 1}
    assert [told["kind"] for told in game.events()] == ["move"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"token": "nonsense"}, "wrong_token"),
        ({"token": 7}, "malformed"),
        ({"token": "x" * 300}, "oversized"),
        ({"id": ""}, "malformed"),
        ({"id": "x" * 65}, "oversized"),
        ({"id": "half a letter \ud800"}, "malformed"),
        ({"ply": "0"}, "malformed"),
        ({"ply": True}, "malformed"),
        ({"ply": -1}, "malformed"),
        ({"ply": 3}, "old_ply"),
        ({"move": "hop"}, "malformed_move"),
        ({"move": "z9"}, "off_board"),
        ({"move": 5}, "malformed"),
        ({"move": ""}, "malformed"),
        ({"move": "x" * 12_001}, "oversized"),
    ],
)
def test_bad_fields_are_refused_and_change_nothing(fields: dict[str, Any], code: str) -> None:
    game = people()
    assert refusal(game.do, "s0", "move", **{"move": "f5", **fields}) == code
    assert game.session.state.seq == 0
    assert game.do("s0", "move", move="f5") == {"seq": 1}


@pytest.mark.parametrize(("do", "code"), [("dance", "unknown_command"), (["move"], "malformed"), ("", "malformed")])
def test_an_unknown_command_is_refused(do: Any, code: str) -> None:
    assert refusal(people().do, "s0", do) == code


def test_an_illegal_move_is_refused_with_the_reason_of_the_rules() -> None:
    game = people()
    assert refusal(game.do, "s0", "move", move="d4") == "occupied"
    assert game.session.state.seq == 0


def test_the_other_seats_turn_is_refused_with_the_name_of_who_is_to_move() -> None:
    game = people()
    with pytest.raises(Refusal, match="Ada’s turn") as caught:
        game.do("i1", "move", move="f5")
    assert caught.value.code == "wrong_turn"


def test_the_same_id_is_acknowledged_again_and_does_nothing() -> None:
    game = people()
    assert game.do("s0", "move", move="f5", id="once") == {"seq": 1}
    assert game.do("i1", "move", move="f6") == {"seq": 2}
    assert game.do("s0", "move", move="f5", id="once", ply=0) == {"seq": 1}
    assert game.session.state.ply == 2


def test_the_same_id_from_another_seat_is_another_command() -> None:
    game = people()
    game.do("s0", "move", move="f5", id="1")
    assert game.do("i1", "move", move="f6", id="1") == {"seq": 2}


def test_a_refused_command_may_be_sent_again_with_its_id() -> None:
    game = people()
    assert refusal(game.do, "s0", "move", move="d4", id="again") == "occupied"
    assert game.do("s0", "move", move="f5", id="again") == {"seq": 1}


def test_resigning_gives_the_game_to_the_other() -> None:
    game = people()
    game.do("i1", "resign")
    result = game.session.state.result
    assert result is not None
    assert result.as_json() == {"returns": [1, -1], "winner": 0, "reason": "resigned", "sentence": "Ben resigned."}
    assert refusal(game.do, "s0", "move", move="f5") == "game_finished"
    assert refusal(game.do, "s0", "resign") == "game_finished"
    assert game.session.snapshot()["view"]["moves"] == []


class TestDraws:
    def test_offer_and_accept(self) -> None:
        game = people()
        game.do("s0", "draw", answer="offer")
        assert game.session.snapshot()["offers"]["draw"] == 0
        assert refusal(game.do, "s0", "draw", answer="accept") == "no_offer"
        assert refusal(game.do, "s0", "draw", answer="offer") == "offer_open"
        game.do("i1", "draw", answer="accept")
        result = game.session.snapshot()["result"]
        assert (result["reason"], result["winner"], result["returns"]) == ("agreed", None, [0, 0])

    def test_decline_and_offers_that_lapse(self) -> None:
        game = people()
        assert refusal(game.do, "i1", "draw", answer="decline") == "no_offer"
        assert refusal(game.do, "i1", "draw", answer="perhaps") == "malformed"
        game.do("s0", "draw", answer="offer")
        game.do("i1", "draw", answer="decline")
        assert game.session.snapshot()["offers"]["draw"] is None
        game.do("s0", "draw", answer="offer")
        game.do("s0", "move", move="f5")
        assert game.session.snapshot()["offers"]["draw"] == 0, "one’s own offer stands while the other thinks"
        game.do("i1", "move", move="f6")
        assert game.session.snapshot()["offers"]["draw"] is None, "moving on declines"

    def test_both_offering_is_agreeing(self) -> None:
        game = people()
        game.do("s0", "draw", answer="offer")
        game.do("i1", "draw", answer="offer")
        assert game.kinds() == ["draw_offer", "draw"]

    @pytest.mark.parametrize(
        ("said", "taken"),
        [
            ({"value": 0.0}, True),
            ({"value": -3.0}, True),
            ({"value": 2.0}, False),
            ({"value": 2.0, "outcome": "draw"}, True),
            ({"value": -2.0, "outcome": "win"}, False),
            ({"value": None}, False),
        ],
    )
    def test_a_bot_accepts_when_it_stands_no_better_than_level(self, said: dict[str, Any], taken: bool) -> None:
        game = scene(seats=AGAINST_BOT)
        game.do("s0", "move", move="f5")
        game.pool.answer("f6", **said)
        game.do("s0", "draw", answer="offer")
        assert game.kinds()[-2:] == ["draw_offer", "draw" if taken else "draw_declined"]
        assert game.over == taken

    def test_a_bot_that_has_not_moved_declines(self) -> None:
        game = scene(seats=AGAINST_BOT)
        game.do("s0", "draw", answer="offer")
        assert game.kinds() == ["draw_offer", "draw_declined"]

    def test_people_at_one_device_need_nobodys_answer(self) -> None:
        game = scene(seats=[{"kind": "person"}, {"kind": "person"}])
        game.do("s0", "draw", answer="offer")
        assert game.over


class TestTakeback:
    def test_against_a_bot_it_is_at_once_and_back_to_ones_own_turn(self) -> None:
        game = scene(seats=AGAINST_BOT)
        assert refusal(game.do, "s0", "takeback", answer="ask") == "nothing_to_take_back"
        game.do("s0", "move", move="f5")
        game.pool.answer("f6")
        assert game.session.state.ply == 2
        game.do("s0", "takeback", answer="ask")
        assert game.session.state.ply == 0
        assert game.kinds() == ["move", "move", "takeback"]

    def test_while_the_bot_thinks_it_stops_the_thought(self) -> None:
        game = scene(seats=AGAINST_BOT)
        game.do("s0", "move", move="f5")
        ticket = game.pool.open[-1]
        game.do("s0", "takeback", answer="ask")
        assert ticket.cancelled
        assert game.session.state.ply == 0
        ticket.listener("answered", {"move": "f6", "seconds": 0.1})
        assert game.session.state.ply == 0, "a late answer counts for nothing"

    def test_between_people_it_needs_consent(self) -> None:
        game = people()
        game.do("s0", "move", move="f5")
        game.do("s0", "takeback", answer="ask")
        assert game.session.snapshot()["offers"]["takeback"] == 0
        assert game.session.state.ply == 1
        assert refusal(game.do, "s0", "takeback", answer="accept") == "no_offer"
        assert refusal(game.do, "s0", "takeback", answer="ask") == "offer_open"
        game.do("i1", "takeback", answer="decline")
        assert game.session.state.ply == 1
        game.do("s0", "takeback", answer="ask")
        game.do("i1", "takeback", answer="accept")
        assert game.session.state.ply == 0
        assert game.session.state.takeback is None

    def test_moves_from_before_the_game_stay(self) -> None:
        game = scene(seats=[{"kind": "person"}, {"kind": "person"}], moves=["f5", "f6"])
        assert game.session.state.ply == 2
        assert refusal(game.do, "s0", "takeback", answer="ask") == "nothing_to_take_back"


class TestHint:
    def test_it_comes_to_the_asking_connection_only(self) -> None:
        game = people()
        game.do("s0", "hint")
        assert refusal(game.do, "s0", "hint") == "hint_pending"
        assert game.pool.open[-1].request.bot == "minimax"
        game.pool.answer("f5", value=1.0)
        room, event, payload = game.told[-1]
        assert (room, event, payload["ply"], payload["choice"]["move"]) == ("connection", "hint", 0, "f5")
        assert game.session.state.seq == 0
        game.do("s0", "hint")

    def test_only_a_seat_to_move_may_ask(self) -> None:
        assert refusal(people().do, "i1", "hint") == "wrong_turn"
        assert refusal(scene(seats=BOTS).do, "d", "hint") == "not_a_seat"

    def test_a_failure_is_told_too(self) -> None:
        game = people()
        game.do("s0", "hint")
        game.pool.open[-1].listener("failed", {"code": "bot_failed", "sentence": "It broke."})
        assert game.told[-1][2]["error"]["code"] == "bot_failed"


class TestRematch:
    def test_not_before_the_end(self) -> None:
        assert refusal(people().do, "s0", "rematch") == "game_not_finished"

    def test_between_people_both_ask_and_the_tokens_open_the_swapped_seats(self) -> None:
        game = people()
        game.do("s0", "resign")
        game.do("s0", "rematch")
        assert game.session.snapshot()["offers"]["rematch"] == [0]
        assert refusal(game.do, "s0", "rematch") == "offer_open"
        assert not game.opened
        game.session.join("watcher", (), lambda room: None)
        answer = game.do("i1", "rematch")
        assert game.events()[-1]["next"] == answer["next"]
        new = game.opened[0]
        assert answer["next"] == new.id == game.session.snapshot()["next"]
        assert new.setup.seats_of((game.token("s0"),)) == (1,)
        assert new.setup.seats_of((game.token("i1"),)) == (0,)
        assert [seat.name for seat in new.setup.seats] == ["Ben", "Ada"]
        assert new.id in game.log.rows, "the new game is in the log with the event that opened it"
        assert game.do("s0", "rematch")["next"] == new.id

    def test_against_a_bot_at_once_and_the_bot_begins(self) -> None:
        game = scene(seats=AGAINST_BOT)
        game.do("s0", "resign")
        game.do("s0", "rematch")
        new = game.opened[0]
        assert [seat.kind for seat in new.setup.seats] == ["bot", "person"]
        assert game.pool.open[-1].request.memory == f"{new.id}/0"

    def test_the_director_may_have_one_between_bots(self) -> None:
        game = scene(seats=BOTS)
        game.pool.open[-1].listener("failed", {"code": "bot_failed", "sentence": "it broke."})
        assert game.over
        game.do("d", "rematch")
        assert game.opened[0].setup.directs((game.token("d"),))


class TestDirecting:
    def test_pause_drops_the_thought_and_resume_asks_again(self) -> None:
        game = scene(seats=BOTS)
        first = game.pool.open[-1]
        game.do("d", "pause")
        assert first.cancelled
        assert not game.pool.open
        assert refusal(game.do, "d", "pause") == "already_paused"
        game.do("d", "resume")
        assert len(game.pool.open) == 1
        assert refusal(game.do, "d", "resume") == "not_paused"

    def test_a_step_is_one_move(self) -> None:
        game = scene(seats=BOTS, pace=5)
        game.do("d", "pause")
        game.do("d", "step")
        assert len(game.pool.open) == 1
        game.pool.answer(game.any_move())
        assert game.session.state.ply == 1
        assert game.session.state.paused
        assert not game.pool.open
        game.do("d", "step")
        game.do("d", "step")
        for _ in range(2):
            game.pool.answer(game.any_move())
        assert game.session.state.ply == 3
        assert not game.pool.open

    def test_pace_lies_between_two_moves_of_bots(self) -> None:
        game = scene(seats=BOTS, pace=2)
        game.pool.answer(game.any_move())
        assert game.session.state.ply == 1, "the first move follows none"
        game.timers.pass_time(0.5)
        game.pool.answer(game.any_move())
        assert game.session.state.ply == 1
        game.timers.pass_time(1.6)
        assert game.session.state.ply == 2

    def test_a_new_pace_counts_at_once(self) -> None:
        game = scene(seats=BOTS, pace=10)
        game.pool.answer(game.any_move())
        game.pool.answer(game.any_move())
        game.do("d", "pace", seconds=1)
        game.timers.pass_time(1.1)
        assert game.session.state.ply == 2
        assert game.session.snapshot()["pace"] == 1
        assert refusal(game.do, "d", "pace", seconds=11) == "malformed"
        assert refusal(game.do, "d", "pace") == "malformed"

    def test_only_those_who_may(self) -> None:
        game = people()
        for do in ("pause", "resume", "step"):
            assert refusal(game.do, "s0", do) == "not_director"
        assert refusal(game.do, "s0", "pace", seconds=1) == "not_allowed"
        scene(seats=AGAINST_BOT).do("s0", "pace", seconds=1)
        bots = scene(seats=BOTS)
        assert refusal(bots.do, "d", "move", move="f5") == "not_a_seat"
        assert refusal(bots.do, "d", "resign") == "not_a_seat"

    def test_hurry_stops_the_thinking_bot(self) -> None:
        game = scene(seats=AGAINST_BOT)
        assert refusal(game.do, "s0", "hurry") == "nothing_to_hurry"
        game.do("s0", "move", move="f5")
        game.do("s0", "hurry")
        assert game.pool.open[-1].stopped
        assert not game.pool.open[-1].cancelled


class TestBots:
    def test_an_illegal_answer_ends_the_game_for_nobody(self) -> None:
        game = scene(seats=AGAINST_BOT)
        game.do("s0", "move", move="f5")
        game.pool.answer("a1")
        result = game.session.state.result
        assert result is not None
        assert (result.reason, result.winner, result.returns) == ("failed", None, (0.0, 0.0))

    def test_thinking_is_told_with_its_place_in_the_queue(self) -> None:
        game = scene(seats=AGAINST_BOT)
        game.session.join("watcher", (), lambda room: None)
        game.do("s0", "move", move="f5")
        listener = game.pool.open[-1].listener
        listener("waiting", 3)
        assert game.events("thinking")[-1] == {"game": game.session.id, "ply": 1, "seat": 1, "queue": 3}
        listener("progress", {"depth": 4, "value": 2})
        assert game.session.snapshot()["thinking"]["depth"] == 4
        game.pool.answer("f6", value=2.0, line=["f6"], nodes=9, details={"moves": ["much"]})
        choice = game.session.state.moves[-1].choice
        assert choice is not None
        assert choice["nodes"] == 9
        assert "details" not in choice
        assert game.session.snapshot()["thinking"] is None

    def test_a_move_that_cannot_be_written_is_tried_again(self) -> None:
        game = scene(seats=AGAINST_BOT)
        game.do("s0", "move", move="f5")
        game.log.failing = True
        game.pool.answer("f6")
        assert game.session.state.ply == 1
        game.log.failing = False
        game.timers.pass_time(3)
        assert game.session.state.ply == 2

    def test_the_same_seed_asks_the_same_seed(self) -> None:
        one, two, other = (scene(seats=BOTS, seed=seed) for seed in (5, 5, 6))
        seeds = [each.pool.open[-1].request.seed for each in (one, two, other)]
        assert seeds[0] == seeds[1] != seeds[2]
