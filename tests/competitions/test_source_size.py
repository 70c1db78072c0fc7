"""The size of a source in lexer tokens."""

from __future__ import annotations

from pathlib import Path

from plyground.competitions.submissions.programs import size_of, tokens_of


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


def test_all_python_files_of_a_folder_are_added_up(tmp_path: Path) -> None:
    assert size_of(tmp_path) is None
    (tmp_path / "data.txt").write_text("1 2 3")
    assert size_of(tmp_path) is None
    (tmp_path / "bot.py").write_text("x = 1\n")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "help.py").write_text("y = x\nz = y\n")
    assert size_of(tmp_path) == 9
