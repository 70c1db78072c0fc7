"""A tournament of six over sockets, whose server is killed in the middle of every round: no game is lost by that."""

from __future__ import annotations

import random
from contextlib import ExitStack
from typing import Any

import pytest
import requests

from tests.soaking import more
from tests.waiting import until
from tests.web.classes import Member
from tests.web.clients import connected
from tools.benchmarks.class_boards import measure
from tools.benchmarks.serving import Server

GAME: dict[str, Any] = {"game": "othello", "options": {"size": 4}}
ROUNDS = more(2, 3)
NAMES = ("Ada", "Ben", "Cem", "Dan", "Eve", "Fay")


class Tables:
    """All pages of a class, which come back with their tokens after each kill."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self.server, self._stack, self._rng = server, stack, random.Random(11)
        self.made = requests.post(f"{server.url}/api/classes", json={}, timeout=30).json()
        self.teacher = self._come("teacher", self.made["teacher"])
        self.students = [self._come("student", nickname=name) for name in NAMES]

    def _come(self, role: str, token: str = "", nickname: str = "") -> Member:
        line = self._stack.enter_context(connected(self.server.url))
        member = Member(line, self.made["code"], role, token, nickname)
        assert member.joined["ok"], member.joined
        return member

    def kill(self) -> None:
        """End the server as a power cut would; everybody comes back."""
        self.server.kill()
        self.server.start()
        self.teacher = self._come("teacher", self.made["teacher"])
        self.students = [self._come("student", each.token) for each in self.students]

    def contest(self) -> dict[str, Any]:
        """How it stands, as somebody is told who comes now."""
        found: dict[str, Any] = self._come("wall").joined["contest"]
        return found

    def move(self, board: dict[str, Any]) -> bool:
        """One move on a board, by the phone whose turn it is; whether the game goes on."""
        for who in board["players"]:
            phone = self.students[who["no"] - 1]
            seen = phone.line.ask("join", {"game": board["id"], "tokens": [phone.token]})["snapshot"]
            if seen["result"] is not None:
                return False
            if seen["view"]["to_move"] in seen["you"]["seats"]:
                move = self._rng.choice(seen["view"]["moves"])["text"]
                message = {"game": board["id"], "token": phone.token, "ply": seen["ply"], "do": "move", "move": move}
                done = phone.line.ask("command", {**message, "id": f"m{seen['ply']}"})
                assert done["ok"], done
                return True
        raise AssertionError("nobody here has the seat to move")


@pytest.mark.soak
def test_a_tournament_outlives_kills_in_the_middle_of_its_rounds(own_server: Server) -> None:
    with ExitStack() as stack:
        tables = Tables(own_server, stack)
        tables.teacher.done("tournament", kind="swiss", rounds=ROUNDS, absent=0, **GAME)
        for number in range(1, ROUNDS + 1):
            tables.teacher.done("contest_round")
            boards = tables.contest()["boards"]
            assert len(boards) == 3
            for board in boards:
                for _ in range(number + 1):
                    tables.move(board)
            while tables.move(boards[0]):
                pass
            until(lambda: tables.contest()["boards"][0]["how"] == "played")
            before = tables.contest()
            tables.kill()
            assert tables.contest() == before
            for board in boards[1:]:
                while tables.move(board):
                    pass
            until(lambda: tables.contest()["phase"] != "playing")
        contest = tables.contest()
        assert contest["phase"] == "over"
        assert sum(row["points"] for row in contest["table"]) == 3 * ROUNDS
        assert all(row["games"] == ROUNDS for row in contest["table"])
        tables.teacher.done("close")


@pytest.mark.long  # boards of a class are played to their end above
def test_a_small_match_of_the_measurement_loses_no_move(server: Server) -> None:
    found = measure(server, "simul", 3)
    assert found["refused"] == [0]
    assert found["points"] == [3.0]
    assert len(found["taken"]) > 3 * 20
    assert len(found["shown"]) == len(found["taken"])
