"""Libraries of games: imported from files, found by position in any of its symmetric forms, opened again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.core import collection, compiled_calls, registry
from plyground.core.errors import MalformedRecord
from plyground.core.record import Record
from plyground.library.importing import import_files
from plyground.library.store import Count, Library, NoLibrary, open_library
from plyground.search.likeness import likeness
from tests.commands.support import command
from tests.contract.support import walk
from tests.games.test_collections import names, wthor, wthor_game

TRANSCRIPTS = "f5d6c4\nd3c5\nf5f6e6\nc4c3\nf5a1\n"
"""Two pairs of games that are one by symmetry so far, and one that is none."""


@pytest.fixture(autouse=True)
def _compiled() -> Iterator[None]:
    compiled_calls.use_compiled(True)
    yield
    compiled_calls.use_compiled(False)


def after(game: Any, *moves: str) -> Any:
    return game.replay(game.initial(), moves)[-1]


def imported(folder: Path, game_id: str, *contents: str | bytes) -> tuple[Library, list[str]]:
    told: list[str] = []
    paths = []
    for number, content in enumerate(contents):
        paths.append(folder / f"{number}.txt")
        paths[-1].write_bytes(content.encode() if isinstance(content, str) else content)
    import_files(registry.game(game_id), paths, folder / "library", told.append)
    return open_library(folder / "library", game_id), told


def test_a_position_is_found_however_it_was_turned(tmp_path: Path) -> None:
    library, told = imported(tmp_path, "othello", TRANSCRIPTS, "nothing of the kind")
    game = library.game
    assert told[0].startswith("0.txt: Game 5: Line 5: Move 2 of the record, a1, cannot be played")
    assert told[1].startswith("1.txt: ")
    assert len(library) == 4
    start = library.find(game.initial())
    assert start.count.games == 4
    assert [count.games for _move, count in start.moves] == [4]
    first = {move: library.find(after(game, move)) for move in ("f5", "d3", "c4", "e6")}
    for move, found in first.items():
        assert found.count.games == 4
        assert sorted(count.games for _move, count in found.moves) == [2, 2], move
    turned = library.find(after(game, "f5", "f6"))
    assert turned.games == ((2, 2), (3, 2))
    assert library.find(after(game, "f5", "f4")).count.games == 0
    assert library.find(after(game, "f5", "d6")).count.games == 2
    assert library.record(2).moves == ("f5", "f6", "e6")


def test_results_and_names_are_kept_and_counted(tmp_path: Path) -> None:
    archive = "".join(
        f"(;GM[Othello]PB[{name}]PW[Ben]DT[2001]RE[{result}]B[F5]W[D6];)\n"
        for name, result in (("Ada", "+4"), ("Ada", "-2"), ("Eve", "0"), ("Eve", "?"))
    )
    library, told = imported(tmp_path, "othello", archive)
    assert told == []
    found = library.find(after(library.game, "f5"), most=2)
    assert found.count == Count(4, 1, 1, 1)
    assert found.moves == (("d6", Count(4, 1, 1, 1)),)
    assert found.games == ((0, 1), (1, 1))
    assert library.record(1).tags == {"dark": "Ada", "light": "Ben", "date": "2001", "result": "-2"}


@pytest.mark.parametrize("game_id", ["tak", "camel", "othello"])
def test_every_position_of_every_game_is_found(tmp_path: Path, game_id: str) -> None:
    game = registry.game(game_id)
    records = []
    for seed in range(4):
        steps = walk(game, game.initial(), random.Random(seed))
        texts = [game.move_text(position, move) for position, move in steps[:-1][:40]]
        records.append(Record(game.options(), None, tuple(texts), {}))
    library, told = imported(tmp_path, game_id, collection.write(game, records, collection.FORM))
    assert told == []
    for number, record in enumerate(records):
        assert library.record(number).moves == record.moves
        positions = game.replay(game.initial(), record.moves)
        for ply in range(0, len(positions) - 1, 7):
            found = library.find(positions[ply])
            assert number in dict(found.games)
            assert sum(count.games for _move, count in found.moves) >= 1


def test_other_starts_are_games_of_their_own(tmp_path: Path) -> None:
    library, _told = imported(tmp_path, "tak", '[Size "4"]\n\n1. a1 d4\n', '[Size "5"]\n\n1. a1 e5\n')
    game = library.game
    assert library.find(game.initial()).count.games == 1
    assert library.find(game.initial({"size": 4}), {"size": 4}).count.games == 1
    assert game.options(library.record(0).options)["size"] == 4


def test_a_new_import_takes_the_place_of_the_old_and_a_failed_one_does_not(tmp_path: Path) -> None:
    imported(tmp_path, "othello", "f5d6\nf5f4\n")
    with pytest.raises(MalformedRecord, match="no games to keep"):
        imported(tmp_path, "othello", "nothing")
    assert len(open_library(tmp_path / "library", "othello")) == 2
    assert len(imported(tmp_path, "othello", "f5d6\n")[0]) == 1
    assert [path.name for path in (tmp_path / "library").iterdir()] == ["othello"]


def test_a_library_of_other_rules_or_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoLibrary, match="No games of Othello were imported"):
        open_library(tmp_path / "library", "othello")
    imported(tmp_path, "othello", "f5d6\n")
    about = tmp_path / "library" / "othello" / "about.json"
    about.write_text(json.dumps({**json.loads(about.read_text()), "check": "1"}))
    with pytest.raises(NoLibrary, match="import its files again"):
        open_library(tmp_path / "library", "othello")


def images(rows: list[str]) -> Iterator[list[str]]:
    for board in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        for upside in (board, board[::-1]):
            yield upside
            yield [row[::-1] for row in upside]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_eight_images_of_a_board_and_no_other_have_one_key(size: int) -> None:
    game, keys, boards = registry.game("othello"), set(), 0
    compiled_calls.use_compiled(False)
    for seed in range(6):
        steps = walk(game, game.initial({"size": str(size)}), random.Random(seed))
        for position, _move in steps[6 : size * size - 6 : 5]:
            cells, side = game.position_text(position).split()
            rows = [cells[n : n + size] for n in range(0, len(cells), size)]
            key = {int(likeness(game.parse_position(f"{''.join(image)} {side}"))) for image in images(rows)}
            assert len(key) == 1
            keys |= key
            boards += 1
    assert len(keys) == boards


def test_files_of_names_name_the_players_of_a_library(tmp_path: Path) -> None:
    (tmp_path / "a2019.wtb").write_bytes(wthor(wthor_game("f5d6", black=1, white=0)))
    (tmp_path / "WTHOR.JOU").write_bytes(names(20, b"Ben", b"Ada"))
    made = command("games", "import", "othello", str(tmp_path), "--folder", str(tmp_path / "library"))
    assert made.returncode == 0, made.stderr
    assert "1 games are in the library of Othello; 0 were left out." in made.stdout
    tags = open_library(tmp_path / "library", "othello").record(0).tags
    assert (tags["dark"], tags["light"], tags["event"]) == ("Ada", "Ben", "#283")


def test_the_command_line_imports_and_finds(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(TRANSCRIPTS)
    place = ("--folder", str(tmp_path / "library"))
    made = command("games", "import", "othello", str(tmp_path / "games.txt"), *place)
    assert made.returncode == 0, made.stderr
    assert "4 games are in the library of Othello; 1 were left out." in made.stdout
    found = command("games", "find", "othello", "--moves", "f5,d6", *place, "--json")
    assert found.returncode == 0, found.stderr
    data = json.loads(found.stdout)
    assert data["count"]["games"] == 2
    assert data["games"][0]["number"] == 1
    missing = command("games", "find", "tak", *place)
    assert missing.returncode != 0
    assert "No games of Tak were imported here yet." in missing.stderr
    assert json.loads(command("games", "--json").stdout)["games"]
