"""The game and the bot of the documentation, added to a copy of the program as a reader would, pass the battery."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.contract.copies import Copy, files_in

GAME_FILES = files_in("add_a_game.md")
BOT_FILES = files_in("add_a_bot.md")


@pytest.fixture(scope="module")
def with_game() -> Copy:
    """The program with tic-tac-toe and its knowledge."""
    return Copy.make("game", GAME_FILES)


@pytest.fixture(scope="module")
def with_bot() -> Copy:
    """The program with the bot."""
    return Copy.make("bot", BOT_FILES)


def _passes_battery(copy: Copy, chosen: str, at_least: int) -> None:
    ran = copy.run("-m", "pytest", "tests/contract", "-q", "-p", "no:cacheprovider", "-k", chosen)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-2000:]
    passed = next(line for line in ran.stdout.splitlines() if " passed" in line)
    assert int(passed.split(" passed")[0].split()[-1]) >= at_least


def test_the_pages_write_out_whole_files() -> None:
    assert set(GAME_FILES) == {
        "game/games/tictactoe/__init__.py",
        "game/games/tictactoe/knowledge.py",
        "static/js/boards/tictactoe.js",
        "templates/rules/tictactoe.html",
    }
    assert set(BOT_FILES) == {"game/bots/cramp.py"}


def test_the_game_passes_the_battery(with_game: Copy) -> None:
    _passes_battery(with_game, "tictactoe", at_least=35)


def test_the_game_is_right_and_every_usual_bot_plays_it(with_game: Copy) -> None:
    counted = with_game.run("-m", "game", "perft", "tictactoe", "9")
    assert counted.stdout.split() == ["127872"], counted.stderr
    listed = json.loads(with_game.run("-m", "game", "bots", "tictactoe", "--json").stdout)
    plays = {bot["id"] for bot in listed["bots"] if bot["plays"]}
    assert {"random", "intuition", "minimax"} <= plays
    best = with_game.run("-m", "game", "best", "tictactoe", "--bot", "minimax:budget=1000000", "--json")
    choice = json.loads(best.stdout)
    assert (choice["value"], choice["kind"], choice["outcome"]) == (0, "exact", "draw")


def test_the_game_without_its_knowledge_is_still_a_game() -> None:
    rules_only = {path: text for path, text in GAME_FILES.items() if path.endswith("__init__.py")}
    copy = Copy.make("rules", rules_only)
    listed = json.loads(copy.run("-m", "game", "bots", "tictactoe", "--json").stdout)
    assert {bot["id"] for bot in listed["bots"] if bot["plays"]} >= {"random", "intuition"}
    refused = copy.run("-m", "game", "best", "tictactoe", "--bot", "minimax")
    assert refused.returncode == 1
    assert refused.stderr == "Minimax cannot score the positions of Tic-tac-toe: it has no evaluation.\n"
    assert copy.run("-m", "game", "best", "tictactoe", "--seed", "1").returncode == 0


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
