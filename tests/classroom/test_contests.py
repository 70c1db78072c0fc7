"""One against the class, and tournaments among its students: from the first board to the table, over restarts."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from plyground.classroom.contests.running import NEXT_SECONDS, TICK_SECONDS
from plyground.core import registry
from tests.classroom.support import Place
from tests.waiting import until

GAME: dict[str, Any] = {"game": "othello", "options": {"size": 4}}
NAMES = ("Ada", "Ben", "Cem", "Dan", "Eve", "Fay")


class Players:
    """Students with their tokens, who play on the boards that the class gives them."""

    def __init__(self, place: Place, *names: str) -> None:
        self.place, self.rng = place, random.Random(5)
        self.tokens = {"teacher": place.made["teacher"]}
        self.come(*names)

    def come(self, *names: str) -> None:
        for name in names:
            token = self.place.join(f"c{name}", nickname=name)["token"]
            self.tokens[next(key for key, each in self.place.room.students.items() if each.nickname == name)] = token

    def board(self, key: str) -> dict[str, Any]:
        """A student's board, as their phone is told."""
        found: dict[str, Any] = self.you(key)["contest"]["board"]
        return found

    def you(self, key: str) -> dict[str, Any]:
        return self.place.room.for_student(self.place.room.students[key])

    def snapshot(self, game: str, key: str) -> dict[str, Any]:
        return self.place.lobby.snapshot(game, (self.tokens[key],))

    def do(self, key: str, game: str, do: str, **fields: Any) -> dict[str, Any]:
        """A command of a student in their game, by their own token."""
        ply = self.place.lobby.snapshot(game)["ply"]
        message = {
            "game": game,
            "token": self.tokens[key],
            "id": f"x{self.rng.random()}",
            "ply": ply,
            "do": do,
            **fields,
        }
        return self.place.lobby.command(message, f"line {key} {self.rng.random()}")

    def move(self, players: tuple[str, ...], game: str) -> bool:
        """One move of whoever is to move; whether the game goes on then."""
        view = self.place.lobby.snapshot(game)["view"]
        key = players[view["to_move"]]
        seen = self.snapshot(game, key)
        move = self.rng.choice(registry.game(seen["game"]).view_moves(seen["view"]))
        done = self.do(key, game, "move", move=move)
        assert done["ok"], done
        return self.place.lobby.snapshot(game)["result"] is None

    def play_out(self, *most: int) -> None:
        """Play boards of the round to their end: all, or so many."""
        boards = [board for board in self.contest.current if not board.over][: most[0] if most else None]
        for board in boards:
            while self.move(board.players, board.game):
                pass
        until(lambda: all(self.contest.board(board.number).over for board in boards))

    @property
    def contest(self) -> Any:
        assert self.place.room.held is not None
        return self.place.room.held.contest

    @property
    def told(self) -> dict[str, Any]:
        assert self.place.room.held is not None
        return self.place.room.held.told()


@pytest.fixture
def players(place: Place) -> Players:
    return Players(place, *NAMES)


def test_one_against_all(place: Place, players: Players) -> None:
    place.teach("simul", **GAME)
    assert place.state["scene"] == {"kind": "contest"}
    assert [board["players"][0]["no"] for board in players.told["boards"]] == [0, 2, 0, 4, 0, 6], "seats in turn"
    assert players.told["one"] == {"no": 0, "name": "The teacher"}
    assert players.told["boards"][1]["players"][0]["name"] == "No. 2", "names stand on the teacher's page alone"
    place.teach("names", on=True)
    assert players.told["boards"][1]["players"][0]["name"] == "Ben"
    players.play_out(3)
    assert players.told["phase"] == "playing"
    assert players.told["score"]["of"] == 3
    players.come("Late")
    assert players.board("n7")["number"] == 7, "whoever comes late has a board too"
    assert players.do("n4", players.board("n4")["id"], "resign")["ok"]
    until(lambda: players.contest.board(4).over)
    place.teach("contest_decide", board=7, points=[0.5, 0.5])
    assert place.lobby.snapshot(players.board("n7")["id"])["result"]["reason"] in ("agreed", "called_off")
    assert players.board("n7")["points"] == 0.5
    players.play_out()
    assert players.told["phase"] == "over"
    score = players.told["score"]
    assert (score["of"], score["wins"] + score["draws"] + score["losses"]) == (7, 7)
    header, _right, *rows = place.classes.scores(place.code, place.made["teacher"])
    assert header[-1] == "Simultaneous match: Othello"
    assert "0.5 of 1" in next(row[-1] for row in rows if row[0] == "Late")
    place.teach("contest_close")
    assert place.state["scene"] == {"kind": "welcome"}
    assert "contest" not in players.you("n1")


def test_who_gives_up_before_the_other_has_come_has_no_point(place: Place, players: Players) -> None:
    place.teach("simul", **GAME)
    board = players.board("n1")
    assert players.do("n1", board["id"], "resign")["ok"]
    until(lambda: players.contest.board(board["number"]).over)
    assert place.lobby.snapshot(board["id"])["result"]["reason"] == "called_off"
    assert players.board("n1")["points"] == 0.0


def test_a_student_plays_their_own_board_alone(place: Place, players: Players) -> None:
    place.teach("simul", **GAME, seat=1)
    game = players.board("n1")["id"]
    assert players.snapshot(game, "n1")["you"]["seats"] == [0]
    assert players.snapshot(game, "n2")["you"]["seats"] == []
    assert players.do("n2", game, "move", move="b1")["error"]["code"] == "wrong_token"
    assert place.refusal(place.command, players.tokens["n1"], "simul", **GAME) == "not_teacher"
    assert place.refusal(place.command, players.tokens["n1"], "contest_decide", board=1, points=[1, 0]) == "not_teacher"
    assert "Ada" not in json.dumps(place.lobby.record(game)), "no nickname goes into a game"
    fresh = "fresh-0123456789abcdef"
    place.command(players.tokens["n1"], "new_link", key=fresh)
    assert players.snapshot(game, "n1")["you"]["seats"] == []
    players.tokens["n1"] = fresh
    assert players.snapshot(game, "n1")["you"]["seats"] == [0]
    place.teach("new_link", key="teacher-0123456789abcdef")
    place.made["teacher"] = players.tokens["teacher"] = "teacher-0123456789abcdef"
    assert players.snapshot(game, "teacher")["you"]["seats"] == [1]
    players.play_out()


@pytest.mark.parametrize("one", ["n2", "bot"])
def test_a_student_or_a_bot_plays_all_others(place: Place, players: Players, one: str) -> None:
    place.teach("simul", **GAME, one=one, level="random", seat=1)
    told = players.told
    assert len(told["boards"]) == (5 if one == "n2" else 6)
    if one == "n2":
        assert players.you("n2")["contest"]["one"]
        joined = place.join("again", token=players.tokens["n2"])
        assert len(joined["boards"]) == 5
        assert ("cBen", "again", {}) in place.told, "its pages join again, to hear of all boards"
        players.play_out()
        assert place.room.matches[0]["results"]["n2"][1] == 5
    place.teach("contest_end") if one == "bot" else None
    assert players.told["phase"] == "over"
    assert place.refusal(place.teach, "contest_end") == "no_contest"


@pytest.mark.parametrize("kind", ["simul", "swiss"])
def test_what_cannot_be_played_is_refused_in_a_sentence(place: Place, kind: str) -> None:
    do = {"simul": "simul", "swiss": "tournament"}[kind]
    fields = {"kind": kind} if kind == "swiss" else {}
    if kind == "simul":
        assert place.refusal(place.teach, do, **GAME) == "too_few_players"
    players = Players(place, "Ada", "Ben")
    for wrong, code in (
        ({"game": "go"}, "unknown_game"),
        ({"game": "punter", "options": {"seats": 1}}, "bad_option"),
        ({**GAME, "clock": {"kind": "days", "days": 2}}, "malformed"),
        ({**GAME, "clock": {"kind": "hours"}}, "malformed"),
        ({**GAME, "absent": -1}, "malformed"),
        ({**GAME, "level": "champion", "fill": True, "one": "bot"}, "bad_option"),
        (
            {**GAME, "one": "n9"} if kind == "simul" else {**GAME, "kind": "knockout"},
            "not_in_class" if kind == "simul" else "malformed",
        ),
    ):
        found = place.refusal(place.teach, do, **{**fields, **wrong})
        assert found == code, (wrong, found)
    assert place.room.held is None
    place.teach(do, **fields, **GAME)
    assert place.refusal(place.teach, "simul", **GAME) == "contest_runs"
    assert place.refusal(place.teach, "contest_close") == "contest_runs"
    assert place.refusal(place.teach, "contest_decide", board=1, points=[1, 1]) == "malformed"
    assert place.refusal(place.teach, "contest_decide", board=99, points=[1, 0]) == "no_contest"
    assert place.refusal(place.teach, "contest_out", student="n99") == "no_contest"
    if kind == "simul":
        assert place.refusal(place.teach, "contest_round") == "no_contest"
    else:
        assert place.refusal(place.teach, "contest_round", pairs=[["n1", "n1"]]) == "malformed"
        assert place.refusal(place.teach, "contest_round", pairs=[["n1", "n9"]]) == "malformed"
        assert place.refusal(place.teach, "contest_round", pairs="all") == "malformed"
        place.teach("contest_round")
        assert place.refusal(place.teach, "contest_round") == "not_yet"
    assert len(players.contest.boards) >= 1


def seats_of(contest: Any) -> dict[str, int]:
    """How much more often each sat first than second."""
    found: dict[str, int] = {}
    for board in contest.boards:
        for seat, one in enumerate(board.players):
            found[one] = found.get(one, 0) + (1 if seat == 0 else -1)
    return found


@pytest.mark.parametrize(("kind", "rounds"), [("swiss", 3), ("round_robin", 5), ("ladder", 5)])
def test_a_tournament_through_all_rounds_with_restarts_in_the_middle(
    place: Place, players: Players, kind: str, rounds: int
) -> None:
    place.teach("tournament", kind=kind, **GAME, rounds=rounds)
    assert players.told["phase"] == "open"
    for turn in range(1, rounds + 1):
        place.teach("contest_round")
        assert players.told["round"] == turn
        place.timers.pass_time(1.0)
        boards = [payload["you"]["contest"]["board"] for _, event, payload in place.told if event == "class_you"]
        assert {each["id"] for each in boards if each} >= {board.game for board in players.contest.current}, "phones"
        players.play_out(1)
        before = json.dumps(players.contest.as_json())
        place.restart()
        for name, key in zip(NAMES, sorted(players.tokens), strict=False):
            place.join(f"c{name}{turn}", token=players.tokens[key])
        place.join("t", "teacher", token=place.made["teacher"])
        assert json.dumps(players.contest.as_json()) == before
        players.play_out()
    assert players.told["phase"] == "over"
    contest, table = players.contest, players.told["table"]
    met = [frozenset(board.players) for board in contest.boards]
    if kind != "ladder":
        assert len(set(met)) == len(met), "nobody meets twice"
        assert all(abs(lead) <= 2 for lead in seats_of(contest).values())
        assert [row["points"] for row in table] == sorted((row["points"] for row in table), reverse=True)
        assert sum(row["points"] for row in table) == 3 * rounds
    if kind == "round_robin":
        assert len(met) == 15
    assert len(table) == 6
    assert place.room.matches[0]["results"].keys() == {f"n{number}" for number in range(1, 7)}
    assert kind not in place.classes.scores(place.code, place.made["teacher"])[0][-1]


def test_an_odd_one_rests_late_ones_come_in_and_the_away_lose(place: Place) -> None:
    players = Players(place, "Ada", "Ben", "Cem")
    place.teach("tournament", kind="swiss", **GAME, rounds=4, absent=60)
    place.teach("contest_round")
    rests = players.told["rests"]
    assert len(rests) == 1
    assert players.contest.points(f"n{rests[0]['no']}") == 1.0, "a bye is worth a win"
    players.come("Late")
    assert players.you("n4")["contest"] == {"no": 4, "one": False, "plays": True, "board": None}
    board = players.contest.current[0]
    away = board.players[0]
    place.classes.drop(f"c{NAMES[int(away[1:]) - 1]}")
    place.timers.pass_time(59.0)
    assert not players.contest.board(1).over
    place.teach("pause", on=True)
    place.timers.pass_time(60.0)
    assert not players.contest.board(1).over, "nobody loses while the class is paused"
    place.teach("pause", on=False)
    place.timers.pass_time(60.0 + 2 * TICK_SECONDS)
    assert players.contest.board(1).points == (0.0, 1.0)
    assert players.told["phase"] == "between"
    place.teach("contest_round")
    assert len(players.contest.current) == 1, "who lost by being away and still is is not paired"
    assert "n4" in [*players.contest.current[0].players, *(f"n{each['no']}" for each in players.told["rests"])]
    place.join("back", token=players.tokens[away])
    players.play_out()
    place.teach("contest_round", pairs=[["n1", "n2"], ["n3", "n4"]])
    assert {frozenset(board.players) for board in players.contest.current} == {
        frozenset(("n1", "n2")),
        frozenset(("n3", "n4")),
    }
    place.teach("contest_out", student="n4", on=True)
    place.teach("remove", student="n3")
    assert players.told["boards"][1]["points"] is not None
    place.teach("contest_decide", board=players.contest.current[0].number, points=[0, 0])
    place.teach("contest_set", fill=True, auto=True)
    place.timers.pass_time(NEXT_SECONDS + 1)
    assert players.told["round"] == 4
    place.teach("contest_end")
    assert "somebody who has left" in [row["name"] for row in players.told["table"]]


def test_a_bot_fills_the_odd_seat(place: Place) -> None:
    players = Players(place, "Ada", "Ben", "Cem")
    place.teach("tournament", kind="round_robin", **GAME, fill=True, level="random")
    place.teach("contest_round")
    assert [len(players.told["boards"]), players.told["rests"]] == [2, []]
    assert any(each["no"] == -1 for board in players.told["boards"] for each in board["players"])


def test_at_larger_tables_the_one_plays_several(place: Place, players: Players) -> None:
    place.teach("simul", game="punter", options={"punters": 3}, one="n1")
    assert [len(board["players"]) for board in players.told["boards"]] == [3, 3, 3]
    assert sum(each["no"] == -1 for each in players.told["boards"][-1]["players"]) == 1
    place.teach("contest_decide", board=1, points=[0, 0.5, 1])
    board = players.contest.board(1)
    assert dict(zip(board.players, board.points, strict=True))["n1"] == 0.5
    assert place.refusal(place.teach, "contest_decide", board=2, points=[1, 0]) == "no_contest"


@pytest.mark.parametrize("do", ["simul", "contest_round", "contest_decide", "contest_end", "contest_close"])
def test_what_cannot_be_written_changes_nothing(place: Place, players: Players, do: str) -> None:
    fields: dict[str, dict[str, Any]] = {"simul": GAME, "contest_decide": {"board": 1, "points": [1, 0]}}
    if do != "simul":
        place.teach("tournament", kind="swiss", **GAME)
    if do in ("contest_decide", "contest_end"):
        place.teach("contest_round")
    if do == "contest_close":
        place.teach("contest_end")
    before = json.dumps([place.room.held and place.room.held.told(), place.room.matches, place.state["scene"]])
    place.fail(True)
    assert place.refusal(place.teach, do, **fields.get(do, {})) == "storage_failed"
    place.fail(False)
    assert json.dumps([place.room.held and place.room.held.told(), place.room.matches, place.state["scene"]]) == before
    place.teach(do, **fields.get(do, {}))


def test_boards_are_told_to_walls_when_they_change(place: Place, players: Players) -> None:
    joined = place.join("w", "wall")
    assert joined["contest"] is None
    place.teach("simul", **GAME, clock={"kind": "game", "base": 300, "increment": 2})
    place.timers.pass_time(1.0)
    place.told.clear()
    board = players.contest.board(1)
    players.move(board.players, board.game)

    def boards() -> list[Any]:
        return [payload for _, event, payload in place.told if event == "class_boards"]

    def heard() -> bool:
        place.timers.pass_time(0.3)
        return bool(boards())

    until(heard)
    assert [card["number"] for card in boards()[0]["boards"]] == [1], "and no other"
    assert boards()[0]["boards"][0]["view"]["moves"] == []
    assert boards()[0]["boards"][0]["clock"]["kind"] == "game"
    assert len(place.join("w2", "wall")["boards"]) == 6
