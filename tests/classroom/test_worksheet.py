"""Worksheets: a seed decides them alone, trees are of a size for paper, and the key is right."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.classroom import worksheet
from plyground.classroom.plans.asking import heading, question_of
from plyground.classroom.worksheet import MOST_TASKS, read_sheet
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.refusals import Malformed
from plyground.puzzles import keeping
from tests.classroom.support import Place, calls_of


def worth(nodes: list[list[int]], row: int = 0) -> int:
    """Minimax, written out."""
    below = [worth(nodes, at) for at, node in enumerate(nodes) if node[0] == row]
    return nodes[row][2] if not below else (max if nodes[row][1] == 0 else min)(below)


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_the_same_seed_gives_the_same_sheet(game: str) -> None:
    fields = {"seed": "17", "game": game, "questions": "6"}
    first = read_sheet(fields).tasks
    worksheet._task.cache_clear()
    second = read_sheet(fields).tasks
    assert [task.board.text for task in first] == [task.board.text for task in second]
    other = read_sheet({**fields, "seed": "18"}).tasks
    assert [task.board.text for task in first] != [task.board.text for task in other]
    for task in first:
        if task.kind == "move":
            assert task.board.rules.spec.id == game
            assert len(task.board.rules.legal_moves(task.board.position)) > 1


def test_a_question_is_made_alone_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    worksheet._task.cache_clear()
    made = calls_of(monkeypatch, worksheet, "_tree")
    entry = {"kind": "question", "asked": "made", "game": "tree", "seed": 17, "number": 12, "prompt": ""}
    question = question_of(entry)
    assert question is not None
    assert heading(entry) == question.prompt
    assert made == [12]
    tasks = read_sheet({"seed": "17", "game": "tree", "questions": "12"}).tasks
    assert tasks[-1].answer == question.answer
    assert sorted(made) == list(range(1, 13))


def test_the_values_of_the_trees_are_right() -> None:
    for seed in range(25):
        for task in read_sheet({"seed": str(seed), "questions": "8", "game": "tree"}).tasks:
            rules, position = task.board.rules, task.board.position
            nodes = rules.view(position, None)["nodes"]
            parents = {node[0] for node in nodes}
            leaves = [row for row in range(len(nodes)) if row not in parents]
            assert len(leaves) in range(6, 13)
            assert all((node[2] == "") == (row in parents) for row, node in enumerate(task.board.view["nodes"]))
            assert task.answer is not None
            if task.kind == "value":
                assert task.answer.text == str(worth(nodes))
            else:
                assert 0 < int(task.answer.label) < len(leaves)
                assert f"of {len(leaves)} leaves" in task.answer.why
                assert f"worth {worth(nodes)}." in task.answer.why


def test_the_screen_asks_what_the_sheet_asks(place: Place) -> None:
    tokens = place.students("Ada")
    tasks = read_sheet({}, place.room.seed).tasks
    place.teach("ask", kind="sheet", number=1)
    assert place.question["prompt"] == tasks[0].prompt
    assert not any("Cross out" in task.prompt for task in tasks), "that is for paper"
    assert not place.question["position"], "it has the numbers of inner nodes"
    assert place.question["view"]["nodes"] == tasks[0].board.view["nodes"]
    assert tasks[0].answer is not None
    place.answer(tokens["Ada"], tasks[0].answer.label)
    place.teach("reveal")
    assert place.room.students["n1"].right == 1
    place.teach("ask", kind="sheet", number=3, game="othello")
    move = read_sheet({"game": "othello"}, place.room.seed).tasks[2]
    assert (place.question["kind"], place.question["thinking"], place.question["position"]) == (
        "move",
        False,
        move.board.text,
    )
    assert place.room.for_teacher()["answer"]["right"] == [move.answer.text if move.answer else None]
    assert place.refusal(place.teach, "ask", kind="sheet", number=MOST_TASKS + 1) == "malformed"


def test_positions_to_choose_a_move_in_are_proved_where_the_game_has_puzzles() -> None:
    for game in ("othello", "camel", "tak", "punter"):
        fields = {"game": game, "questions": "12", "seed": "5"}
        moves = [task for task in read_sheet(fields).tasks if task.kind == "move"]
        proved = {(each.position, each.moves[0]) for each in keeping.of(game).values()}
        assert all(task.answer and (task.board.text, task.answer.text) in proved for task in moves)
        assert len({task.board.text for task in moves}) == len(moves) == 4
    other = read_sheet({"game": "othello", "size": "6", "seed": "5"}).tasks[2]
    assert (other.kind, other.answer) == ("move", None), "no puzzles of this size: the search works out the key"


def test_the_seed_of_the_class_is_the_teachers(place: Place) -> None:
    """Neither what all see nor what one student sees names it, nor the games and lots that it leads to."""
    place.students("Ada")
    assert place.join("t", "teacher", token=place.made["teacher"])["teacher"]["seed"] == place.room.seed
    assert "seed" not in place.state
    assert "seed" not in place.join("w", "wall")["state"]
    place.teach("vote", game="othello", level="random")
    assert place.room.play is not None
    game = place.lobby.get(place.room.play.as_json()["id"])
    assert game.setup.seed == place.room.lots != place.room.seed
    drawn = [place.classes.find(place.classes.open(f"from {n}")["code"]).seed for n in range(4)]
    assert len(set(drawn)) == 4
    assert max(drawn) > 2**40, "too many to try them all"


BAD: list[dict[str, Any]] = [
    {"seed": "-1"}, {"seed": "9007199254740992"}, {"seed": "x"}, {"seed": "²"}, {"questions": "13"}, {"questions": "0"},
]  # fmt: skip


@pytest.mark.parametrize("fields", BAD)
def test_bad_fields(fields: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        read_sheet(fields)


def test_unknown_games_and_options() -> None:
    with pytest.raises(Refusal):
        read_sheet({"game": "chess"})
    with pytest.raises(Refusal):
        read_sheet({"game": "othello", "size": "5"})
    assert dict(read_sheet({"game": "othello", "size": "6", "utm": "1"}).options)["size"] == "6"
