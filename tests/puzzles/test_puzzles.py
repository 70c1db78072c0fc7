"""Puzzles: those that ship are proved again, one best move is found where there is one, each day has one for all."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from plyground.core import compiled_calls, knowledge, registry
from plyground.puzzles import choosing, keeping, making, proving, refuting, tables
from tests.soaking import more

DEEPER = 3 * making.AGAIN
GAMES = keeping.games()


@pytest.fixture(autouse=True)
def compiled() -> Iterator[None]:
    compiled_calls.use_compiled(True)
    yield
    compiled_calls.use_compiled(False)


@pytest.mark.parametrize("game_id", GAMES)
def test_many_puzzles_ship_and_each_is_whole(game_id: str) -> None:
    game, path = registry.game(game_id), keeping.file_of(game_id)
    assert path is not None
    puzzles = keeping.read(game_id, path)
    assert len({each.id for each in puzzles}) == len(puzzles) >= 500
    assert {each.kind for each in puzzles} <= set(knowledge.of(game).puzzles.kinds)
    assert len({each.kind for each in puzzles}) >= 3
    assert sum(each.grade == 1 for each in puzzles) <= len(puzzles) / 2
    assert path.stat().st_size < 200_000
    for each in random.Random(3).sample(puzzles, more(60, len(puzzles))):
        position = game.parse_position(each.position, game.options(each.options))
        assert game.position_text(position) == each.position
        assert len(game.legal_moves(position)) > 1
        game.replay(position, each.moves)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_sample_is_proved_again_by_a_deeper_search(game_id: str) -> None:
    game, puzzles = registry.game(game_id), list(keeping.of(game_id).values())
    asked = random.Random(20).sample(puzzles, more(4, len(puzzles)))
    wrong = {each.id: found for each in asked if (found := making.wrong_with(game, each, DEEPER))}
    assert not wrong


@pytest.mark.parametrize("game_id", GAMES)
def test_a_wrong_solution_is_found_out(game_id: str) -> None:
    game = registry.game(game_id)
    for each in islice(keeping.of(game_id).values(), 3):
        position = game.parse_position(each.position, game.options(each.options))
        other = next(
            text for move in game.legal_moves(position) if (text := game.move_text(position, move)) != each.moves[0]
        )
        planted = keeping.Puzzle(game_id, each.kind, 1, each.exact, (other,), each.position, each.options)
        assert making.wrong_with(game, planted, making.PROVED)


def test_positions_with_several_best_moves_are_no_puzzles() -> None:
    game = registry.game("othello")
    assert proving.prove(game, game.initial(), 20_000) is None  # all four are the same by symmetry
    camel = registry.game("camel")
    assert proving.prove(camel, camel.initial(), 20_000) is None


def test_the_same_seed_makes_the_same_puzzles() -> None:
    game = registry.game("punter")

    def made() -> list[str]:
        return [each.line() for each in making.make(game, making.self_played(game, 5), 4, [])]

    first = made()
    assert len(first) == 4
    assert first == made()


def test_harder_puzzles_take_the_places_of_easy_ones() -> None:
    game = registry.game("punter")
    easy = [each for each in keeping.of("punter").values() if each.grade == 1][:2]
    counts = list[int]()
    made = making.make(game, making.self_played(game, 5), 2, easy, lambda found: counts.append(len(found)))
    assert [each.grade == 1 for each in made] == [False, False]
    assert set(counts) == {2}


def test_a_line_reads_back(tmp_path: object) -> None:
    for game_id in GAMES:
        path = keeping.file_of(game_id)
        assert path is not None
        assert [each.line() for each in keeping.read(game_id, path)] == path.read_text(encoding="utf-8").splitlines()


def test_a_day_has_one_puzzle_and_days_take_turns_among_the_games() -> None:
    first = datetime.date(2026, 11, 23)
    days = [choosing.daily(first + datetime.timedelta(days=number)) for number in range(2 * len(GAMES))]
    assert [each.game for each in days if each] == [each.game for each in days[: len(GAMES)] if each] * 2
    assert {each.game for each in days if each} == set(GAMES)
    assert choosing.daily(first) == days[0]


def test_the_next_one_is_as_wanted() -> None:
    for game_id in GAMES:
        kind = next(iter(keeping.of(game_id).values())).kind
        found = choosing.next_one(game_id, 7, kind, 3)
        assert (found.game, found.kind) == (game_id, kind)
        assert found == choosing.next_one(game_id, 7, kind, 3)
    with pytest.raises(choosing.NothingLeft):
        choosing.next_one("othello", 1, "no such kind")


def test_a_wrong_move_is_answered() -> None:
    puzzle = next(each for each in keeping.of("othello").values() if each.exact and each.kind == "win")
    game = registry.game("othello")
    position = game.parse_position(puzzle.position, game.options(puzzle.options))
    texts = [game.move_text(position, move) for move in game.legal_moves(position)]
    wrong = next(text for text in texts if text != puzzle.moves[0])
    asked: dict[str, Any] = {"game": "othello", "options": puzzle.options, "position": puzzle.position}
    found = refuting.refuted(**asked, moves=[wrong])
    assert found["worth"]["outcome"] != "win"
    game.replay(position, [wrong, *found["line"]])
    assert refuting.refuted(**asked, moves=[puzzle.moves[0]])["worth"]["outcome"] == "win"


def test_the_tables_in_the_docs_are_those_of_the_data() -> None:
    from plyground.core import folders

    text = (folders.PACKAGE.parent / "docs" / "puzzles.md").read_text(encoding="utf-8")
    counted = tables.written({game: list(keeping.of(game).values()) for game in keeping.games()})
    assert text == tables.into(text, counted)
