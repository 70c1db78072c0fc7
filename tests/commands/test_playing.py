"""``play``, ``best``, ``match``, ``convert``, ``warm`` and ``backup``."""

from __future__ import annotations

import json
import os
import pty
import select
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from plyground import storage
from plyground.commands import INTERRUPTED
from plyground.interface import matches
from tests.commands.support import ROOT, asked, command, program


def test_play_moves() -> None:
    played = asked("play", "othello", "f5", "d6", "c3")
    assert (played["to_move"], played["returns"]) == (1, None)
    assert played["position"].endswith(" O")
    again = asked("play", "othello", "d3", "--position", played["position"])
    assert again["to_move"] == 0
    shown = command("play", "camel", "Down", "H 2 3").stdout
    assert "7x7 3,1,8 3,6,7 H2,3 0 2" in shown


def test_play_to_the_end() -> None:
    over = asked("play", "camel", "Down", "--position", "7x7 3,5,8 2,2,8 - 0 9")
    assert (over["to_move"], over["returns"]) == (None, [1, -1])


def test_best() -> None:
    assert asked("best", "othello")["bot"] == "hare"
    assert asked("best", "punter", "--option", "map=triangle-4", "--within", "0.5")["bot"] == "hare"
    choice = asked("best", "othello", "--bot", "minimax", "--seed", "3")
    assert choice["move"] in ("d3", "c4", "f5", "e6")
    assert choice["line"][0] == choice["move"]
    assert (choice["kind"], choice["unit"], choice["nodes"], choice["depth"]) == ("estimate", "discs", 6116, 7)
    assert choice["seconds"] > 0
    assert asked("best", "othello", "--bot", "minimax", "--seed", "3")["move"] == choice["move"]
    assert asked("best", "othello", "--seed", "3")["move"] == asked("best", "othello", "--seed", "3")["move"]


def test_best_under_limits() -> None:
    whole = asked("best", "camel", "--bot", "minimax:budget=1000000")
    slow = asked("best", "camel", "--bot", "minimax:budget=1000000", "--seconds", "0.2")
    assert slow["nodes"] < whole["nodes"]
    own = asked("best", "camel", "--bot", "minimax:budget=1000000,seconds=0.1", "--seconds", "60")
    assert own["nodes"] < whole["nodes"]
    assert asked("best", "othello", "--bot", "minimax", "--nodes", "100")["nodes"] <= 100
    assert asked("best", "othello", "--bot", "minimax", "--depth", "2")["depth"] == 2


def test_best_says_a_win_in_words() -> None:
    said = command("best", "camel", "--position", "7x7 3,5,8 2,2,8 - 0 9").stdout.splitlines()
    assert said[0] == "Down"
    assert said[1] == "value: +1 for the seat to move (win, exact)"


def test_match_is_paired_and_repeatable() -> None:
    words = ("match", "othello", "intuition", "random", "--games", "8", "--openings", "4", "--seed", "5")
    played = asked(*words)
    first, second = played["bots"]
    assert (first["bot"], second["bot"]) == ("intuition", "random")
    assert first["points"] + second["points"] == 8
    assert first["points"] >= 6
    for row in (first, second):
        assert row["points"] == row["wins"] + row["draws"] / 2
        assert row["wins"] + row["draws"] + row["losses"] == 8
        assert row["elo_error"] > 0
    assert first["elo"] == pytest.approx(-second["elo"])
    games = played["games"]
    assert [game["seats"] for game in games] == [[0, 1], [1, 0]] * 4
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one["opening"] == other["opening"] == 4
        assert one["moves"][:4] == other["moves"][:4]
        assert one["reason"] == "rules"
    in_two = asked(*words, "--jobs", "2")
    assert [game["moves"] for game in in_two["games"]] == [game["moves"] for game in games]


def test_a_match_of_three_bots_on_a_clock() -> None:
    words = ("match", "camel", "random", "intuition", "minimax:budget=100", "--games", "2", "--clock", "5+0.1")
    played = asked(*words, "--option", "board_width=5", "--option", "board_height=5", "--seed", "1")
    assert len(played["games"]) == 6
    assert sum(row["points"] for row in played["bots"]) == 6
    assert [row["wins"] + row["draws"] + row["losses"] for row in played["bots"]] == [4, 4, 4]


def test_a_match_at_tables_of_three() -> None:
    situation = ("--option", "map=circle-6", "--option", "punters=3", "--seed", "1")
    words = ("match", "punter", "random", "intuition", "random", "--games", "6", "--openings", "2", *situation)
    played = asked(*words)
    games = played["games"]
    assert [game["seats"] for game in games] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]] * 2
    assert {tuple(game["moves"][:2]) for game in games[:3]} == {tuple(games[0]["moves"][:2])}
    for row in played["bots"]:
        assert row["wins"] + row["draws"] + row["losses"] == 12
    assert sum(row["points"] for row in played["bots"]) == 18
    assert asked(*words)["games"] == games
    two = command("match", "punter", "random", "intuition", *situation)
    assert (two.returncode, two.stderr.startswith("This game has 3 seats; name a bot for each")) == (1, True)
    alone = command("match", "punter", "random", "random", "--option", "punters=1")
    assert (alone.returncode, "is for one" in alone.stderr) == (1, True)


@pytest.mark.parametrize(
    ("game", "option", "moves", "perft", "to_move"),
    [
        pytest.param("tak", "size=3", ["a1", "c3", "b2"], 72, 1, id="tak"),
        pytest.param("punter", "map=path-5", ["0-1", "pass"], 20, 0, id="punter"),
        pytest.param("tree", "seed=0", ["1"], 6, 1, id="tree"),
    ],
)
def test_every_command_knows_the_new_games(
    game: str, option: str, moves: list[str], perft: int, to_move: int, tmp_path: Path
) -> None:
    given = (game, "--option", option)
    assert asked("perft", *given[:1], "2", *given[1:])["nodes"] == perft
    played = asked("play", game, *moves, *given[1:])
    assert played["to_move"] == to_move
    here = ("--position", played["position"])
    legal = asked("moves", *given, *here)["moves"]
    for bot in ("random", "intuition", "minimax:budget=50"):
        best = asked("best", *given, *here, "--bot", bot, "--seed", "1")
        assert best["move"] in legal
    assert len(asked("match", game, "intuition", "random", "--games", "2", *given[1:])["games"]) == 2
    record = tmp_path / "game.json"
    record.write_text(
        json.dumps({"plyground": 1, "game": game, "options": dict([option.split("=")]), "start": None, "moves": moves})
    )
    own = next(each for each in asked("games")["games"] if each["id"] == game)["records"]
    for form in ("json", *own):
        written = tmp_path / f"game.{form}"
        written.write_text(asked("convert", game, str(record), "--to", form)["text"])
        assert asked("convert", game, str(written), "--to", "json")["text"]


def test_a_match_stops_when_its_question_is_answered() -> None:
    words = ("match", "othello", "intuition", "random", "--games", "200", "--openings", "4", "--seed", "5")
    played = asked(*words, "--sprt", "0", "100")
    assert played["sprt"]["verdict"] == "elo1"
    assert played["sprt"]["llr"] >= played["sprt"]["bound"]
    assert len(played["games"]) < 100
    assert command(*words, "--sprt", "100", "0").returncode == 2


def test_a_match_that_is_interrupted_tells_of_the_games_played(monkeypatch: pytest.MonkeyPatch) -> None:
    play_all, most = matches.play_all, 3

    def interrupted(todo: list[matches.Task], jobs: int) -> Generator[matches.Played, None, None]:
        yield from play_all(todo[:most], jobs)
        raise KeyboardInterrupt

    monkeypatch.setattr(matches, "play_all", interrupted)
    words = ("match", "othello", "random", "random", "--games", "10", "--option", "size=4", "--json")
    stopped = command(*words)
    assert (stopped.returncode, stopped.stderr) == (0, "Stopped after 3 of 10 games.\n")
    assert len(json.loads(stopped.stdout)["games"]) == 3
    most = 0
    assert command(*words).returncode == INTERRUPTED


def test_the_games_of_a_match_are_legal() -> None:
    game = asked("match", "camel", "random", "intuition", "--games", "1", "--seed", "2")["games"][0]
    end = asked("play", "camel", *game["moves"])
    assert end["returns"] == game["returns"]


def test_convert(tmp_path: Path) -> None:
    transcript = command("convert", "othello", "-", "--to", "transcript", stdin="1. F5 d6\n2. C3 d3 C4").stdout
    assert transcript == "f5d6c3d3c4\n"
    record = command("convert", "othello", "-", "--to", "json", stdin=transcript).stdout
    assert [move["text"] for move in json.loads(record)["moves"]] == ["f5", "d6", "c3", "d3", "c4"]
    file = tmp_path / "game.json"
    file.write_text(record, encoding="utf-8")
    assert command("convert", "othello", str(file), "--to", "transcript").stdout == transcript
    assert asked("convert", "othello", str(file), "--to", "transcript")["text"] == transcript.strip()
    refused = command("convert", "camel", str(file), "--to", "json")
    assert (refused.returncode, refused.stderr) == (1, "This is a record of “othello”, not of Crazy Camel.\n")
    illegal = command("convert", "othello", "-", "--to", "ggf", stdin="f5f5")
    assert illegal.returncode == 1


def test_warm() -> None:
    warmed = asked("warm")
    assert warmed["kernels"] >= 12
    assert warmed["seconds"] > 0
    assert "kernels are ready after" in program("warm").stdout


def test_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy, url = tmp_path / "copy.sqlite3", f"sqlite:///{tmp_path / 'games.sqlite3'}"
    monkeypatch.setenv("PLYGROUND_DATABASE", url)
    assert command("backup", str(copy)).returncode == 1  # nothing to copy yet
    storage.Database(url).use()()
    ran = command("backup", str(copy), "--json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["bytes"] == copy.stat().st_size
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "game", *words], cwd=ROOT, stdin=slave, stdout=slave, stderr=slave, close_fds=True
        )
        os.close(slave)
        self.said = ""

    def read_until(self, words: str, timeout: float = 60) -> str:
        """What was said since the last call, once it holds these words."""
        end = time.monotonic() + timeout
        while words not in self.said:
            assert time.monotonic() < end, self.said
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.said += os.read(self.master, 65536).decode()
                except OSError:  # the other end is closed
                    break
        assert words in self.said, self.said
        place = self.said.index(words) + len(words)
        said, self.said = self.said[:place], self.said[place:]
        return said

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.master, line.encode() + b"\n")

    def close(self) -> int:
        """Wait for the end; the exit status."""
        status = self.process.wait(timeout=30)
        os.close(self.master)
        return status


def test_a_text_game_at_the_terminal() -> None:
    terminal = Terminal("play", "othello", "--bot", "minimax:budget=100", "--seed", "1")
    terminal.read_until("Dark, enter move: ")
    terminal.type("moves")
    assert "d3, c4, f5, e6" in terminal.read_until("Dark, enter move: ")
    terminal.type("a1")
    assert "a1" in terminal.read_until("Dark, enter move: ")
    terminal.type("hint")
    assert "for the seat to move" in terminal.read_until("Dark, enter move: ")
    terminal.type("f5")
    assert "Minimax plays " in terminal.read_until("Dark, enter move: ")
    terminal.type("back")
    terminal.read_until("Dark, enter move: ")
    terminal.type("position")
    assert "---------------------------OX------XO--------------------------- X" in terminal.read_until(
        "Dark, enter move: "
    )
    terminal.type("quit")
    assert terminal.close() == 0


def test_a_whole_text_game() -> None:
    terminal = Terminal("play", "camel", "--bot", "random", "--seat", "1", "--position", "7x7 3,1,0 2,1,0 - 1 9")
    terminal.read_until("Orange, enter move: ")
    terminal.type("Up")
    said = terminal.read_until("7x7 3,1,0 2,0,0 - 0 10")
    assert "." in said
    assert terminal.close() == 0
