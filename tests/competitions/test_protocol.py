"""The reader of what bots write: forgiving in form, and never in doubt about what a line is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.competitions.refereeing.verdicts import CODES
from plyground.engines import bot_lines as protocol
from tests.competitions.playing import built_in, code, play, upload

VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)
KEYS = st.sampled_from(["move", "ready", "hello", "failed", "note", "log", "end", "seat"])
JSON_LINES = st.one_of(VALUES, st.dictionaries(KEYS, VALUES, max_size=3)).map(lambda value: json.dumps(value).encode())


@pytest.mark.parametrize(
    ("raw", "move"),
    [
        (b'{"move": "e4"}\n', "e4"),
        (b'  {"move": "H 2 3", "seat": 1, "winner": "me"}\r\n', "H 2 3"),
        (b'{"move": 0}', "0"),
        (b'{"move": {"claim": {"punter": 0, "source": 3, "target": 5}}}', None),
        (b'\xef\xbb\xbf{"move": "e4"}', "e4"),
    ],
)
def test_a_move_in_json(raw: bytes, move: str | None) -> None:
    said = protocol.read(raw)
    assert said.move is not None
    assert said.answers
    if move is not None:
        assert said.move == move
    else:
        assert json.loads(said.move)["claim"]["source"] == 3


@pytest.mark.parametrize("raw", [b"e4\n", b'"e4"', b"  e4 \r\n"])
def test_a_bare_move(raw: bytes) -> None:
    assert protocol.read(raw).bare == "e4"


@pytest.mark.parametrize("raw", [b"", b"\n", b"  \r\n", b"\0\n"])
def test_an_empty_line(raw: bytes) -> None:
    assert protocol.read(raw).empty
    assert not protocol.read(raw).answers


def test_a_remark_is_no_answer() -> None:
    for raw in (b'{"note": "thinking"}', b'{"log": "thinking"}'):
        assert protocol.read(raw).note == "thinking"
        assert not protocol.read(raw).answers
    assert protocol.read(b'{"winner": 0}').note == '{"winner": 0}'


def test_a_ready_bot_may_ask_for_more_with_each_turn() -> None:
    assert protocol.read(b'{"ready": true}').ready
    assert protocol.read(b'{"ready": ["view", "secrets"]}').extras == ("view",)


@pytest.mark.parametrize("raw", [b'{"move": e4}', b'{"move": "e4"', b"{" * 50_000])
def test_broken_json_is_named(raw: bytes) -> None:
    wrong = protocol.read(raw).wrong
    assert wrong is not None
    assert "not JSON" in wrong
    assert len(wrong) < 200


def test_bytes_that_are_no_text_are_read_as_far_as_they_go() -> None:
    assert protocol.read(b"\xff\xfe\x00move").bare is not None
    assert protocol.read(b"[" * 60_000).bare is not None
    assert protocol.read(b"9" * 60_000).bare is not None


def test_a_turn_lists_moves_up_to_a_bound() -> None:
    few = json.loads(protocol.turn(["e4"], 3.14159, ["a1"], {}))["turn"]
    assert few == {"moves": ["e4"], "left": 3.142, "legal": ["a1"]}
    many = ["a1"] * (protocol.MOST_LISTED + 1)
    assert json.loads(protocol.turn([], 1.0, many, {}))["turn"]["legal"] is None


def test_halves_of_characters_do_not_get_in() -> None:
    said = [protocol.read(line) for line in (b'{"move": "\\ud800"}', b'{"note": "\\udfff"}', b'"\\ud800"')]
    for text in (said[0].move, said[1].note, said[2].bare):
        assert text is not None
        assert text.encode() == b"?"


@given(st.one_of(st.binary(max_size=200), st.text(max_size=80).map(str.encode), JSON_LINES))
def test_any_line_is_read_as_one_thing(raw: bytes) -> None:
    said = protocol.read(raw)
    kinds = [said.empty, said.move is not None, said.bare is not None, said.ready, said.hello, said.failed is not None]
    assert sum([*kinds, said.note is not None, said.wrong is not None]) == 1
    for text in (said.move, said.bare, said.note, said.wrong):
        assert text is None or text.encode("utf-8").decode("utf-8") == text
    assert protocol.shown(said.text).isprintable()


def test_the_documents_program_plays_a_game(tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "bot_protocol.md").read_text(encoding="utf-8")
    program = text.split("```python\n")[-1].split("```")[0]
    assert "message" in program
    record = play(upload(tmp_path / "bot", program), built_in(), options={"size": "4"})
    assert code(record, 0) == "fair"
    assert record["reason"] == "rules"


def test_the_document_names_every_verdict() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "bot_protocol.md").read_text(encoding="utf-8")
    assert [verdict for verdict in CODES if f"| `{verdict}` |" not in text] == []
