"""Files of many games: read game by game, with a sentence for each that is wrong, and written to read back."""

from __future__ import annotations

import random
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground.core import collection, compiled_calls, following, records
from plyground.core.errors import MalformedRecord, SeveralGames
from plyground.core.game import Game
from plyground.core.record import Record
from plyground.games.othello import GAME as OTHELLO
from plyground.games.othello.records.wthor import TAG
from plyground.games.tak import GAME as TAK
from tests.contract.support import GAMES, walk

FILES = Path(__file__).resolve().parents[3] / "shared" / "data" / "files"
PASSES = "d3c3b3b2f5a3a1c1f6"
"""Nine discs, with a pass before the last."""


def squares(moves: str) -> bytes:
    """Moves as WTHOR has them."""
    return bytes(
        10 * int(row) + "abcdefgh".index(column) + 1 for column, row in zip(moves[::2], moves[1::2], strict=True)
    )


def wthor(*games: bytes, count: int | None = None) -> bytes:
    head = bytes((20, 20, 4, 30)) + struct.pack("<IHH", len(games) if count is None else count, 0, 2019)
    return head + bytes((8, 0, 24, 0)) + b"".join(games)


def wthor_game(moves: str, black: int = 7, white: int = 8, discs: int = 40, best: int = 34) -> bytes:
    return struct.pack("<HHHBB60s", 283, black, white, discs, best, squares(moves))


def entries(game: Game[Any, Any], content: bytes | str) -> list[collection.Entry]:
    return list(collection.read(game, content.encode() if isinstance(content, str) else content))


def test_wthor_is_read_with_passes_put_in_and_written_byte_for_byte() -> None:
    content = wthor(wthor_game(PASSES), wthor_game("f5d6", discs=20), wthor_game(""))
    found = [entry.record for entry in entries(OTHELLO, content)]
    assert found[0] is not None
    assert found[0].moves == ("d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1", "pass", "f6")
    assert found[0].tags == {
        "event": "#283", "dark": "#7", "light": "#8", "date": "2019", "result": "+16",
        TAG: "283 7 8 40 34 20 20 4 30 8 0 24",
    }  # fmt: skip
    assert records.about(OTHELLO, found[0])["seat0"] == "#7"
    assert found[1] is not None
    assert found[1].tags["result"] == "-24"
    assert collection.write(OTHELLO, [each for each in found if each], "wthor") == content


def names(width: int, *given: bytes) -> bytes:
    """A list of names as WTHOR has it; what stands behind a name's zero is of no account."""
    head = bytes((20, 20, 4, 30)) + struct.pack("<IHH", 0, len(given), 0) + bytes(4)
    return head + b"".join(name.ljust(width - 1, b"\0") + b"x" for name in given)


def test_wthor_has_the_names_that_stand_before_its_games_and_is_still_written_byte_for_byte() -> None:
    games = wthor(wthor_game("f5d6", black=1, white=2), wthor_game("f5", black=0, white=9))
    players = names(20, b"Ben", b"Tastet Marc", "Feldborg Éva".encode("latin-1"))
    tournaments = names(26, *[b"?"] * 283, b"World Championship")
    for before in (players + tournaments, tournaments + players):
        found = [entry.record for entry in entries(OTHELLO, before + games)]
        assert found[0] is not None
        assert found[1] is not None
        assert [found[0].tags[name] for name in ("dark", "light", "event")] == [
            "Tastet Marc", "Feldborg Éva", "World Championship",
        ]  # fmt: skip
        assert [found[1].tags[name] for name in ("dark", "light")] == ["Ben", "#9"]
        assert collection.write(OTHELLO, [each for each in found if each], "wthor") == games
    alone = entries(OTHELLO, tournaments + games)[0].record
    assert alone is not None
    assert alone.tags["dark"] == "#1"
    with pytest.raises(MalformedRecord, match="open them together with"):
        entries(OTHELLO, players)
    cut = entries(OTHELLO, players + games[:-3])
    assert "says that it holds 2 games; it has 1" in cut[-1].problem


def test_what_is_wrong_in_a_file_of_wthor_is_said_of_its_game_and_the_others_are_there() -> None:
    odd = bytearray(wthor_game("f5d6"))
    odd[9] = 99
    found = entries(OTHELLO, wthor(wthor_game("f5d6"), wthor_game("f5a1"), bytes(odd), wthor_game("f5"), count=9))
    assert [entry.record is not None for entry in found] == [True, False, False, True, False]
    assert found[1].problem == "Game 2: Move 2, a1, cannot be played there."
    assert found[2].problem == "Game 3: Its moves are no squares of a board."
    assert "says that it holds 9 games; it has 4" in found[4].problem


def test_games_from_elsewhere_are_written_to_wthor() -> None:
    record = OTHELLO.read_record("(;GM[Othello]PB[A]PW[B]DT[1999.12.31]TY[8]B[F5]W[D6]B[C3];)")
    again = entries(OTHELLO, collection.write(OTHELLO, [record], "wthor"))[0].record
    assert again is not None
    assert (again.moves, again.tags["date"]) == (record.moves, "1999")
    with pytest.raises(MalformedRecord, match="Game 1 begins elsewhere"):
        collection.write(OTHELLO, [Record(OTHELLO.options({"size": "6"}), None, (), {})], "wthor")


def test_an_archive_in_ggf_with_a_synchro_pair_and_a_bad_game() -> None:
    text = "2 (;GM[Othello]PB[A]B[F5];)(;GM[Othello]PB[B]B[D3];)\n1 (;GM[Go];)\n1 (;GM[Othello]B[C4];)\n(;GM[Othello]B["
    found = entries(OTHELLO, text)
    assert [entry.record.moves if entry.record else entry.problem[:30] for entry in found] == [
        ("f5",), ("d3",), "Game 3: The GGF text is a game", ("c4",), "Game 5: The GGF game is cut of",
    ]  # fmt: skip
    with pytest.raises(SeveralGames):
        OTHELLO.read_record(text)


def test_positions_and_transcripts_one_a_line() -> None:
    board = "-" * 27 + "OX------XO" + "-" * 27 + " X"
    found = entries(OTHELLO, f"{board}; f5:+1; % one\n% nothing\n{board[1:]}; f5:+1;\n{board}; d3:-1;\n")
    assert [entry.record is not None for entry in found] == [True, False, True]
    assert found[1].problem.startswith("Game 2: Line 3 of the OBF text")
    lines = entries(OTHELLO, "f5d6c4\n\nf5f4e3\nf5a1\n")
    assert [entry.record.moves[1] if entry.record else entry.problem for entry in lines][:2] == ["d6", "f4"]
    assert lines[2].problem.startswith("Game 3: Line 4: Move 2 of the record, a1")
    assert len(entries(OTHELLO, "1. f5 d6\n2. c3 d3\n")) == 1


def test_a_file_of_ptn_is_cut_where_a_game_begins() -> None:
    text = (
        '[Size "5"]\n[Player1 "A"]\n\n1. a1 e5 R-0\n\n[Player1 "B"]\n[Size "5"]\n1. a1\n\n{1b1}\n1. -- b1\n\n'
        '[Size "5"]\n[TPS "2,x4/x5/x5/x5/x4,1 1 2"]\n\n[Size "5"]\n\n1. zz\n\n[Size "6"]\n1. f6\n'
    )
    found = entries(TAK, text)
    assert [entry.record.moves if entry.record else None for entry in found] == [
        ("a1", "e5"), ("a1",), (), None, ("f6",),
    ]  # fmt: skip
    assert "Game 4: from line 16 on: Move 1" in found[3].problem
    with pytest.raises(SeveralGames, match="5 games"):
        TAK.read_record(text)
    good = [entry.record for entry in found if entry.record]
    again = [entry.record for entry in entries(TAK, collection.write(TAK, good, "ptn"))]
    assert [replace(each, options=TAK.options(each.options)) for each in again if each] == [
        replace(each, options=TAK.options(each.options)) for each in good
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.id)
def test_every_game_s_records_are_a_file_line_by_line(game: Game[Any, Any]) -> None:
    found = []
    for seed in range(3):
        position, texts = game.initial(), []
        for before, move in walk(game, position, random.Random(seed))[:12]:
            if move is not None:
                texts.append(game.move_text(before, move))
        found.append(Record(game.options(), None, tuple(texts), {"seat0": "Ada", "event": f"number\n{seed}"}))
    content = collection.write(game, found, collection.FORM)
    assert content.count(b"\n") == 3
    assert [entry.record for entry in entries(game, content)] == found
    as_list = b"[" + b",".join(content.splitlines()) + b"]"
    assert [entry.record for entry in entries(game, as_list)] == found
    damaged = entries(game, content.replace(b'"moves": [', b'"moves": 7, "x": [', 1))
    assert [entry.record is None for entry in damaged] == [True, False, False]
    assert damaged[0].problem.startswith("Game 1: ")
    with pytest.raises(MalformedRecord, match="there is no form"):
        collection.write(game, found, "runes")


def test_following_is_the_same_compiled_and_interpreted() -> None:
    start = OTHELLO.initial()
    moves = [OTHELLO.parse_move(start, PASSES[n : n + 2]) for n in range(0, len(PASSES), 2)]
    assert not compiled_calls.compiled_in_use()
    plain = [following.follow(start, given, 56, fill) for given in (moves, [*moves, 0], []) for fill in (True, False)]
    compiled_calls.use_compiled(True)
    try:
        assert plain == [
            following.follow(start, given, 56, fill) for given in (moves, [*moves, 0], []) for fill in (True, False)
        ]
    finally:
        compiled_calls.use_compiled(False)
    assert (len(plain[0][0]), plain[0][1]) == (10, 9)
    assert plain[1][1] == 8


@pytest.mark.soak
@pytest.mark.parametrize(
    ("path", "games"),
    [
        ("wthor/1977.wtb", 12), pytest.param("wthor/2019.wtb", 1949, marks=pytest.mark.long),
        ("obf/fforum-1-19.obf", 19), ("obf/fforum-20-39.obf", 20),
        ("ggf/synchro-two-games.txt", 2), ("ggf/ggs2000.txt", 1), ("ggf/ggs-pos.txt", 1), ("ggf/notags.txt", 1),
        ("ggf/random-start-8r.txt", 1), ("ggf/playok.txt", 1), ("ggf/playok-pass.txt", 1), ("ggf/reversiwars.txt", 1),
        ("xot.txt", 108),
    ],
)  # fmt: skip
@pytest.mark.skipif(not FILES.exists(), reason="the collections are not beside the project")
def test_every_file_of_othello_is_read_and_written_back(path: str, games: int) -> None:
    compiled_calls.use_compiled(True)
    try:
        content = (FILES / path).read_bytes()
        found = entries(OTHELLO, content)
        assert [entry.problem for entry in found if entry.record is None] == []
        assert len(found) == games
        written = [entry.record for entry in found if entry.record]
        if path.endswith(".wtb"):
            assert collection.write(OTHELLO, written, "wthor") == content
        form = "obf" if path.endswith(".obf") else "ggf"
        again = [entry.record for entry in entries(OTHELLO, collection.write(OTHELLO, written, form)) if entry.record]
        assert [(each.start, each.moves) for each in again] == [(each.start, each.moves) for each in written]
    finally:
        compiled_calls.use_compiled(False)
