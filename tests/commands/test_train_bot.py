"""A bot's own weights: learnt by ``plyground train`` from what its file counts, handed in beside it, and stronger."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plyground.competitions import learning
from plyground.core import registry
from plyground.core.folders import HOME
from tests.commands.support import asked, command
from tests.soaking import more


def example() -> str:
    """The bot that ``docs/own_bot.md`` writes out."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (HOME / "docs/own_bot.md").read_text("utf-8"), re.M | re.S)
    [found] = [block for block in blocks if "def features" in block]
    return str(found)


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    file = tmp_path / "learner.py"
    file.write_text(example())
    tmp_path.chmod(0o755)
    return file


def test_the_documents_bot_learns_and_wins_by_its_weights(bot: Path) -> None:
    trained = asked("train", "othello", "--option", "size=6", "--bot", str(bot), "--games", str(more(60, 600)))
    assert trained["file"] == str(bot.with_name("weights.json"))
    assert trained["error"] < trained["before"] == 0.25
    again = asked("train", "othello", "--option", "size=6", "--bot", str(bot), "--games", str(more(60, 600)))
    assert again["weights"] == trained["weights"], "the same seed learns the same, with weights there or not"
    played = asked(
        "trial", str(bot), "othello", "--option", "size=6", "--weights", trained["file"], "--games", str(more(6, 40)),
        "--seed", "1",
    )  # fmt: skip
    assert played["verdict"]["code"] == "fair"
    assert played["points"] >= len(played["games"]) * 0.5


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_it_learns_in_every_game(bot: Path, game: str) -> None:
    rules = registry.game(game)
    options = rules.options({})
    found = learning.learn(bot, rules, rules.initial(options), options, 6, 1)
    assert (found.games, len(found.weights)) == (6, 3)
    assert found.rows


def test_what_cannot_be_learnt_is_said(bot: Path, tmp_path: Path) -> None:
    for source, words in (
        ("def make_move(*given): 1", "defines no features"),
        ("def make_move(*given): 1\ndef features(state, seat): return []", "gives numbers, at least one"),
        ("def make_move(*given): 1\ndef features(state, seat): return [1 / 0]", "ZeroDivisionError"),
        ("def make_move(*given): 1\ndef features(state, seat): return [1] * len(state.moves)", "rows of one length"),
        ("import os\nos._exit(3)", "ended before its games did"),
    ):
        bot.write_text(source)
        refused = command("train", "othello", "--option", "size=4", "--bot", str(bot), "--games", "6")
        assert refused.returncode == 1
        assert words in refused.stderr
    refused = command("train", "othello", "--bot", str(bot.rename(tmp_path / "bot.txt")), "--games", "6")
    assert refused.stderr == "bot.txt is no file in Python: its name ends with .py.\n"
