"""What is taken of a file or a zip that somebody hands in, and what is refused."""

from __future__ import annotations

import io
import random
import stat
import zipfile
from pathlib import Path

import pytest

from game.competitions import handed_in, programs
from game.competitions.handed_in import BadUpload


def packed(files: dict[str, bytes], mode: int = 0o100644) -> bytes:
    """A zip of these files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = mode << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def test_a_python_file_and_a_program(tmp_path: Path) -> None:
    assert handed_in.read("C:\\bots\\mine.py", b"x = 1") == {"mine.py": (b"x = 1", False)}
    files = handed_in.read("/home/me/bot", b"\x7fELF...")
    assert files == {"bot": (b"\x7fELF...", True)}
    handed_in.write(files, tmp_path)
    assert (tmp_path / "bot").stat().st_mode & 0o777 == 0o755
    assert programs.program(tmp_path, None).argv == ["bot"]


def test_a_zip_whose_files_lie_in_one_folder(tmp_path: Path) -> None:
    files = handed_in.read("a.zip", packed({"mine/bot.py": b"import more", "mine/more.py": b"", "__MACOSX/x": b""}))
    assert sorted(files) == ["bot.py", "more.py"]
    handed_in.write(files, tmp_path)
    assert programs.find(tmp_path) == ["bot.py"]
    deep = handed_in.read("a.zip", packed({"bot.py": b"", "data/book.txt": b"f5"}))
    assert sorted(deep) == ["bot.py", "data/book.txt"]


@pytest.mark.parametrize("name", ["/etc/passwd", "../up.py", "a/../../up.py", "a\\b.py", "C:x.py", "x" * 300])
def test_paths_that_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(BadUpload, match="no name of a file"):
        handed_in.read("a.zip", packed({"bot.py": b"", name: b""}))


def test_links_are_refused() -> None:
    with pytest.raises(BadUpload, match="links"):
        handed_in.read("a.zip", packed({"bot.py": b"/etc/passwd"}, stat.S_IFLNK | 0o777))


def test_too_much_is_refused() -> None:
    with pytest.raises(BadUpload, match="files"):
        handed_in.read("a.zip", packed({f"{number}.py": b"" for number in range(201)}))
    with pytest.raises(BadUpload, match="MB"):
        handed_in.read("bot.py", b"#" * (handed_in.MOST_BYTES + 1))
    noise = random.Random(1).randbytes(1024**2)
    with pytest.raises(BadUpload, match="MB"):
        handed_in.read("a.zip", packed({f"{number}.py": noise for number in range(6)}))
    nearly = b"".join(noise[:50_000] + bytes(50_000) for _ in range(20))
    with pytest.raises(BadUpload, match="Unpacked"):
        handed_in.read("a.zip", packed({f"{number}.py": nearly for number in range(3)}))
    with pytest.raises(BadUpload, match="packed too tightly"):
        handed_in.read("a.zip", packed({"bot.py": b"\0" * 4_000_000}))


def test_damaged_and_empty_zips_are_refused() -> None:
    whole = packed({"bot.py": b"x = 1" * 100})
    with pytest.raises(BadUpload, match="damaged"):
        handed_in.read("a.zip", whole[:40] + b"\xff" * 20 + whole[60:])
    with pytest.raises(BadUpload, match="empty"):
        handed_in.read("a.zip", packed({}))


def test_it_must_be_clear_which_file_is_the_bot(tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("def make_move(): ...")
    with pytest.raises(programs.NoProgram, match="not clear"):
        programs.find(tmp_path)
    (tmp_path / "main.py").write_text("def make_move(): ...")
    assert programs.program(tmp_path, None).hosted
    assert not programs.program(tmp_path, ["python", "one.py"]).hosted
    with pytest.raises(programs.NoProgram, match="neither"):
        programs.program(tmp_path, ["/bin/sh", "-c", "true"])
