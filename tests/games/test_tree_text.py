"""Decision trees as text: both forms read leniently and written, and every mistake named with its place."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core import records
from plyground.core.errors import GameFinished, MalformedMove, MalformedRecord
from plyground.games.tree import GAME, notation
from plyground.games.tree.position import BEST, CHANCE, WORST, Node, Position, build
from plyground.games.tree.refusals import MalformedTree, NoSuchChild
from tests.soaking import more

TREE = "a 0 ( a 6 o 12 ( a 3 a 7 ) )"


def drawn(value: float, children: list[Node], weighed: bool) -> Node:
    """A chance node, with equal chances or with 1, 2, 3, … parts."""
    total = len(children) * (len(children) + 1) // 2
    for place, child in enumerate(children):
        child.chance = Fraction(place + 1, total) if weighed else None
    return Node(CHANCE, value, children)


values = st.integers(100 * WORST, 100 * BEST).map(lambda parts: parts / 100)
leaves = st.builds(lambda side, value: Node(side, value), st.integers(0, 2), values)
trees = st.recursive(
    leaves,
    lambda below: (
        st.builds(Node, st.integers(0, 1), values, st.lists(below, min_size=1, max_size=4))
        | st.builds(drawn, values, st.lists(below, min_size=1, max_size=4), st.booleans())
    ),
    max_leaves=30,
)


@pytest.mark.parametrize(
    "text",
    [
        TREE,
        "a0(a6,o12(a3,a7))",
        "A 0 ( A 6 O +12 ( a 3 a 7 ) )",
        "a 0 ( # the root\n  a 6 (1)\n  o 12 [2] ( a 3 a 7 )\n)  // done\n",
        "- a 0\n  - a 6\n  - o 12\n    - a 3\n    - a 7",
        "a 0\n  - a 6 # child 0\n  - o 12\n\n     a 3 (1)\n     - a 7 2. the better one",
        "  * a 0\n        * a 6\n     * o 12\n\t\t\t* a 3\n            * a 7\n",
        "\r\n- a 0\r\n - a 6\r\n - o 12\r\n  - a 3\r\n  - a 7\r\n",
    ],
)
def test_both_forms_are_read_leniently(text: str) -> None:
    assert notation.line_form(GAME.parse_position(text).nodes) == TREE


def test_chances_are_read_as_fractions_and_per_cent_and_written_in_the_smallest() -> None:
    read = {
        text: notation.line_form(GAME.parse_position(text).nodes)
        for text in (
            "c0(25% a 8, 6/8 o -2)",
            "- C 0\n  - 1/3 a 1\n  - 1/3 a 2\n  - 1/3 a 3",
            "c 0 ( 12.5% a 1 87.5% c 5 )",
        )
    }
    assert list(read.values()) == ["c 0 ( 1/4 a 8 3/4 o -2 )", "c 0 ( a 1 a 2 a 3 )", "c 0 ( 1/8 a 1 7/8 c 5 )"]


def test_the_plain_form_of_exercise_sheets_is_read() -> None:
    read = {
        text: notation.line_form(GAME.parse_position(text).nodes) for text in ("[3,12,8]", " [[3 −12] 4, [[5]]] # x")
    }
    assert list(read.values()) == ["a 0 ( o 3 o 12 o 8 )", "a 0 ( o 0 ( a 3 a -12 ) o 4 o 0 ( a 0 ( o 5 ) ) )"]


def test_decimals_are_read_in_every_form_and_written_as_they_were() -> None:
    read = {
        text: GAME.position_text(GAME.parse_position(text))
        for text in (
            "[2.5, -.25, 3.0]",
            "- a 0\n  - o 2.50\n  - o −0,25\n  - o +3",
            "a 0 ( o 2,5 o -0.25,o 3 ) @ 1",
            "c 0 ( 1/4 a 0.1,3/4 a -12,75 )",
            "a 1 ( a 0.1 ( a 0 ) ) @ 0,0",
        )
    }
    assert list(read.values()) == [
        "a 0 ( o 2.5 o -0.25 o 3 )",
        "a 0 ( o 2.5 o -0.25 o 3 )",
        "a 0 ( o 2.5 o -0.25 o 3 ) @ 1",
        "c 0 ( 1/4 a 0.1 3/4 a -12.75 )",
        "a 1 ( a 0.1 ( a 0 ) ) @ 0 0",
    ]
    end = GAME.parse_position("[2.5, -.25, 3.0] @ 1")
    assert (GAME.returns(end), GAME.view(end, None)["nodes"][1:]) == (
        (-0.25, 0.25),
        [[0, 1, 2.5], [0, 1, -0.25], [0, 1, 3]],
    )


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("[]", 1, 2, "a number, [ or ]"),
        ("[3, 12", 1, 7, "a number, [ or ]"),
        ("[3, x]", 1, 5, "a number, [ or ]"),
        ("[3, 400]", 1, 5, "a number from -128 to 127 with at most two decimals"),
        ("[3] 4", 1, 5, "the end of the text: the first list is closed"),
        ("c 0 ( 1/4 a 1 1/4 a 2 )", 1, 1, "chances that add up to 1, or none: then all are equal"),
        ("c 0 ( 1/2 a 1 a 2 )", 1, 1, "chances that add up to 1, or none: then all are equal"),
        ("a 0 ( 1/2 a 1 a 2 )", 1, 7, "a node such as a 6 or o -2"),
        ("1/2 a 1", 1, 1, "a node such as a 6 or o -2"),
        ("c 0 ( 0/2 a 1 a 2 )", 1, 7, "a chance above 0 and up to 1, such as 1/6 or 25%"),
        ("c 0 ( 1/2 )", 1, 11, "the first child, a node such as a 6"),
        (
            "c 0 ( 1/1998 a 1 998/1998 a 2 1/1994 a 3 996/1994 a 4 )",
            1,
            1,
            "fractions with a common denominator of at most 1,000,000",
        ),
        ("", 1, 1, "a node such as a 6 or o -2"),
        ("# nothing", 1, 1, "a node such as a 6 or o -2"),
        ("b 3", 1, 1, "a node such as a 6 or o -2"),
        ("a", 1, 2, "a number from -128 to 127 with at most two decimals"),
        ("a x", 1, 3, "a number from -128 to 127 with at most two decimals"),
        ("a 0 ( a 128 )", 1, 9, "a number from -128 to 127 with at most two decimals"),
        ("a 1.125", 1, 3, "a number from -128 to 127 with at most two decimals"),
        ("[3, 127.01]", 1, 5, "a number from -128 to 127 with at most two decimals"),
        ("[3, 1e999]", 1, 5, "a number from -128 to 127 with at most two decimals"),
        ("a 1e2", 1, 3, "a number from -128 to 127 with at most two decimals"),
        ("[" + "9" * 400 + "]", 1, 2, "a number from -128 to 127 with at most two decimals"),
        ("[3, 0." + "9" * 400 + "]", 1, 5, "a number from -128 to 127 with at most two decimals"),
        ("[nan]", 1, 2, "a number, [ or ]"),
        ("a inf", 1, 3, "a number from -128 to 127 with at most two decimals"),
        ("a -129", 1, 3, "a number from -128 to 127 with at most two decimals"),
        ("a 0 (", 1, 6, "the first child, a node such as a 6"),
        ("a 0 ( )", 1, 7, "the first child, a node such as a 6"),
        ("a 0 ( a 1", 1, 10, ") for the ( in line 1, column 5"),
        ("a 0 ( a 1 # open\n\n", 1, 10, ") for the ( in line 1, column 5"),
        ("a 0 ( a 1 ) @\n \u2003 0", 2, 2, "the index of a child, 0 for the first"),
        ("a 0 ( a 1 ) )", 1, 13, "the end of the text: the root's brackets are closed"),
        ("a 0 ( a 1 ) a 2", 1, 13, "the end of the text: the root's brackets are closed"),
        ("a 0 ( a 1 ) ( a 2 )", 1, 13, "a node, or the next )"),
        ("- a 0\n  - a 1 a 2", 2, 9, "the end of the line, or children in ( )"),
        ("- a 0\n- a 1", 2, 1, "a node further in than the root"),
        ("- a 0\n  - a 1.5.5", 2, 10, "the end of the line, or children in ( )"),
        ("- a 0\n  -", 2, 4, "a node such as a 6 or o -2"),
        ("a 0 ( a 1 ) @ 1", 1, 15, "the index 0"),
        ("a 0 ( a 1 o 2 ) @ 2", 1, 19, "an index from 0 to 1"),
        ("a 0 ( a 1 ) @ 0 0", 1, 17, "the end of the path"),
        ("a 0 ( a 1 ) @ x", 1, 15, "the index of a child, 0 for the first"),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(MalformedTree) as refusal:
        GAME.parse_position(text)
    error = refusal.value
    assert (error.line, error.column, error.expected) == (line, column, expected)
    assert error.sentence.startswith(f"Line {line}, column {column}: ")
    told = error.as_json()
    assert (told["code"], told["line"], told["column"], told["expected"]) == ("malformed_tree", line, column, expected)


def test_size_and_depth_are_bounded() -> None:
    for text, why in (
        ("a 0 ( " * 300 + "a 1" + " )" * 300, "200 plies deep"),
        ("a 0 ( " + "a 1 " * 501 + ")", "500 children"),
        ("a 0 ( " + ("o 0 ( " + "a 1 " * 450 + ") ") * 12 + ")", "5,000 nodes"),
    ):
        with pytest.raises(MalformedTree, match=why):
            GAME.parse_position(text)


@pytest.mark.soak
@settings(max_examples=more(150, 3750), deadline=None)
@given(trees)
def test_both_forms_read_back(root: Node) -> None:
    nodes = build(root)
    for form in (notation.line_form(nodes), notation.indented_form(nodes)):
        assert GAME.parse_position(form) == Position(nodes, 0)


@pytest.mark.soak
@settings(max_examples=more(100, 2500), deadline=None)
@given(trees, st.lists(st.integers(0, 3), max_size=6))
def test_walks_are_refused_or_kept(root: Node, walk: list[int]) -> None:
    position = Position(build(root), 0)
    node, walked = root, []
    for index in walk:
        before = GAME.position_text(position)
        if index >= len(node.children):
            with pytest.raises((NoSuchChild, GameFinished)):
                GAME.require(position, str(index))
            assert GAME.position_text(position) == before
            continue
        position = GAME.play(position, GAME.require(position, str(index)))
        node = node.children[index]
        walked.append(index)
    assert node.side in (CHANCE, GAME.to_move(position))
    assert (GAME.chances(position) is not None) == (node.side == CHANCE and bool(node.children))
    assert GAME.legal_moves(position) == list(range(len(node.children)))
    assert GAME.returns(position) == (None if node.children else (node.value, -node.value))
    assert GAME.view(position, None)["path"] == walked
    assert GAME.parse_position(GAME.position_text(position)) == position


@pytest.mark.soak
@settings(max_examples=more(200, 5000), deadline=None)
@given(st.text(alphabet="ao0123456789-+()[]#@ \n\t.,*x", max_size=60))
def test_any_text_is_a_tree_or_a_refusal(text: str) -> None:
    try:
        position = GAME.parse_position(text)
    except MalformedTree as error:
        refused = error
    else:
        assert GAME.parse_position(GAME.position_text(position)) == position
        return
    lines = text.split("\n")
    assert 1 <= refused.line <= len(lines)
    assert 1 <= refused.column <= len(lines[refused.line - 1]) + 1


def test_moves_are_indices() -> None:
    position = GAME.parse_position(TREE)
    assert GAME.require(position, " 1 ") == 1
    for text in ("", "-1", "one", "1 0", "1.0", "٣"):
        with pytest.raises(MalformedMove):
            GAME.require(position, text)
    with pytest.raises(NoSuchChild, match="This node has 2 children; a move here is an index from 0 to 1, not 2"):
        GAME.require(position, "2")
    with pytest.raises(GameFinished):
        GAME.require(GAME.parse_position("a 0 ( a 6 ) @ 0"), "0")


def test_a_record_is_the_tree_and_the_path() -> None:
    record = GAME.read_record(f"{TREE} @ 1 0")
    assert record.moves == ("1", "0")
    assert GAME.write_record(record, "line") == f"{TREE} @ 1 0"
    indented = GAME.write_record(record, "indented")
    assert indented.splitlines() == ["- a 0", "  - a 6", "  - o 12", "    - a 3", "    - a 7", "@ 1 0"]
    assert GAME.read_record(indented) == record
    with pytest.raises(MalformedRecord, match="line, indented"):
        records.write(GAME, record, "pgn")
    with pytest.raises(MalformedRecord, match="column 6"):
        GAME.read_record("a 0 (")
