"""Othello's notations, in and out: transcripts, boards, OBF lines and GGF games, written and as others write them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core import records
from plyground.core.errors import IllegalMove, MalformedRecord
from plyground.core.record import Record
from plyground.games.othello import GAME
from plyground.games.othello.records import obf
from tests.soaking import more

# The first two positions of the FFO endgame suite that the project uses, with their best moves and exact scores.
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; a2:+38; % FFO 40"
FFO_42 = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X; g2:+6; % FFO 42"
ENDGAMES = Path(__file__).resolve().parents[3] / "shared" / "data" / "othello_endgames.json"
GAME_WITH_PASSES = "d3c3b3b2f5a3a1c1passf6"
GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]RW[2199.72]TI[05:00//02:00]"
    "TY[8]RE[+0.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[d3//0.01]W[c3/-1.2/0.5]B[b3]W[B2]B[F5]W[a3]B[a1]W[c1]B[PA]W[f6];)"
)


def standard(size: int = 8, start: str = "standard") -> dict[str, Any]:
    return dict(GAME.options({"size": size, "start": start}))


def played(options: dict[str, Any], picks: list[int]) -> list[str]:
    """The texts of a game in which the legal move with each number (counted round) is chosen."""
    position, texts = GAME.initial(options), []
    for pick in picks:
        moves = GAME.legal_moves(position)
        if not moves:
            break
        move = moves[pick % len(moves)]
        texts.append(GAME.move_text(position, move))
        position = GAME.play(position, move)
    return texts


games = st.builds(
    lambda options, picks: Record(options, None, tuple(played(options, picks)), {}),
    st.builds(standard, st.sampled_from([4, 6, 8]), st.sampled_from(["standard", "parallel"])),
    st.lists(st.integers(0, 40), min_size=1, max_size=70),
)


@pytest.mark.soak
@settings(max_examples=more(60, 1500), deadline=None)
@given(games)
def test_games_read_back_from_transcripts_and_ggf(record: Record) -> None:
    assert GAME.read_record(GAME.write_record(record, "transcript")) == record
    read = GAME.read_record(GAME.write_record(record, "ggf"))
    assert (read.options, read.start, read.moves) == (record.options, None, record.moves)


@pytest.mark.soak
@settings(max_examples=more(40, 1000), deadline=None)
@given(games, st.randoms(use_true_random=False))
def test_transcripts_are_read_however_they_are_written(record: Record, rng: random.Random) -> None:
    board = GAME.position_text(GAME.initial(record.options))
    parts = [board + "\n"]
    for number, move in enumerate(record.moves, start=1):
        last = number == len(record.moves)
        word = rng.choice([move, move.upper(), move.title()])
        if move == "pass":
            word = rng.choice(["pass", "PA", " -- ", "Ps"] + ([] if last else [""]))
        parts.append(rng.choice(["", " ", "\n", f" {number}. ", f" {number}.. ", f" {number} "]) + word)
    assert GAME.read_record("".join(parts)) == record


@pytest.mark.soak
@settings(max_examples=more(40, 1000), deadline=None)
@given(games)
def test_the_end_of_a_game_reads_back_from_a_board_and_an_obf_line(record: Record) -> None:
    end = GAME.replay(GAME.initial(record.options), record.moves)[-1]
    for form in ("board", "obf"):
        read = GAME.read_record(GAME.write_record(record, form))
        assert read.moves == ()
        assert read.start is not None
        assert GAME.parse_position(read.start) == end


def test_every_declared_form_is_written_and_another_refused() -> None:
    record = Record(standard(), None, ("f5", "d6"), {})
    for form in GAME.spec.records:
        assert GAME.write_record(record, form)
    with pytest.raises(MalformedRecord) as caught:
        records.write(GAME, record, "pgn")
    assert caught.value.sentence == "Othello writes json, transcript, board, obf, ggf; there is no form “pgn”."


def test_a_transcript_with_numbers_spaces_and_no_passes() -> None:
    for text in (
        GAME_WITH_PASSES,
        "d3c3b3b2f5a3a1c1f6",
        "D3C3B3B2F5A3A1C1F6",
        "1. d3 c3 2. b3 b2 3. f5 a3 4. a1 c1 5. -- f6",
        "1.d3 2.c3 3.b3 4.b2 5.f5 6.a3 7.a1 8.c1 9.pa 10.f6",
        "d3-c3-b3-b2-f5-a3-a1-c1-f6",
    ):
        record = GAME.read_record(text)
        assert record == Record(standard(), None, ("d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1", "pass", "f6"), {})
    assert GAME.write_record(record, "transcript") == "d3c3b3b2f5a3a1c1f6"


@pytest.mark.parametrize("gap", [",", " -", "-,", " " + "-" * 9])
def test_no_pass_is_read_within_what_stands_between_moves_however_long(gap: str) -> None:
    for hyphens in (2, 3):
        between = "," + gap * 999 + "," * (7 * hyphens) + "-" * hyphens + gap * 999 + " "
        assert GAME.read_record(f"f5{between}d6{between}c3").moves == ("f5", "d6", "c3")


def test_a_pass_at_the_end_of_a_transcript_is_kept() -> None:
    record = GAME.read_record("d3c3b3b2f5a3a1c1pass")
    assert record.moves[-1] == "pass"
    assert GAME.write_record(record, "transcript") == "d3c3b3b2f5a3a1c1pass"
    for ending in ("--", " -- ", "\n9. --\n"):
        assert GAME.read_record(f"d3c3b3b2f5a3a1c1{ending}") == record
    assert GAME.read_record("f5 -- d6 ----").moves == ("f5", "d6"), "elsewhere they part the moves"


def test_a_transcript_is_read_on_the_first_board_that_allows_it() -> None:
    assert GAME.read_record("f5d6c3").options == standard(8)
    assert GAME.read_record("f3f4").options == standard(8, "parallel")
    assert GAME.read_record("c2b2").options == standard(6)
    assert GAME.read_record("a2a1").options == standard(4)
    four = Record(standard(4), None, ("c4",), {})  # c4 is a first move on 8 x 8 as well, so the board is written
    assert GAME.write_record(four, "transcript") == "-----OX--XO----- X\nc4"


def test_a_game_from_another_start_keeps_its_start() -> None:
    start = FFO_40.split(";")[0]
    record = Record(standard(), start, ("a2",), {})
    assert GAME.write_record(record, "transcript") == f"{start}\na2"
    for form in ("transcript", "ggf"):
        read = GAME.read_record(GAME.write_record(record, form))
        assert (read.start, read.moves) == (start, ("a2",))
    unplayed = Record(standard(), start, (), {})
    assert GAME.read_record(GAME.write_record(unplayed, "transcript")) == unplayed
    assert GAME.read_record(GAME.write_record(Record(standard(6), None, (), {}), "transcript")).options == standard(6)


def test_boards_are_read_with_the_start_recognised() -> None:
    assert GAME.read_record("-----OX--XO----- X") == Record(standard(4), None, (), {})
    assert GAME.read_record("-----OO--XX----- X") == Record(standard(4, "parallel"), None, (), {})
    rows = "--------\n" * 3 + "--*O----\n" + "---OX---\n" + "--------\n" * 3 + "O"
    assert GAME.read_record(rows).start == "-" * 26 + "XO" + "-" * 7 + "OX" + "-" * 27 + " O"


@pytest.mark.parametrize(("line", "scores"), [(FFO_40, "a2:+38"), (FFO_42, "g2:+6")])
def test_obf_lines_of_the_endgame_suite_read_and_write(line: str, scores: str) -> None:
    record = GAME.read_record(line)
    assert record.start == line.split(";")[0]
    assert record.tags == {"scores": scores, "comment": line.split("% ")[1]}
    assert GAME.write_record(record, "obf") == line


def test_obf_files_with_comments_and_several_moves() -> None:
    text = f"% a suite\n\n{FFO_40}\n{FFO_42}\n-----OX--XO----- X; B1:+0; A2; D3 : -1.5;\n"
    found = obf.problems(GAME, text)
    assert [problem.comment for problem in found] == ["FFO 40", "FFO 42", ""]
    assert found[2].scores == (("b1", "+0"), ("a2", None), ("d3", "-1.5"))
    assert GAME.read_record("% a suite\n" + FFO_42) == GAME.read_record(FFO_42)


@pytest.mark.skipif(not ENDGAMES.exists(), reason="the suite's file is not beside the project")
def test_the_endgame_suite_reads() -> None:
    for entry in json.loads(ENDGAMES.read_text())["positions"] if ENDGAMES.exists() else ():
        position = GAME.parse_position(entry["position"])
        assert GAME.position_text(position) == entry["position"]
        assert GAME.view(position, None)["cells"].count("-") == entry["empties"]
        line = f"{entry['position']}; " + " ".join(f"{move}:{entry['score']:+d};" for move in entry["best_moves"])
        assert GAME.write_record(GAME.read_record(line), "obf") == line


def test_a_ggf_game_of_a_server() -> None:
    record = GAME.read_record(GGF)
    assert record.moves == ("d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1", "pass", "f6")
    assert (record.options, record.start) == (standard(), None)
    assert record.tags == {
        "place": "GGS/os",
        "date": "2003.12.15_13:24:03.MST",
        "dark": "Saio1200",
        "light": "Saio3000",
        "RB": "2197.01",
        "RW": "2199.72",
        "TI": "05:00//02:00",
        "result": "+0.000",
    }
    assert GAME.read_record(GGF.replace("B[PA]", "")).moves == record.moves
    assert GAME.read_record("1 " + GGF) == record


def test_what_is_broken_in_a_file_of_ggf_is_read_once() -> None:
    """A bracket that is not closed takes in the next game; from where nothing fits any more the others are read."""
    whole = "(;GM[Othello]TY[8]B[F5]W[D6];)"
    found = list(GAME.read_records(f"{'(;GM[Othello]BO[8 -' * 50}];%{whole}{whole}".encode()))
    assert [isinstance(each, Record) for each in found] == [False, True, True]
    broken = list(GAME.read_records(f"{whole}(;GM[Othello]B[F5]%W[D6];){whole}".encode()))
    assert [isinstance(each, Record) for each in broken] == [True, False, True]


def test_ggf_is_written_with_names_and_the_result() -> None:
    moves = ("d3", "c3", "b3", "d2", "e1", "d6", "d7", "e3", "f4")
    record = Record(standard(), None, moves, {"dark": "A [x] \\", "place": "here", "seed": "7"})
    text = GAME.write_record(record, "ggf")
    assert text == (
        "(;GM[Othello]PB[A [x\\] \\\\]PC[here]RE[+64]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]"
        "B[D3]W[C3]B[B3]W[D2]B[E1]W[D6]B[D7]W[E3]B[F4];)"
    )
    assert GAME.read_record(text).tags == {"dark": "A [x] \\", "place": "here", "result": "+64"}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "The text is empty"),
        (" 1. 2. ", "There is no move in this text"),
        ("hello", "“hello” is no move of a transcript"),
        ("f5 d6 zz", "“zz” is no move of a transcript"),
        ("f5a1", "Move 2 of the record, a1, cannot be played"),
        ("f5pass", "You may pass only when"),
        (
            "-----OX--XO----- X\nb1 h8",
            "Move 2 of the record cannot be read: h8 is not on this board, which goes from a1 to d4.",
        ),
        ("-" * 20 + " X", "The position has 20 squares"),
        (FFO_40.replace("a2", "a1"), "Line 1 of the OBF text: There is a disc on a1 already"),
        (FFO_40.replace("a2:+38", "a2:good"), "moves with scores such as g8:+18; “a2:good” is none"),
        (FFO_40[1:], "Line 1 of the OBF text: The position has 63 squares"),
        (f"{FFO_40}\n{FFO_42}", "The OBF text holds 2 positions"),
        ("% nothing", "The OBF text holds no position"),
        (GGF + GGF, "The text holds 2 GGF games"),
        (GGF[:-2], "The GGF game is cut off"),
        (GGF + "rest", "After the GGF game comes more text: “rest”."),
        (GGF.replace("Othello]", "Go]"), "The GGF text is a game of “Go”, not of Othello."),
        ("(;GM[Othello]what;)", "A GGF game is made of parts such as B[F5]; “what;)” is none."),
        ("(;GM[Othello]TY[10];)", "for a board of size “10”"),
        (GGF.replace("BO[8", "BO[6"), "names size 6, but its board has size 8"),
        (GGF.replace("BO[8 -", "BO[8 "), "The part BO of the GGF game is no board"),
        (GGF.replace("B[d3", "W[d3"), "Move 1 of the record, d3, is light's, but it is dark's turn."),
        (GGF.replace("B[d3", "B[e3"), "Move 1 of the record, e3, cannot be played: A disc on e3 would flip nothing"),
        (GGF.replace("B[d3", "B[33"), "The part B[33//0.01] cannot be read"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(text: str, part: str) -> None:
    with pytest.raises(MalformedRecord) as caught:
        GAME.read_record(text)
    assert part in caught.value.sentence


def test_an_illegal_game_is_not_written() -> None:
    with pytest.raises(IllegalMove):
        GAME.write_record(Record(standard(), None, ("a1",), {}), "ggf")
