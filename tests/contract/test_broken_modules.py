"""A game or bot that breaks the contract is left out and named in a sentence; the rest of the program works."""

from __future__ import annotations

import json

import pytest

from tests.contract.copies import Copy, files_in

RULES = "game/games/connect4/__init__.py"
BOT = "game/bots/cramp.py"
GOOD_RULES = files_in("add_a_game.md")[RULES]
GOOD_BOT = files_in("add_a_bot.md")[BOT]
_LIST = """
from plyground.commands import main

for what in ("games", "bots"):
    try:
        main([what, "--json"])
    except SystemExit as end:
        if end.code:
            raise
"""
GAMES = {"camel", "othello", "punter", "tak", "tree"}


def _listed(files: dict[str, str]) -> dict[str, list[str]]:
    """Ids of games and bots, and what is said to be left out, in a copy of the program with these files."""
    copy = Copy.make("broken", files)
    ran = copy.run("-c", _LIST)
    assert (ran.returncode, ran.stderr) == (0, "")
    games, bots = (json.loads(line) for line in ran.stdout.splitlines())
    return {name: [each["id"] for each in told[name]] for name, told in (("games", games), ("bots", bots))} | {
        "left_out": bots.get("left_out", games.get("left_out"))
    }


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        pytest.param(RULES, GOOD_RULES.replace("import Any", "import Anything"), "ImportError", id="import"),
        pytest.param(RULES, "GAME = 3\n", "is no Game", id="no-game"),
        pytest.param(RULES, GOOD_RULES.replace('id="connect4"', 'id="Connect 4"'), "Connect 4", id="bad-id"),
        pytest.param(RULES, GOOD_RULES.replace('id="connect4"', 'id="othello"'), "id is “othello”", id="id-taken"),
        pytest.param(RULES, GOOD_RULES.replace("seats=(2, 2)", "seats=(2, 99)"), "2 to 99 seats", id="seats"),
        pytest.param(RULES, GOOD_RULES.replace('partition(" ")', 'partition("/")'), "A position is six", id="text"),
        pytest.param(RULES, GOOD_RULES.replace("def picture", "def painting"), "picture", id="method-missing"),
        pytest.param(RULES, GOOD_RULES.replace("(kernels.play,", "(kernels.margin,"), "play has no", id="no-function"),
        pytest.param(
            RULES, GOOD_RULES.replace("most_moves=COLUMNS", "most_moves=6"), "7 legal moves", id="too-many-moves"
        ),
        pytest.param(RULES, GOOD_RULES.replace('"star")', '"diamond")'), "shapes", id="one-shape-for-two"),
        pytest.param(RULES, GOOD_RULES.replace("score = 0.0", "score = 1 / 0"), "ZeroDivision", id="score"),
        pytest.param(RULES, GOOD_RULES.replace("return score if", "return str(score) if"), "finite", id="wrong-type"),
        pytest.param(BOT, "BOT = 'bot'\n", "is no Bot", id="no-bot"),
        pytest.param("game/bots/zebra.py", GOOD_BOT.replace('"cramp"', '"random"'), "“random” already", id="bot-taken"),
        pytest.param(BOT, GOOD_BOT.replace("def choose", "def pick"), "choose", id="bot-method-missing"),
        pytest.param(BOT, GOOD_BOT + "1 / 0\n", "ZeroDivisionError", id="bot-fails"),
    ],
)
def test_it_is_left_out_and_named(path: str, text: str, reason: str) -> None:
    assert text not in (GOOD_RULES, GOOD_BOT)
    listed = _listed({path: text})
    assert set(listed["games"]) == GAMES
    assert {"random", "hare"} <= set(listed["bots"])
    assert "cramp" not in listed["bots"]
    [sentence] = listed["left_out"]
    module = "/".join(path.removesuffix(".py").split("/")[1:3])
    assert sentence.startswith(f"plyground/{module} is left out: ")
    assert reason in sentence
    assert sentence.endswith(".")
    assert len(sentence.splitlines()) == 1


def test_who_asks_for_it_reads_the_sentence() -> None:
    copy = Copy.make("broken", {RULES: "1 / 0\n"})
    ran = copy.run("-m", "game", "moves", "connect4")
    assert ran.returncode == 1
    assert ran.stderr.strip() == "plyground/games/connect4 is left out: ZeroDivisionError: division by zero."


def test_helpers_are_left_alone() -> None:
    assert _listed({"game/bots/_helper.py": "VALUE = 1 / 0\n"})["left_out"] == []
