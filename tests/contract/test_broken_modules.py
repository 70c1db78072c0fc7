"""A game or bot that breaks the contract is left out and named in a sentence; the rest of the program works."""

from __future__ import annotations

import json

import pytest

from tests.contract.copies import Copy, files_in

RULES = "game/games/connect4/__init__.py"
GOOD_RULES = files_in("add_a_game.md")[RULES]
GOOD_BOT = files_in("add_a_bot.md")["game/bots/cramp.py"]
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


BROKEN: dict[str, tuple[str, str]] = {
    "import": (GOOD_RULES.replace("import Any", "import Anything"), "ImportError"),
    "no_game": ("GAME = 3\n", "is no Game"),
    "bad_id": (GOOD_RULES.replace('id="connect4"', 'id="Connect 4"'), "Connect 4"),
    "id_taken": (GOOD_RULES.replace('id="connect4"', 'id="othello"'), "id is “othello”"),
    "seats": (GOOD_RULES.replace("seats=(2, 2)", "seats=(2, 99)"), "2 to 99 seats"),
    "text": (GOOD_RULES.replace('partition(" ")', 'partition("/")'), "A position is six"),
    "method_missing": (GOOD_RULES.replace("def picture", "def painting"), "picture"),
    "no_function": (GOOD_RULES.replace("(kernels.play,", "(kernels.margin,"), "play has no"),
    "too_many_moves": (GOOD_RULES.replace("most_moves=COLUMNS", "most_moves=6"), "7 legal moves"),
    "one_shape_for_two": (GOOD_RULES.replace('"star")', '"diamond")'), "shapes"),
    "score": (GOOD_RULES.replace("score = 0.0", "score = 1 / 0"), "ZeroDivision"),
    "wrong_type": (GOOD_RULES.replace("return score if", "return str(score) if"), "finite"),
}
"""Games by the names of their modules, and words of what is said of each."""
BROKEN_BOTS: dict[str, tuple[str, str]] = {
    "no_bot": ("BOT = 'bot'\n", "is no Bot"),
    "zebra": (GOOD_BOT.replace('"cramp"', '"random"'), "“random” already"),
    "bot_method_missing": (GOOD_BOT.replace("def choose", "def pick"), "choose"),
    "bot_fails": (GOOD_BOT + "1 / 0\n", "ZeroDivisionError"),
}


def _written() -> dict[str, str]:
    """All of them, each in a module of its own, with its name for an id; and a helper, which is none."""
    games = {f"game/games/{name}/__init__.py": text.replace("connect4", name) for name, (text, _) in BROKEN.items()}
    bots = {f"game/bots/{name}.py": text.replace('"cramp"', f'"{name}"') for name, (text, _) in BROKEN_BOTS.items()}
    return games | bots | {"game/bots/_helper.py": "VALUE = 1 / 0\n"}


@pytest.fixture(scope="module")
def listed() -> dict[str, list[str]]:
    """Ids of games and bots, and what is said to be left out, in a copy of the program with these modules."""
    copy = Copy.make("broken", _written())
    ran = copy.run("-c", _LIST)
    assert (ran.returncode, ran.stderr) == (0, "")
    games, bots = (json.loads(line) for line in ran.stdout.splitlines())
    return {name: [each["id"] for each in told[name]] for name, told in (("games", games), ("bots", bots))} | {
        "left_out": bots.get("left_out", games.get("left_out"))
    }


@pytest.mark.parametrize(
    ("folder", "name"), [*(("games", each) for each in BROKEN), *(("bots", each) for each in BROKEN_BOTS)]
)
def test_it_is_left_out_and_named(folder: str, name: str, listed: dict[str, list[str]]) -> None:
    text, reason = (BROKEN | BROKEN_BOTS)[name]
    assert text not in (GOOD_RULES, GOOD_BOT)
    (sentence,) = [each for each in listed["left_out"] if each.startswith(f"plyground/{folder}/{name} is left out: ")]
    assert reason in sentence
    assert sentence.endswith(".")
    assert len(sentence.splitlines()) == 1


def test_all_others_are_there_and_helpers_are_left_alone(listed: dict[str, list[str]]) -> None:
    assert set(listed["games"]) == GAMES
    assert {"random", "hare"} <= set(listed["bots"])
    assert not set(listed["bots"]) & set(BROKEN_BOTS)
    assert len(listed["left_out"]) == len(BROKEN) + len(BROKEN_BOTS)


def test_who_asks_for_it_reads_the_sentence() -> None:
    copy = Copy.make("broken", {RULES: "1 / 0\n"})
    ran = copy.run("-m", "game", "moves", "connect4")
    assert ran.returncode == 1
    assert ran.stderr.strip() == "plyground/games/connect4 is left out: ZeroDivisionError: division by zero."
