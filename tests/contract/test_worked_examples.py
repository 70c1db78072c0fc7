"""The game and the bot of the documentation, added to a copy of the program as a reader would, pass the battery."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.contract.copies import Copy, files_in
from tests.soaking import more

GAME_FILES = files_in("add_a_game.md")
BOT_FILES = files_in("add_a_bot.md")
LEARNING_FILES = files_in("learn_a_game.md")


@pytest.fixture(scope="module")
def with_game() -> Copy:
    """The program with Connect Four."""
    return Copy.make("game", GAME_FILES)


@pytest.fixture(scope="module")
def with_learning() -> Copy:
    """The program with Connect Four that can learn."""
    return Copy.make("learning", {**GAME_FILES, **LEARNING_FILES})


@pytest.fixture(scope="module")
def with_bot() -> Copy:
    """The program with the bot."""
    return Copy.make("bot", BOT_FILES)


def _passes_battery(copy: Copy, chosen: str, at_least: int, tests: str = "tests/contract") -> None:
    ran = copy.run("-m", "pytest", tests, "-q", "-p", "no:cacheprovider", "-k", chosen)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-2000:]
    passed = next(line for line in ran.stdout.splitlines() if " passed" in line)
    assert int(passed.split(" passed")[0].split()[-1]) >= at_least


def test_the_pages_write_out_whole_files() -> None:
    assert set(GAME_FILES) == {
        "game/games/connect4/__init__.py",
        "static/js/boards/connect4.js",
        "templates/rules/connect4.html",
    }
    assert set(BOT_FILES) == {"game/bots/cramp.py"}
    assert set(LEARNING_FILES) == {"game/games/connect4/knowledge.py"}


def test_the_game_passes_the_battery(with_game: Copy) -> None:
    _passes_battery(with_game, "connect4", at_least=35)


@pytest.mark.long  # the faults are tried in our own games
def test_engines_of_the_game_that_misbehave_harm_nothing(with_game: Copy) -> None:
    _passes_battery(with_game, "connect4", at_least=4, tests="tests/engines/test_conformance.py")


def test_the_game_is_right_and_every_bot_plays_it(with_game: Copy) -> None:
    counted = with_game.run("-m", "game", "perft", "connect4", "7")
    assert counted.stdout.split() == [str(7**7 - 7)], counted.stderr  # seven discs are too many for one column
    listed = json.loads(with_game.run("-m", "game", "bots", "connect4", "--json").stdout)
    plays = {bot["id"] for bot in listed["bots"] if bot["plays"]}
    assert plays >= {"random", "intuition", "minimax", "hare", "alphabeta", "deepening", "maxn", "mcts", "puct"}
    exercises = json.loads(with_game.run("-m", "game", "exercise", "list", "connect4", "--json").stdout)["exercises"]
    assert {"random", "minimax", "negamax", "timed", "mcts", "maxn"} <= {each["id"] for each in exercises}
    at_once = ("--position", "-------/-------/-------/-------/YY-----/RR-R--Y R", "--bot", "hare:budget=2000")
    best = json.loads(with_game.run("-m", "game", "best", "connect4", *at_once, "--json").stdout)
    assert (best["move"], best["value"], best["kind"], best["outcome"]) == ("c", 1, "exact", "win")


@pytest.mark.soak
def test_the_hare_beats_minimax_with_this_evaluation_alone(with_game: Copy) -> None:
    """At least nine points of ten, with seats changed; the same seed plays the same games."""
    games = more(10, 40)
    words = ("match", "connect4", "hare:budget=50000", "minimax", "--games", str(games), "--seed", "1")
    ran = with_game.run("-m", "game", *words, "--json", timeout=600)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["bots"][0]["points"] >= 0.9 * games


def test_puzzles_are_made_of_it_without_another_line(with_game: Copy, tmp_path: Path) -> None:
    out = tmp_path / "puzzles.tsv"
    made = with_game.run("-m", "game", "puzzles", "make", "connect4", "--count", "6", "--out", str(out))
    assert made.returncode == 0, made.stderr[-2000:]
    lines = [line.split("\t") for line in out.read_text().splitlines()]
    assert len(lines) == 6
    assert {line[0] for line in lines} <= {"win", "save", "best"}
    assert {move for line in lines for move in line[3].split("|")} <= set("abcdefg")


def test_what_it_has_before_it_learns_is_its_evaluation(with_learning: Copy) -> None:
    told = """
from plyground.core import kernels, knowledge, registry
from plyground.search.pvs import contract
import random
game, rng, seen = registry.game("connect4"), random.Random(1), 0
weights = knowledge.of(game).strength.weights()
for _ in range(40):
    position = game.initial()
    while game.returns(position) is None:
        assert contract.static(position, weights) == 100 * kernels.evaluate(position, position.mover, 0)
        position, seen = game.play(position, rng.choice(game.legal_moves(position))), seen + 1
print(seen)
"""
    ran = with_learning.run("-c", told)
    assert int(ran.stdout or 0) > 400, ran.stderr


def test_the_hare_plays_from_a_book_that_was_made_for_it(with_learning: Copy) -> None:
    words = ("book", "make", "connect4", "--positions", "12", "--nodes", "500")
    made = with_learning.run("-m", "game", *words)
    assert made.returncode == 0, made.stderr[-2000:]
    path = with_learning.folder / "game" / "games" / "connect4" / "books" / "connect4.npz"
    assert path.exists(), made.stdout
    try:
        best = with_learning.run("-m", "game", "best", "connect4", "--seconds", "1")
        assert "from the opening book" in best.stdout, best.stderr
    finally:
        path.unlink()


def test_it_learns_the_same_on_any_number_of_threads_and_after_an_interruption(
    with_learning: Copy, tmp_path: Path
) -> None:
    def trained(name: str, jobs: int) -> dict[str, Any]:
        words = ("train", "connect4", "--positions", "1000", "--seed", "5", "--jobs", str(jobs), "--json")
        where = ("--out", str(tmp_path / f"{name}.npz"), "--folder", str(tmp_path / name))
        ran = with_learning.run("-m", "game", *words, *where, timeout=600)
        assert ran.returncode == 0, ran.stderr[-2000:]
        answer: dict[str, Any] = json.loads(ran.stdout)
        return answer | {"record": json.loads(Path(answer["file"]).with_suffix(".json").read_text())}

    whole = trained("whole", 2)
    home = next((tmp_path / "whole").iterdir())
    assert whole["positions"] >= 1000
    assert whole["won"] == (Path(whole["file"]) == tmp_path / "whole.npz")
    record = whole["record"]
    assert record["match"] == whole["match"]
    assert sum(record["match"].values()) == 400
    assert record["losses"]["learnt"] < record["losses"]["present"]
    interrupted = tmp_path / "again" / home.name
    interrupted.mkdir(parents=True)
    for kept in sorted(home.glob("?-*.npz"))[::2]:
        shutil.copy2(kept, interrupted)
    before = {path.name: path.stat().st_mtime_ns for path in interrupted.iterdir()}
    again = trained("again", 1)
    assert before.items() <= {path.name: path.stat().st_mtime_ns for path in interrupted.iterdir()}.items()
    assert len(before) > 5
    assert again["record"]["checksum"] == record["checksum"]
    assert again["record"]["match"] == record["match"]


def test_it_learns_the_order_of_moves_alone(with_learning: Copy, tmp_path: Path) -> None:
    words = ("train", "connect4", "--moves", "--positions", "4000", "--seed", "5", "--json")
    ran = with_learning.run("-m", "game", *words, "--out", str(tmp_path / "own.npz"), "--folder", str(tmp_path))
    answer = json.loads(ran.stdout)
    assert answer["error"] < answer["error_before"], ran.stderr
    assert answer["better"]
    assert answer["file"] == str(tmp_path / "own.npz")
    with np.load(answer["file"]) as archive:
        learnt = archive["weights"].tolist()
    assert learnt[:12] == 3 * [100, 300, 600, 6000], "the evaluation stays"
    assert learnt[12] == max(learnt[12:]), "the middle column is taken most"
    record = json.loads((tmp_path / "own.json").read_text())
    assert record["choices"] == answer["positions"] >= 1000
    assert record["losses"]["learnt"] < record["losses"]["present"]


def test_engines_of_others_play_it(with_game: Copy) -> None:
    words = ("engine", "add", "guest", "--protocol", "plyground", "--game", "connect4", "--folder", ".", "--")
    speak = (sys.executable, "-m", "game", "speak", "plyground", "--game", "connect4", "--bot", "intuition")
    added = with_game.run("-m", "game", *words, *speak)
    assert "Guest speaks plyground: Connect Four; 3 games" in added.stdout, added.stdout + added.stderr
    match = with_game.run("-m", "game", "match", "connect4", "guest", "random", "--games", "2", "--seed", "1", "--json")
    played = json.loads(match.stdout)["games"]
    assert [game["reason"] for game in played] == ["rules"] * 2


def test_the_rules_alone_are_a_game_too() -> None:
    """Without an evaluation, whoever needs one says so."""
    rules = GAME_FILES["game/games/connect4/__init__.py"]
    start, end = rules.index("@kernels.implements(kernels.evaluate"), rules.index("class ConnectFour")
    copy = Copy.make("rules", {"game/games/connect4/__init__.py": rules[:start] + rules[end:]})
    listed = json.loads(copy.run("-m", "game", "bots", "connect4", "--json").stdout)
    assert {bot["id"] for bot in listed["bots"] if bot["plays"]} >= {"random", "intuition"}
    for bot, name in (("minimax", "Minimax"), ("hare", "The Hare")):
        refused = copy.run("-m", "game", "best", "connect4", "--bot", bot)
        assert refused.returncode == 1
        assert refused.stderr.startswith(f"{name} cannot score the positions of Connect Four"), refused.stderr
    assert copy.run("-m", "game", "best", "connect4", "--seed", "1").returncode == 0


def test_the_bot_passes_the_battery_in_every_game(with_bot: Copy) -> None:
    _passes_battery(with_bot, "cramp", at_least=18)


_CRAMPED = """
import random
from plyground.core import registry
from plyground.core.bot import Limits

game = registry.game("othello")
cramp = registry.parse_player("cramp", game)
position = game.initial()
for _ in range(30):
    replies = {}
    for move in game.legal_moves(position):
        replies[game.move_text(position, move)] = len(game.legal_moves(game.play(position, move)))
    chosen = cramp.choose(position, Limits(), random.Random(3)).move
    assert replies[chosen] == min(replies.values()), (chosen, replies)
    position = game.play(position, game.require(position, chosen))
print("cramped")
"""


def test_the_bot_does_what_it_says(with_bot: Copy) -> None:
    ran = with_bot.run("-c", _CRAMPED)
    assert ran.stdout == "cramped\n", ran.stderr


@pytest.mark.parametrize("path", sorted({*GAME_FILES, *BOT_FILES}))
def test_the_examples_are_tidy(path: str, tmp_path: Path) -> None:
    text = {**GAME_FILES, **BOT_FILES}[path]
    assert max(map(len, text.splitlines())) <= (120 if path.endswith(".py") else 200)
    assert text.endswith("\n")
