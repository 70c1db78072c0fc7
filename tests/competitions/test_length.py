"""The length of a source in lexer tokens, and that no trick makes it less."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from plyground.competitions import templates
from plyground.competitions.submissions import length
from plyground.competitions.submissions.length import Added, measured, tokens_of
from plyground.core import registry
from plyground.core.refusals import BadUpload
from tests.competitions.tricks import TRICKS


def test_comments_line_ends_and_indentation_are_left_out() -> None:
    bare = b"def f(x):\n    return x + 1\n"
    wide = b"# what it does\n\ndef f( x ):  # here\n\n        # and there\n        return x + 1   # one more\n\n\n"
    assert tokens_of(bare) == tokens_of(wide) == 10  # def f ( x ) : return x + 1


def test_names_and_texts_count_one_however_long() -> None:
    assert tokens_of(b"a = 'b'\n") == tokens_of(b"a_very_long_name = '''many words,\nmany lines'''\n") == 3
    assert tokens_of(b"x = (1,\n     2)\n") == 7
    assert tokens_of(b"x = f'{a + b} and {c}'\n") == 3


def test_an_empty_file_has_no_tokens() -> None:
    assert tokens_of(b"") == tokens_of(b"# nothing\n\n") == 0


def test_a_broken_file_is_not_the_shorter_one() -> None:
    whole = b"a = 1\nb = (2, 3)\nc = 4\n"
    assert tokens_of(b"a = 1\nb = (2, 3\nc = 4\n") >= tokens_of(whole) - 1
    assert tokens_of(b"if a:\n    b = 1\n  c = 2\nd = 3 + 4\n") >= 10
    assert tokens_of("é = 1\n".encode("latin-1")) >= 1


def size_of(folder: Path, *words: str) -> int | None:
    found = length.of(folder, words)
    return None if found is None else found.tokens


def test_all_python_files_of_a_folder_are_added_up(tmp_path: Path) -> None:
    assert size_of(tmp_path) is None
    (tmp_path / "data.txt").write_text("1 2 3")
    assert size_of(tmp_path) is None
    (tmp_path / "bot.py").write_text("x = 1\n")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "help.py").write_text("y = x\nz = y\n")
    assert size_of(tmp_path) == 9


@pytest.mark.parametrize("name", TRICKS)
def test_a_trick_does_what_the_source_does_and_is_not_shorter(name: str, tmp_path: Path) -> None:
    files = TRICKS[name]("print('played')\n")
    for path, data in files.items():
        (tmp_path / path).write_bytes(data)
    told = subprocess.run([sys.executable, "bot.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert told.stdout == "played\n", told.stderr
    for game in registry.games():
        source = templates.source(game)
        (tmp_path / "bot.py").unlink()
        for path, data in TRICKS[name](source).items():
            (tmp_path / path).write_bytes(data)
        found = length.of(tmp_path, ["bot.py"])
        assert found is not None
        assert found.tokens >= 0.98 * tokens_of(source.encode()), game
        assert all(each.sentence for each in found.added)
        assert found.added, "the reason is told"


@pytest.mark.parametrize("game", registry.games())
def test_the_rule_of_the_source_stays_where_no_trick_is_seen(game: str) -> None:
    source = templates.source(game).encode()
    assert measured({"bot.py": source}, {"weights.txt": b"1 2 3" * 1000}) == length.Length(tokens_of(source))


HONEST = """
import json, os, random, re, time
from re import compile

PATTERN = compile("[a-h][1-8]")

def eval(board):
    "How good it is; a long text that says how it is found."
    return getattr(board, "score", 0) + sum(getattr(board, name) for name in ())

def make_move(view, state):
    print(f"{view.seat}: {len(state)} moves, {time.time():.2f} s")
    return max(view.moves, key=lambda move: re.sub("x", "", move))
"""


def test_an_own_function_called_eval_is_no_trick() -> None:
    source = (
        HONEST.replace("getattr(board, name)", "board.score")
        .replace("{len(state)}", "{state}")
        .replace("{time.time():.2f}", "{view.left:.2f}")
    )
    assert measured({"bot.py": source.encode()}, {}).added == ()
    assert [each.word for each in measured({"bot.py": HONEST.encode()}, {}).added if each.why == "code"] == ["getattr"]
    assert measured({"bot.py": b"x = eval('1 + 2')\ndef eval(y): return y\n"}, {}).added[0].why == "code"


def test_calls_in_formatted_texts_count_where_they_are_many() -> None:
    plain = "for move in moves:\n" + "    try_move(move, 1)\n" * 20
    packed = "for move in moves:\n    f'" + "{try_move(move, 1)}" * 20 + "'\n"
    assert measured({"bot.py": packed.encode()}, {}).tokens >= tokens_of(plain.encode())
    few = "x = [" + "1, " * 400 + "]\nprint(f'{len(x)} moves')\n"
    assert measured({"bot.py": few.encode()}, {}).added == ()


def test_a_long_text_counts_as_data() -> None:
    book = "".join(f"{n * n % 997} " for n in range(400))
    found = measured({"bot.py": f"BOOK = {book!r}\n".encode()}, {})
    assert found.plain == 3
    assert [(each.why, each.line) for each in found.added] == [("data", 1)]
    assert found.tokens > 300


def test_words_of_the_command_are_source_too(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("x = 1\n")
    (tmp_path / "more.txt").write_text("y = 1\nz = 2\n")
    assert size_of(tmp_path, "python3", "more.txt") == 9
    assert size_of(tmp_path, "python3", "-c", "import bot; print(bot.x)") == 3 + 9


def test_an_old_row_has_no_reasons_and_a_new_one_tells_them() -> None:
    assert length.reasons({"kind": "upload"}) == []
    found = measured({"bot.py": b"exec('x = 1')\n"}, {})
    assert length.reasons({"length": found.as_json()}) == [each.sentence for each in found.added]
    assert isinstance(found.added[0], Added)
    assert "line 1: “exec”" in found.added[0].sentence


def test_a_source_too_large_to_be_looked_through_counts_as_data() -> None:
    book = repr("".join(f"{n * n * n % 99_991} " for n in range(length.MOST_LOOKED // 5)))
    found = measured({"bot.py": f"exec({book})\n".encode()}, {})
    assert found.plain == 4
    assert found.tokens > length.MOST_LOOKED // 5


def test_of_many_sources_a_part_alone_is_taken_for_tokens_and_none_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def counts(source: bytes) -> int:
        taken.append(len(source))
        return tokens_of(source)

    monkeypatch.setattr(length, "tokens_of", counts)
    monkeypatch.setattr(length, "MOST_LOOKED", 10_000)
    monkeypatch.setattr(length, "MOST_COUNTED", 20_000)
    line = b"x = exec(open('data'))\n"
    sources = {f"{number}.py": line * (1000 // len(line)) for number in range(50)}
    found = measured(sources, {"data": b"y = 1\n" * 5000})
    assert sum(taken) < 2 * 20_000
    assert found.plain >= sum(map(tokens_of, sources.values()))
    assert found.tokens >= found.plain + 15_000
    assert [each.why for each in found.added].count("data") == 40


def test_a_large_bot_is_measured_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    large = {"bot.py": (HONEST.encode() * 10, False), "more.py": (b"exec('x = 1')\n", False)}
    own = length.of_files(large)
    assert own == measured({name: data for name, (data, _runs) in large.items()}, {})
    monkeypatch.setattr(length, "of", None)
    assert length.of_files(large) == own
    monkeypatch.setattr(length, "SECONDS", 0.001)
    with pytest.raises(BadUpload, match="could not be counted within"):
        length.of_files(large)
    monkeypatch.undo()
    monkeypatch.setattr(length, "_apart", None)
    assert length.of_files({"bot.py": (HONEST.encode(), False)}) == measured({"bot.py": HONEST.encode()}, {})
