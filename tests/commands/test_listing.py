"""``games``, ``bots``, ``moves``, ``perft`` and the help."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata

import click
import pytest

import plyground
from plyground import commands
from tests.commands.support import ROOT, asked, command, program


def test_no_arguments_show_the_help() -> None:
    ran = program()
    assert ran.returncode == 0
    names = (
        "games",
        "bots",
        "moves",
        "play",
        "perft",
        "best",
        "match",
        "convert",
        "warm",
        "bench",
        "backup",
        "tree",
        "score",
        "solve",
        "train",
        "sandbox",
        "trial",
        "event",
        "serve",
    )
    for name in names:
        assert f"  {name} " in ran.stdout
        assert "Usage: plyground" in ran.stdout


def test_letters_that_a_terminal_lacks_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    shown, told = program("bots"), program("bots", "--json")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "\\u2019" in shown.stdout
    assert "\u2019" in json.dumps(json.loads(told.stdout), ensure_ascii=False)


def test_the_version_is_that_of_the_package() -> None:
    assert program("--version").stdout == f"Plyground {metadata.version('plyground')}\n"
    assert plyground.__version__ == metadata.version("plyground")


def _commands(words: tuple[str, ...], found: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(found, click.Group):
        yield " ".join(words), found
        return
    for name in found.list_commands(context := click.Context(found)):
        inner = found.get_command(context, name)
        assert inner is not None
        yield from _commands((*words, name), inner)


def test_commands_take_json_but_those_that_run_on() -> None:
    without = {
        words for words, each in _commands((), commands.cli) if not any("--json" in one.opts for one in each.params)
    }
    assert without == {"connect", "icfp", "serve", "speak", "event export"}  # the last one's form is JSON


def test_the_help_does_not_load_the_compiler() -> None:
    script = (
        "import sys; from plyground import commands; commands._run(['perft', '--help']); print('numba' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.stdout.splitlines()[-1] == "False", ran.stderr


def test_games() -> None:
    games = {game["id"]: game for game in asked("games")["games"]}
    assert {"othello", "camel"} <= set(games)
    assert games["othello"]["seats"] == [2, 2]
    assert games["camel"]["title"] == "Crazy Camel"
    width = next(option for option in games["camel"]["options"] if option["name"] == "board_width")
    assert (width["kind"], width["low"], width["high"], width["default"]) == ("int", 3, 9, 7)
    assert "board_width (from 3 to 9; 7)" in command("games").stdout


def test_bots() -> None:
    everywhere = {bot["id"]: bot for bot in asked("bots")["bots"]}
    assert {"random", "intuition", "minimax"} <= set(everywhere)
    assert {"othello", "camel"} <= set(everywhere["minimax"]["plays"])
    budget = next(option for option in everywhere["minimax"]["options"] if option["name"] == "budget")
    assert (budget["low"], budget["high"], budget["default"]) == (1, 1_000_000, 3000)
    here = {bot["id"]: bot for bot in asked("bots", "othello")["bots"]}
    assert here["minimax"]["plays"] == ["othello"]
    score = next(option for option in here["minimax"]["options"] if option["name"] == "score")
    assert score["choices"] == ["discs", "mobility"]
    assert "budget (from 1 to 1,000,000; 3000)" in command("bots", "othello").stdout


def test_moves() -> None:
    ran = command("moves", "othello")
    assert ran.stdout.split() == ["d3", "c4", "f5", "e6"]
    listed = asked(
        "moves", "camel", "--option", "board_width=3", "--option", "board_height=3", "--option", "starting_camels=1"
    )
    assert len(listed["moves"]) == 11
    assert (listed["to_move"], listed["returns"]) == (0, None)


def test_moves_with_blanks_are_told_apart_in_the_lines_of_a_book() -> None:
    (first, *_others) = asked("book", "show", "camel")["moves"]
    assert ", ".join(first["line"]) in command("book", "show", "camel").stdout


def test_moves_of_a_finished_game() -> None:
    over = asked("moves", "camel", "--position", "7x7 3,6,8 2,6,8 - 1 9")
    assert (over["moves"], over["to_move"], over["returns"]) == ([], None, [1, -1])


def test_a_position_comes_from_stdin_or_a_file(tmp_path_factory: pytest.TempPathFactory) -> None:
    text = "7x7 3,1,8 3,6,8 - 1 1\n"
    file = tmp_path_factory.mktemp("positions") / "position.txt"
    file.write_text(text, encoding="utf-8")
    for listed in (
        asked("moves", "camel", "--position", "-", stdin=text),
        asked("moves", "camel", "--position", f"@{file}"),
        asked("moves", "camel", "--position", text.strip()),
    ):
        assert listed["to_move"] == 1
        assert listed["position"] == text.strip()


def test_perft() -> None:
    ran = program("perft", "othello", "10")
    assert ran.stdout == "24571284\n"
    assert command("perft", "camel", "4").stdout == "23458826\n"
    counted = asked("perft", "camel", "3")
    assert counted["nodes"] == 363872
    assert counted["seconds"] > 0


def test_perft_divided() -> None:
    ran = command("perft", "othello", "4", "--divide")
    assert ran.stdout.splitlines() == ["d3: 61", "c4: 61", "f5: 61", "e6: 61", "244"]
    assert asked("perft", "othello", "4", "--divide")["divide"] == {"d3": 61, "c4": 61, "f5": 61, "e6": 61}
    assert command("perft", "othello", "0", "--divide").stdout == "1\n"
