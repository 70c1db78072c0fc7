"""Uploads: what is taken, and every refusal by its name."""

from __future__ import annotations

import io
import os
import random
import stat
import struct
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.competitions.submissions import unpacking
from plyground.core.refusals import BadUpload

BOT = b"def make_move(random, time, configuration, game_state):\n    return game_state.moves[0]\n"


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of doubled names, which are meant
        for name, data in entries:
            archive.writestr(name, data)
    return buffer.getvalue()


def special(name: str, mode: int) -> zipfile.ZipInfo:
    """An entry of this kind."""
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info


def test_a_python_file_is_taken_under_one_name() -> None:
    assert unpacking.unpack("My strongest bot (3).py", BOT) == {"bot.py": (BOT, False)}
    assert unpacking.unpack("bot", b"#!/usr/bin/env python3\n" + BOT).keys() == {"bot.py"}


def test_an_executable_is_taken_whatever_its_name() -> None:
    assert unpacking.unpack("a.out", b"\x7fELF...") == {"bot": (b"\x7fELF...", True)}


def test_a_zip_is_taken_without_its_wrapper_and_what_systems_add() -> None:
    data = zipped(
        ("mine/bot.py", BOT),
        ("mine/data/book.txt", b"e4"),
        ("mine/__pycache__/bot.pyc", b"x"),
        ("__MACOSX/mine/._bot.py", b"x"),
        (special("mine/engine", stat.S_IFREG | 0o755), b"\x7fELF"),
        ("mine/other", b"\x7fELF without its mode, as Windows packs it"),
    )
    files = unpacking.unpack("mine.zip", data)
    assert {name: executable for name, (_, executable) in files.items()} == {
        "bot.py": False,
        "data/book.txt": False,
        "engine": True,
        "other": True,
    }


def test_a_description_names_the_command() -> None:
    described = ("plyground.json", b'{"command": ["./engine", "--fast"]}')
    files = unpacking.unpack("x.zip", zipped(described, ("engine", b"\x7fELF")))
    assert unpacking.command(files) == ["./engine", "--fast"]
    assert unpacking.command({"bot.py": (BOT, False)}) is None


def long_zip() -> bytes:
    """Many files of random bytes, each small, too large together."""
    rng = random.Random(1)
    return zipped(
        *[(f"{number}.bin", rng.randbytes(300_000)) for number in range(16)],
        ("x", bytes(rng.choices(range(64), k=600_000))),
    )


def encrypted() -> bytes:
    """A zip that says that its file has a password."""
    data = bytearray(zipped(("bot.py", BOT)))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def lying(size: int) -> bytes:
    """A zip whose lists say another size of a file than it has."""
    data = bytearray(zipped(("bot.py", bytes(1000))))
    struct.pack_into("<I", data, 22, size)
    struct.pack_into("<I", data, data.index(b"PK\x01\x02") + 24, size)
    return bytes(data)


def overlapping() -> bytes:
    """A zip in which many names share the same bytes."""
    data = zipped(("a", bytes(1000)))
    at = data.index(b"PK\x01\x02")
    entry, end = data[at : data.index(b"PK\x05\x06")], bytearray(data[data.index(b"PK\x05\x06") :])
    entries = b"".join(entry[:46] + bytes([97 + number]) + entry[47:] for number in range(20))  # there is the name
    struct.pack_into("<HHII", end, 8, 20, 20, len(entries), at)
    return data[:at] + entries + bytes(end)


REFUSALS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "nothing": ("not_a_bot", lambda: zipped()),
    "one large file": ("upload_too_large", lambda: bytes(6_000_000)),
    "large when unpacked": ("upload_too_large", long_zip),
    "too many files": ("too_many_files", lambda: zipped(*[(f"{n}.py", b"") for n in range(201)])),
    "too many folders": ("too_many_files", lambda: zipped(*[(f"{n}/", b"") for n in range(801)])),
    "a bomb": ("packed_too_tightly", lambda: zipped(("bomb", bytes(4_000_000)))),
    "a link": ("holds_link", lambda: zipped((special("bot.py", stat.S_IFLNK | 0o777), b"/etc/passwd"))),
    "a device": ("holds_link", lambda: zipped((special("bot.py", stat.S_IFCHR | 0o666), b""))),
    "an absolute path": ("stray_path", lambda: zipped(("/etc/bot.py", BOT))),
    "a parent": ("stray_path", lambda: zipped(("../bot.py", BOT))),
    "a parent within": ("stray_path", lambda: zipped(("a/../../bot.py", BOT), ("bot.py", BOT))),
    "a wrapper of dots": ("stray_path", lambda: zipped(("../a/bot.py", BOT), ("../b.py", BOT))),
    "a backslash": ("stray_path", lambda: zipped(("..\\bot.py", BOT))),
    "a drive": ("stray_path", lambda: zipped(("C:bot.py", BOT), ("bot.py", BOT))),
    "a line break": ("stray_path", lambda: zipped(("bot\n.py", BOT))),
    "an empty part": ("stray_path", lambda: zipped(("a//bot.py", BOT), ("b.py", BOT))),
    "a long name": ("stray_path", lambda: zipped(("b" * 300, BOT))),
    "a deep path": ("stray_path", lambda: zipped(("a/" * 40 + "bot.py", BOT), ("b.py", BOT))),
    "a doubled file": ("doubled_file", lambda: zipped(("bot.py", BOT), ("bot.py", b"other"))),
    "a file as a folder": ("doubled_file", lambda: zipped(("a", BOT), ("a/b.py", BOT))),
    "a password": ("encrypted_zip", encrypted),
    "lzma": ("unreadable_zip", lambda: zipped(("bot.py", BOT), method=zipfile.ZIP_LZMA)),
    "bzip2": ("unreadable_zip", lambda: zipped(("bot.py", BOT), method=zipfile.ZIP_BZIP2)),
    "a broken zip": ("unreadable_zip", lambda: zipped(("bot.py", BOT))[:-30]),
    "a lie about its size": ("unreadable_zip", lambda: lying(10)),
    "files that overlap": ("unreadable_zip", overlapping),
    "a description that is no JSON": ("bad_description", lambda: zipped(("plyground.json", b"{"), ("bot.py", BOT))),
    "a description of nothing": ("bad_description", lambda: zipped(("plyground.json", b"[]"), ("bot.py", BOT))),
    "a command of its own": (
        "bad_description",
        lambda: zipped(("plyground.json", b'{"command": ["/bin/sh"]}'), ("bot.py", BOT)),
    ),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_refusals_have_names(what: str) -> None:
    code, made = REFUSALS[what]
    data = made()
    tracemalloc.start()
    try:
        with pytest.raises(BadUpload) as refused:
            unpacking.unpack("bot.zip", data)
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_a_lie_about_a_large_size_gains_nothing() -> None:
    assert unpacking.unpack("x.zip", lying(2**32 - 1)) == {"bot.py": (bytes(1000), False)}


def test_another_kind_of_file_is_refused() -> None:
    with pytest.raises(BadUpload, match="source file"):
        unpacking.unpack("bot.exe", b"MZ...")


def test_a_folder_is_read_without_links(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_bytes(BOT)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "bot.pyc").write_bytes(b"x")
    (tmp_path / ".venv").mkdir()
    os.symlink("/usr/bin/python3", tmp_path / ".venv" / "python")
    assert unpacking.read(tmp_path) == {"bot.py": (BOT, False)}
    os.symlink("/etc/passwd", tmp_path / "more.py")
    with pytest.raises(BadUpload, match="link"):
        unpacking.read(tmp_path)


def test_a_damaged_zip_is_refused_or_read_and_never_more() -> None:
    """Many zips with flipped bytes: each is a bot within the bounds or a named refusal."""
    rng = random.Random(7)
    whole = zipped(("mine/bot.py", BOT * 20), ("mine/data/x.bin", bytes(range(256)) * 40), ("mine/y", b"\x7fELF" * 50))
    taken = 0
    for _ in range(1500):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(len(data))] = rng.choice([0, 1, 0x2E, 0x2F, 0xFF, rng.randrange(256)])
        try:
            files = unpacking.unpack("x.zip", bytes(data))
        except BadUpload:
            continue
        taken += 1
        assert sum(len(content) for content, _ in files.values()) <= unpacking.MOST_BYTES
        assert all(".." not in name.split("/") and not name.startswith("/") for name in files)
    assert taken > 50
