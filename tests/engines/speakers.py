"""Declared engines for tests: our own bots behind a protocol, and small programs that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from plyground.engines.declared import Engine, Engines, engines

SPEAK = (sys.executable, "-m", "plyground", "speak")


def ours(protocol: str, game: str, bot: str = "intuition", name: str = "ours") -> Engine:
    """A bot of ours that is hosted as if it were somebody else's."""
    return Engine(name, protocol, (game,), "Ours", (*SPEAK, protocol, "--game", game, "--bot", bot), seconds=0.1)


def program(text: str, game: str = "othello", protocol: str = "plyground") -> Engine:
    """A Python program as an engine."""
    return Engine("theirs", protocol, (game,), "Theirs", (sys.executable, "-c", text), seconds=0.1)


@pytest.fixture
def declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engines:
    """An empty folder of engines that this process and those that it starts look into."""
    monkeypatch.setenv("PLYGROUND_ENGINES", str(tmp_path / "engines"))
    return engines()
