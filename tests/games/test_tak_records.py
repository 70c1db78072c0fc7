"""Whole games in PTN and positions in TPS: read as people write them, written so that they read back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

import pytest

from plyground.core import records
from plyground.core.errors import MalformedRecord
from plyground.core.record import Branch, Record, Remark
from plyground.games.tak import GAME
from plyground.games.tak.records import links
from plyground.games.tak.records.lines import Lines
from plyground.games.tak.records.tokens import Token, tokens
from tests.commands.support import command

FILES = Path(__file__).resolve().parents[3] / "shared" / "data" / "files"
PTN = """\ufeff[Site "A table"]
[Event "An evening"]
[Date "2026.11.21"]
[Player1 "Ada"]
[Player2 "Ben"]
[Size "5"]
[Komi "1.5"]
[Result "R-0"]

{The usual corners.}
1. a1 e5
2. c3 {the middle; not [bad]} Sc4?!
3. Cd3' 2... d4
4.b3 e4!
5. a3 c3? 6. e3'' R-0
"""
PTN = PTN.replace("3. Cd3' 2... d4", "3. Cd3' 3... d4").replace("5. a3 c3? 6. e3''", "5. a3 c1?\n6. e3''")


def test_a_file_as_sites_write_it() -> None:
    record = GAME.read_record(PTN)
    assert record.options == {"size": 5, "komi": 1.5}
    assert record.start is None
    assert record.moves == ("a1", "e5", "c3", "Sc4", "Cd3", "d4", "b3", "e4", "a3", "c1", "e3")
    assert record.tags["Player1"] == "Ada"
    assert record.tags["Result"] == "R-0"
    assert GAME.returns(GAME.replay(GAME.initial(record.options), record.moves)[-1]) == (1, -1)


def test_what_is_written_reads_back() -> None:
    record = GAME.read_record(PTN)
    text = GAME.write_record(record, "ptn")
    assert GAME.read_record(text) == record
    assert text.startswith('[Size "5"]\n[Komi "1.5"]\n')
    assert text.endswith("\n6. e3''\nR-0\n")
    assert "\n3. Cd3' d4\n" in text


@pytest.mark.parametrize(
    ("moves", "size"),
    [
        ("1. a1 e5 2. c3", 5),
        ("a1 e5 c3", 5),
        ("1.a1 1...f6 2.c3", 6),
        ("1... a1 h8", 8),
        ("1. a1 g7 2. 1a1+1", 7),
    ],
)
def test_a_bare_list_of_moves_is_a_game_on_the_smallest_board_from_five(moves: str, size: int) -> None:
    record = GAME.read_record(moves)
    assert record.options == {"size": size}
    assert record.moves[0] == "a1"


def test_all_setting_tags() -> None:
    record = GAME.read_record(
        '[Size "6"] [Opening "no-swap"] [Flats "12"] [Caps "0"] [Komi "0.5"]\n1. a1 f6 2. a2 1/2-1/2'
    )
    assert record.options == {"size": 6, "opening": "no-swap", "stones": 12, "capstones": "0", "komi": 0.5}
    assert record.tags == {"Result": "1/2-1/2"}
    position = GAME.replay(GAME.initial(record.options), record.moves)[-1]
    assert (position.white_stones, position.black_stones, position.white_caps) == (10, 11, 0)
    assert GAME.read_record(GAME.write_record(record, "ptn")) == record


def test_a_game_from_a_position_with_a_missing_first_ply() -> None:
    text = '[TPS "x4,1/x5/x2,1,x2/x5/2,x4 2 2"]\n\n2. -- c4\n3. d3 --\n'
    record = GAME.read_record(text)
    assert record.options == {"size": 5}
    assert record.start == "x4,1/x5/x2,1,x2/x5/2,x4 2 2"
    assert record.moves == ("c4", "d3")
    written = GAME.write_record(record, "ptn")
    assert '[TPS "x4,1/x5/x2,1,x2/x5/2,x4 2 2"]' in written
    assert "2. -- c4\n3. d3\n" in written
    assert GAME.read_record(written) == record


@pytest.mark.parametrize("result", ["R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2"])
def test_every_result_is_read_and_kept(result: str) -> None:
    record = GAME.read_record(f"1. a1 e5 {result}")
    assert record.moves == ("a1", "e5")
    assert record.tags["Result"] == result
    assert GAME.write_record(record, "ptn").rstrip().endswith(f"1. a1 e5\n{result}")


@pytest.mark.parametrize(
    ("start", "move", "result"),
    [
        ("x3/1,1,x/2,2,x 1 9", "c2", "R-0"),
        ("x3/1,1,x/2,2,x 2 9", "c1", "0-R"),
        ("1,2,1/2,1,1S/2,1,x 2 9", "Sc1", "F-0"),
        ("1,2,1/2,1S,1S/2,2,x 2 9", "Sc1", "0-F"),
        ("1,2,1/2,1,1S/2,2S,x 2 9", "Sc1", "1/2-1/2"),
    ],
)
def test_the_result_of_a_finished_game_is_written(start: str, move: str, result: str) -> None:
    text = GAME.write_record(Record({"size": 3}, start, (move,), {"Result": "1-0"}), "ptn")
    assert f'[Result "{result}"]' in text
    assert text.endswith(f"{result}\n")


@pytest.mark.parametrize("text", ["x5/x5/x2,12S,x2/x5/2,x4 1 9", '[TPS "x5/x5/x2,12S,x2/x5/2,x4 1 9"]'])
def test_a_position_is_a_record_without_moves(text: str) -> None:
    record = GAME.read_record(text)
    assert (record.start, record.moves) == ("x5/x5/x2,12S,x2/x5/2,x4 1 9", ())
    assert GAME.write_record(record, "tps") == record.start


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("hello", "Move 1"),
        ("1. a1 e5 2. c3 xx", "Move 4"),
        ("1. a1 {never ends", "comment"),
        ("1. a1 e5} 2. c3", "comment"),
        ('1. a1 [Size "5"', "tag"),
        ("1. -- a1", "nobody passes"),
        ("1. a1 e5 2. -- c3", "nobody passes"),
        ('[Size "12"] 1. a1', "size"),
        ('[Komi "0.3"] 1. a1', "halves"),
        ('[TPS "x5/x5 1 1"] 1. a1', "rows"),
        ("x5/x5/x5/x5 1 1", "squares"),
        ("a1 " * 6000, "at most"),
        ("x" * 300_000, "at most"),
    ],
)
def test_what_is_no_game_is_refused_with_a_reason(text: str, said: str) -> None:
    with pytest.raises(MalformedRecord, match=said):
        GAME.read_record(text)


def test_an_illegal_game_or_form_is_not_written() -> None:
    with pytest.raises(MalformedRecord, match="already"):
        GAME.write_record(Record({}, None, ("a1", "a1"), {}), "ptn")
    with pytest.raises(MalformedRecord, match="ptn, tps"):
        records.write(GAME, Record({}, None, (), {}), "pgn")


def test_tags_cannot_break_the_file() -> None:
    record = Record({}, None, ("a1",), {"Player1": 'A "quoted"\nname', "no tag": "x"})
    again = GAME.read_record(GAME.write_record(record, "ptn"))
    assert again.tags == {"Player1": "A 'quoted' name"}


def test_the_command_line_converts(tmp_path: Path) -> None:
    file = tmp_path / "game.ptn"
    file.write_text(PTN, encoding="utf-8")
    run = command("convert", "tak", str(file), "--to", "tps")
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip().endswith(" 2 6")
    assert "json" in records.forms(GAME)


BRANCHES = """[Size "6"]
[Player1 "Ada"]

1. a1 b1
2. a2! b2 {so far so good}
3. a3 b3
4. a4 b4

{3w1}
3. c1? b3
4. c2 b4

{3w1/4b1}
4. -- d4'' {and this}
5. d1

{my analysis}
2. -- e5
3. e4 e3

{Only a remark.} {another}
"""


def test_branches_marks_and_comments_are_read_and_written_back() -> None:
    record = GAME.read_record(BRANCHES)
    assert record.moves == ("a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4")
    assert record.branches == (
        Branch("3w1", 0, 4, ("c1", "b3", "c2", "b4")),
        Branch("3w1/4b1", 1, 7, ("d4", "d1")),
        Branch("my analysis", 0, 3, ("e5", "e4", "e3")),
    )
    assert record.path(2) == ("a1", "b1", "a2", "b2", "c1", "b3", "c2", "d4", "d1")
    assert record.path(0) == record.moves
    assert record.remarks == (
        Remark(0, 3, "!"),
        Remark(0, 4, "", ("so far so good",)),
        Remark(1, 5, "?"),
        Remark(2, 8, "''", ("and this",)),
        Remark(3, 6, "", ("Only a remark.", "another")),
    )
    assert sorted(record.remarks_along(2)) == [3, 4, 5, 8]
    written = GAME.write_record(record, "ptn")
    assert "\n{3w1/4b1}\n4. -- d4'' {and this}\n5. d1\n" in written
    assert GAME.read_record(written) == record
    assert records.read(GAME, records.write(GAME, record, "json")) == replace(record, options=GAME.options({"size": 6}))


@pytest.mark.parametrize(
    ("tail", "told"),
    [
        ("{9w1}\n9. c1", "turn 9, which its line does not reach; it is left out"),
        ("{3w1/9w1}\n9. c1 {x}\n10. c2", "left out"),
    ],
)
def test_a_branch_without_a_place_is_left_out_in_a_sentence(tail: str, told: str) -> None:
    record = GAME.read_record(f"{BRANCHES}\n{tail}\n\n{{3w2}}\n3. f1")
    assert len(record.told) == 1
    assert told in record.told[0]
    assert [branch.name for branch in record.branches] == ["3w1", "3w1/4b1", "my analysis", "3w2"]
    assert record.remarks == GAME.read_record(BRANCHES).remarks


def test_numbers_without_moves_behind_them_are_looked_at_once() -> None:
    """To look ahead from each for the next word took 38 ms for 900 of them, and 125 for 1,800."""

    class Counted(list[Token]):
        looked_at = 0

        def __getitem__(self, place: Any) -> Any:
            self.looked_at += 1
            return super().__getitem__(place)

    missing = "\n\n{9w1}\n9.{so}"
    text = f"1. a1 e5\n2. b1 c1{missing * 900} -- d1"
    record, found = GAME.read_record(text), Counted(tokens(text))
    assert len(record.told) == 900
    lines = Lines(GAME.initial())
    lines.read(found)
    assert (len(lines.told), found.looked_at <= len(found)) == (900, True)
    with pytest.raises(MalformedRecord, match="at most 1,000 branches"):
        GAME.read_record(f"1. a1 e5\n2. b1 c1{missing * 1001}")


def test_a_branch_of_a_branch_that_changed_its_name_finds_its_line() -> None:
    record = GAME.read_record("1. a1 e5\n2. b1 b2\n\n{2w1}\n2. c1\n\n{2w1/2b1}\n2. -- c2\n3. c3\n\n{2w1/3w1}\n3. d1")
    assert [(each.name, each.parent, each.ply) for each in record.branches] == [
        ("2w1", 0, 2),
        ("2w1/2b1", 1, 3),
        ("2w1/2b1/3w1", 2, 4),
    ]


def test_branches_named_before_their_numbers_as_ptn_ninja_wrote_them_first() -> None:
    record = GAME.read_record("1. a1 e5\n2. b1 b2\n\n2.2. -- c2 {or}\n3. c3\n\n2-1.2. d1\n\n2-1.3.3. d3 d2")
    assert record.moves == ("a1", "e5", "b1", "b2")
    assert record.branches == (Branch("2", 0, 3, ("c2", "c3")), Branch("2-1", 0, 2, ("d1",)))
    assert GAME.read_record(GAME.write_record(record, "ptn")) == record
    assert "begins at turn 3, which its line does not reach" in record.told[0]


def test_what_stands_behind_a_missing_move_is_kept_as_a_comment() -> None:
    record = GAME.read_record("1. a1 b1\n2. a2 b2\n3. b3\n4. Cc3 c4\n\n{3w1}\n3. c3 d3\n")
    assert record.moves == ("a1", "b1", "a2", "b2", "b3")
    assert record.remarks == (Remark(0, 5, "", ("4. Cc3 c4",)),)
    assert "Black's move of turn 3 is missing" in record.told[0]
    assert GAME.read_record(GAME.write_record(record, "ptn")) == record


def test_numbers_that_count_moves_are_just_numbers() -> None:
    assert GAME.read_record("1. a1 2. e5 3. c3 4. c4").moves == ("a1", "e5", "c3", "c4")


# the very addresses that lz-string 1.5 makes
LINKS = {
    '[Size "5"]\n\n1. a1 e5\n': "NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA",
    "1. a1 e5 2. c3": "IwOgBAhsYKYKxgEzgMYGYg",
}


def test_links_of_ptn_ninja_in_both_directions() -> None:
    record = replace(GAME.read_record(BRANCHES), tags={"Player1": "½ 😀 Ada"})
    link = GAME.write_record(record, "link")
    assert link.startswith("https://ptn.ninja/")
    assert set(link.rpartition("/")[2]) <= set(ascii_letters + digits + "+-$")
    for text in (link, f"{link}&name=x&ply=3!", link.replace("+", " "), link.replace("+", "%2B")):
        assert GAME.read_record(text) == record
    assert GAME.read_record("https://ptn.ninja/%5BSize%20%225%22%5D%201.%20a1%20e5&name=y").moves == ("a1", "e5")
    with pytest.raises(MalformedRecord, match="cut short"):
        GAME.read_record(link[: len(link) // 2])
    with pytest.raises(MalformedRecord, match="at most"):
        GAME.read_record(f"https://ptn.ninja/{links.packed('a' * 300_000)}")


@pytest.mark.parametrize("text", LINKS)
def test_texts_are_packed_as_lz_string_packs_them(text: str) -> None:
    assert links.packed(text) == LINKS[text]
    assert links.unpacked(LINKS[text], 1000) == text


@pytest.mark.parametrize("folder", ["ptn", "ptn_ninja"])
def test_every_file_of_the_collections_is_read_and_written_back(folder: str) -> None:
    for path in sorted((FILES / folder).glob("*.ptn")):
        record = GAME.read_record(path.read_text(encoding="utf-8"))
        for line in range(len(record.branches) + 1):
            start = GAME.parse_position(record.start, record.options) if record.start else GAME.initial(record.options)
            GAME.replay(start, record.path(line))
        whole = replace(record, options=GAME.options(record.options))
        for form in ("ptn", "link"):
            again = GAME.read_record(GAME.write_record(record, form))
            assert replace(again, options=GAME.options(again.options)) == whole, path.name
