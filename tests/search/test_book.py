"""Opening books: how they are made, kept and gone on with, and how the Hare plays from them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from plyground.core import registry
from plyground.core.bot import Limits
from plyground.search import book, book_making
from plyground.search.book import Book
from plyground.search.book_making import NoBook
from plyground.search.likeness import likeness
from tests.commands.support import asked

OTHELLO = registry.game("othello")
START = OTHELLO.initial()


def made(path: Path, positions: int, jobs: int = 1) -> Book:
    return book_making.make(OTHELLO, {}, positions, 300, 1, jobs, path)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """A small book of Othello in the place of the game's own."""
    found = made(tmp_path / "book.npz", 20)
    monkeypatch.setattr(book, "of", lambda game_id: (found,) if game_id == "othello" else ())
    return found


def test_threads_change_nothing(tmp_path: Path) -> None:
    alone = made(tmp_path / "alone.npz", 40)
    assert made(tmp_path / "three.npz", 40, jobs=3) == alone == book.read(tmp_path / "three.npz")
    assert (tmp_path / "three.npz").read_bytes() == (tmp_path / "alone.npz").read_bytes()
    assert len(alone.open) == 40
    assert alone.fixed == {"size": 8}


def test_a_book_is_gone_on_with(tmp_path: Path) -> None:
    begun = made(tmp_path / "book.npz", 16)
    more = made(tmp_path / "book.npz", 40)
    assert begun.open < more.open
    assert len(more.open) == 40
    assert set(begun.scores) <= set(more.scores)
    assert made(tmp_path / "book.npz", 40) == more, "nothing is left to do"


def test_each_position_is_worth_its_best_move(tmp_path: Path) -> None:
    found = made(tmp_path / "book.npz", 40)
    waiting, seen = [START], 0
    while waiting:
        position = waiting.pop()
        moves = found.moves(OTHELLO, position)
        if moves:
            seen += 1
            assert moves[0][1] == found.scores[int(likeness(position))]
            assert moves[-1][1] <= moves[0][1]
        waiting += [OTHELLO.play(position, move) for move, _score in moves if seen < 100]
    assert seen >= 40


def test_a_symmetric_position_is_the_same(kept: Book) -> None:
    assert {score for _move, score in kept.moves(OTHELLO, START)} == {kept.scores[int(likeness(START))]}
    assert len(kept.moves(OTHELLO, START)) == 4


def test_a_board_of_another_size_is_not_in_it(kept: Book) -> None:
    assert book.find(OTHELLO, START) is kept
    assert book.find(OTHELLO, OTHELLO.initial(OTHELLO.options({"size": 6}))) is None


@pytest.mark.parametrize(
    ("options", "limits", "opens"),
    [
        ("", Limits(seconds=5), True),
        ("", Limits(left=60), True),
        ("", Limits(nodes=50), False),
        ("", Limits(depth=1), False),
        (":book=no", Limits(seconds=0.01), False),
        (":budget=50", Limits(seconds=5), False),
        (":lines=2", Limits(seconds=0.01), False),
        (":blind=yes", Limits(seconds=0.01), False),
    ],
)
def test_the_hare_opens_it_where_time_alone_counts(kept: Book, options: str, limits: Limits, opens: bool) -> None:
    player = registry.parse_player(f"hare{options}", OTHELLO)
    choice = player.choose(START, limits, random.Random(1))
    assert choice.details.get("book", False) is opens
    if opens:
        assert (choice.nodes, choice.unit, choice.kind) == (0, "discs", "estimate")
        assert choice.line[0] == choice.move
        assert len(OTHELLO.replay(START, choice.line)) == len(choice.line) + 1


def test_moves_that_are_as_good_are_played_in_turn(kept: Book) -> None:
    player = registry.parse_player("hare", OTHELLO)
    moves = {player.choose(START, Limits(seconds=5), random.Random(seed)).move for seed in range(40)}
    assert moves == {"d3", "c4", "f5", "e6"}


def test_games_that_the_hare_does_not_search_have_none(tmp_path: Path) -> None:
    for game in (registry.game("tree"), registry.game("punter")):
        with pytest.raises(NoBook, match="no book of it can be made"):
            book_making.make(game, {}, 5, 100, 1, 1, tmp_path / "none.npz")
    assert not (tmp_path / "none.npz").exists()


def test_what_is_said_on_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "four.npz"
    words = ("book", "make", "othello", "--option", "size=4", "--positions", "8", "--nodes", "200", "--out", str(out))
    assert asked(*words)["open"] == 8
    assert book.read(out).about["options"] == {"size": "4"}
    shown = asked("book", "show", "othello", "--option", "size=4")
    assert shown["moves"] == []


@pytest.mark.parametrize("game_id", [game_id for game_id in registry.games() if book.of(game_id)])
def test_books_that_come_with_the_program_fit_it(game_id: str) -> None:
    game = registry.game(game_id)
    for each in book.of(game_id):
        start = game.initial(game.options(each.about["options"]))
        assert len(each.open) == each.about["positions"] >= 100
        assert book.find(game, start) is each
        picked = each.pick(game, start, random.Random(1))
        assert picked is not None
        assert len(each.line(game, start, picked[0])) >= 3
