"""``trial``: one's own bot under the competition's referee, from a file, a zip, a folder or a program."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tests.commands.support import asked, command, program
from tools.benchmarks.rogues import FOLDER

FIRST = "def make_move(random, time, configuration, game_state):\n    return game_state.moves[0]\n"
SPEAKER = (FOLDER / "lying.py").read_text(encoding="utf-8")


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A bot that makes the first legal move."""
    path = tmp_path / "first.py"
    path.write_text(FIRST, encoding="utf-8")
    return path


def test_a_file_in_the_sandbox_as_a_program() -> None:
    ran = program("trial", str(FOLDER / "illegal.py"), "camel", "--games", "1", "--clock", "20+1", "--seed", "3")
    assert ran.returncode == 1
    assert "verdict: illegal move. It played “H 77 3” at its move 2" in ran.stdout
    assert "sandbox: none" not in ran.stdout
    assert ran.stderr == ""


def test_each_seat_in_turn_with_the_seconds_of_every_move(bot: Path) -> None:
    data = asked("trial", str(bot), "othello", "--unconfined", "--seed", "4", "--option", "size=4")
    assert [game["seat"] for game in data["games"]] == [0, 1]
    assert data["verdict"]["code"] == "fair"
    assert data["confinement"] == "none"
    for game in data["games"]:
        assert game["reason"] == "rules"
        assert len(game["moves"]) >= len(game["seconds"]) > 0
        assert game["left"] > 0
    again = asked("trial", str(bot), "othello", "--unconfined", "--seed", "4", "--option", "size=4")
    assert [game["moves"] for game in again["games"]] == [game["moves"] for game in data["games"]]


def test_a_zip_against_itself_and_a_folder_against_a_bot_of_ours(bot: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bot.zip", "w") as archive:
        archive.writestr("mine/bot.py", "from more import first\n\n\ndef make_move(r, t, c, g):\n    return first(g)\n")
        archive.writestr("mine/more.py", "def first(state):\n    return state.moves[0]\n")
    words = ("--unconfined", "--games", "1", "--seed", "1", "--option", "size=4")
    data = asked("trial", str(tmp_path / "bot.zip"), "othello", "--against", "self", *words)
    assert {verdict["code"] for verdict in data["games"][0]["verdicts"]} == {"fair"}
    folder = tmp_path / "folder"
    folder.mkdir()
    bot.rename(folder / "bot.py")
    data = asked("trial", f"{folder}/", "othello", "--against", "minimax:budget=100", *words)
    assert data["verdict"]["code"] == "fair"


def test_a_program_with_its_words(tmp_path: Path) -> None:
    (tmp_path / "speaker.py").write_text(SPEAKER, encoding="utf-8")
    ran = command(
        "trial", f"python {tmp_path / 'speaker.py'}", "camel", "--unconfined", "--games", "1", "--seed", "1", "--json"
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["verdict"]["code"] == "fair"


def test_the_log_is_shown_to_the_author(tmp_path: Path) -> None:
    ran = command("trial", str(FOLDER / "crash_at_init.py"), "camel", "--unconfined", "--games", "1", "--seed", "1")
    assert ran.returncode == 1
    assert "secret_plan" in ran.stdout
    assert "crashed with KeyError before its first move" in ran.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nowhere.py", "camel"), "There is no bot at nowhere.py"),
        (("", "camel"), "There is no bot at"),
        (("python 'late.py", "camel"), "There is no bot at python 'late.py"),
        ((str(FOLDER), "camel"), "not clear which file is the bot"),
        ((str(FOLDER / "late.py"), "chess"), "no game called"),
        ((str(FOLDER / "late.py"), "camel", "--against", "nobody"), "no bot called"),
    ],
)
def test_refusals(words: tuple[str, ...], sentence: str) -> None:
    ran = command("trial", *words, "--unconfined")
    assert ran.returncode == 1
    assert sentence in ran.stderr
    assert ran.stderr.count("\n") == 1
