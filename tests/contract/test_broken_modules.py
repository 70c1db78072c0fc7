"""A module that breaks the contract stops the start with its file name and the reason, never silently."""

from __future__ import annotations

import pytest

from tests.contract.copies import Copy, files_in

RULES = "game/games/tictactoe/__init__.py"
BOT = "game/bots/cramp.py"
GOOD_RULES = files_in("add_a_game.md")[RULES]
GOOD_BOT = files_in("add_a_bot.md")[BOT]


def _starts(path: str, text: str) -> tuple[int, str]:
    copy = Copy.make("broken", {path: text})
    ran = copy.run("-m", "game", "bots", "--json")
    assert "Traceback" not in ran.stderr
    return ran.returncode, ran.stderr.strip()


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        pytest.param(RULES, GOOD_RULES.replace("import Any", "import Anything"), "ImportError", id="import"),
        pytest.param(RULES, "GAME = 3\n", "is no Game", id="no-game"),
        pytest.param(RULES, GOOD_RULES.replace('id="tictactoe"', 'id="Tic Tac"'), "Tic Tac", id="bad-id"),
        pytest.param(RULES, GOOD_RULES.replace('id="tictactoe"', 'id="othello"'), "another module", id="id-taken"),
        pytest.param(RULES, GOOD_RULES.replace("seats=(2, 2)", "seats=(2, 99)"), "2 to 99 seats", id="seats"),
        pytest.param(RULES, GOOD_RULES.replace('partition(" ")', 'partition("/")'), "start position", id="text"),
        pytest.param(RULES, GOOD_RULES.replace("def picture", "def painting"), "picture", id="method-missing"),
        pytest.param(BOT, "BOT = 'bot'\n", "is no Bot", id="no-bot"),
        pytest.param("game/bots/zebra.py", GOOD_BOT.replace('"cramp"', '"random"'), "another module", id="bot-taken"),
        pytest.param(BOT, GOOD_BOT.replace("def choose", "def pick"), "choose", id="bot-method-missing"),
        pytest.param(BOT, GOOD_BOT + "1 / 0\n", "ZeroDivisionError", id="bot-fails"),
    ],
)
def test_it_stops_the_start(path: str, text: str, reason: str) -> None:
    assert text not in (GOOD_RULES, GOOD_BOT)
    status, said = _starts(path, text)
    assert status == 1
    assert path.removesuffix(".py").rsplit("/", 1)[1] in said
    assert path.removesuffix(".py") in said.replace("\\", "/")
    assert reason in said
    assert len(said.splitlines()) == 1


def test_helpers_are_left_alone() -> None:
    status, said = _starts("game/bots/_helper.py", "VALUE = 1 / 0\n")
    assert (status, said) == (0, "")
