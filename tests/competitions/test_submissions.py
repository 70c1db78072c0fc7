"""From what was handed in to a folder and the words that start it."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.competitions.submissions import files, programs, unpacking
from plyground.core.refusals import BadDescription, TooMany
from plyground.sandbox.surroundings import PYTHON


def test_a_program_is_written_so_that_it_can_be_run(tmp_path: Path) -> None:
    files = unpacking.unpack("/home/me/mine", b"\x7fELF...")
    unpacking.write(files | {"data/book.txt": (b"f5", False)}, tmp_path)
    assert (tmp_path / "bot").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "data" / "book.txt").read_bytes() == b"f5"
    assert programs.program(tmp_path, None) == programs.Program(["bot"], False)


def test_it_must_be_clear_which_file_is_the_bot(tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("def make_move(): ...")
    with pytest.raises(programs.NoProgram, match="not clear"):
        programs.find(tmp_path)
    (tmp_path / "main.py").write_text("def make_move(): ...")
    assert programs.program(tmp_path, None).hosted
    assert not programs.program(tmp_path, ["python", "one.py"]).hosted
    with pytest.raises(programs.NoProgram, match="none of them"):
        programs.program(tmp_path, ["/bin/sh", "-c", "true"])


def test_a_file_that_reads_its_input_and_offers_no_move_is_a_program(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import sys\nfor line in sys.stdin: ...")
    assert programs.program(tmp_path, None) == programs.Program([PYTHON, "bot.py"], False)
    (tmp_path / "bot.py").write_text("import sys\ndef make_move(*given): sys.stdin")
    assert programs.program(tmp_path, None).hosted


def test_a_description_names_the_command(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def make_move(): ...")
    (tmp_path / "speaker.py").write_text("...")
    description = tmp_path / unpacking.DESCRIPTION
    description.write_text('{"command": ["python", "speaker.py", "--fast"]}')
    assert programs.program(tmp_path, None).argv == [PYTHON, "speaker.py", "--fast"]
    assert programs.program(tmp_path, ["bot.py"]).hosted
    description.write_text('{"command": ["/bin/sh"]}')
    with pytest.raises(BadDescription):
        programs.program(tmp_path, None)


def test_what_is_refused_is_not_kept_and_the_room_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    small = {f"{number}.txt": (b"x", False) for number in range(3)}
    with pytest.raises(programs.NoProgram), files.keeping(small) as folder:
        programs.program(folder, None)
    assert files.taken() == 0
    with files.keeping(small, room=12 * 1024):
        pass
    assert files.taken() == 12 * 1024, "each takes a block of the disk"
    with files.keeping(small, room=1):
        pass  # nothing new
    with pytest.raises(TooMany), files.keeping({"bot.py": (b"pass", False)}, room=15 * 1024):
        pass
    with files.keeping({"bot.py": (b"pass", False)}, room=16 * 1024):
        pass
    assert files.taken() == 16 * 1024
