"""An engine that misbehaves ends its game with a sentence and a verdict, is gone, and the host goes on."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from plyground.core import registry
from plyground.core.bot import Limits, Way
from plyground.engines import finding
from plyground.engines.bot import EngineBot
from plyground.engines.declared import Engine
from plyground.engines.own import OWN
from plyground.engines.protocol import LineTalk
from plyground.engines.wire import EngineFault, Wire
from tests.engines.misbehaving import FAULTS, GOES_ON, PROGRAM, OurEnd
from tests.waiting import until

MOVES = 4
"""Moves of the engine's in each game."""


def _never(*words: object) -> Wire:
    raise AssertionError("nothing is to be started")


def _speakers() -> list[tuple[str, str]]:
    """Each game with each of its protocols of lines; the program's own with one game, and with any from elsewhere."""
    found = []
    for game_id, game in registry.games().items():
        names = list(finding.protocols(game_id))
        for name in names[:-1] if game_id in ("camel", "punter", "tak", "tree") else names:
            engine = Engine(id="peer", protocol=name, games=(game_id,))
            if isinstance(finding.protocol(game_id, name).talk(game, engine, _never), LineTalk):
                found.append((game_id, name))
    return found


class Peer:
    """The host's bot for an engine that has a fault, and what it needs to have another."""

    def __init__(self, game_id: str, protocol: str, folder: Path) -> None:
        self.game = registry.game(game_id)
        known = finding.protocol(game_id, protocol)
        self.end = OurEnd(known, self.game, folder)
        self.options = self.game.options(known.variants(self.game)[0])
        self._order = folder / "order"
        words = (sys.executable, "-E", "-S", str(PROGRAM), self.end.address, str(self._order))
        engine = Engine("peer", protocol, (game_id,), title="The peer", command=words, folder=str(folder), seconds=0.1)
        self.bot, self.memory = EngineBot(engine), dict[str, Any]()

    def have(self, fault: str) -> None:
        """Begin a new game with this fault."""
        self._order.write_text(fault, encoding="utf-8")
        self.end.illegal = fault == "answers an illegal move"
        self.end.answered.clear()
        self.memory.clear()

    def play(self, limits: Limits | None = None) -> list[str]:
        """A game's first moves of the engine, against one that moves at random; raises what the bot raises."""
        rng, moves, heard = random.Random(5), list[str](), list[str]()
        start = position = self.game.initial(self.options)
        while self.game.returns(position) is None and len(heard) < MOVES:
            if self.game.to_move(position) == 0:
                self.bot.follow(self.game, self.memory, Way(self.options, start, tuple(moves)))
                asked = limits or Limits(seconds=0.1)
                choice = self.bot.choose(self.game, position, {}, asked, rng, memory=self.memory)
                heard.append(choice.move)
                move = self.game.require(position, choice.move)
            else:
                move = rng.choice(self.game.legal_moves(position))
            moves.append(self.game.move_text(position, move))
            position = self.game.play(position, move)
        return heard

    def is_gone(self) -> bool:
        """Whether the program that had the fault is there no more."""
        pid = Path(f"{self._order}.pid").read_text(encoding="utf-8")
        with suppress(OSError):
            return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
        return True


@pytest.fixture
def peer(speaker: tuple[str, str], tmp_path: Path) -> Iterator[Peer]:
    game_id, protocol = speaker
    made = Peer(game_id, protocol, tmp_path)
    yield made
    made.memory.clear()
    made.end.close()


def _shared_out(faults: Iterable[str]) -> list[Any]:
    """Each fault with one of the speakers by turns, and with the others in the long form."""
    speakers = _speakers()
    return [
        pytest.param(
            speaker, fault, id=f"{'-'.join(speaker)}-{fault}",
            marks=[] if (number - at) % len(speakers) in (0, 2) else [pytest.mark.long],
        )
        for number, fault in enumerate(faults)
        for at, speaker in enumerate(speakers)
    ]  # fmt: skip


def _patience(monkeypatch: pytest.MonkeyPatch, **seconds: float) -> None:
    """How long the host waits for an engine to start, to answer, and to stop."""
    for name, module in list(sys.modules.items()):
        if name.startswith("plyground.") and ".engines" in name:
            for constant, value in seconds.items():
                if hasattr(module, constant):
                    monkeypatch.setattr(module, constant, value)


@pytest.mark.soak
@pytest.mark.parametrize(("speaker", "fault"), _shared_out(FAULTS))
def test_a_fault_ends_the_game_in_words_and_the_host_goes_on(
    peer: Peer, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hasty:
        _patience(hasty, GRACE_SECONDS=0.3, STOP_SECONDS=0.2)
        if fault in ("says nothing", "speaks another protocol"):
            _patience(hasty, START_SECONDS=0.5)
        peer.have(fault)
        asked = None
        if fault == "ignores that it is to stop":
            asked = Limits(seconds=3600.0, stopped=lambda: bool(peer.end.answered))
        with pytest.raises(EngineFault) as raised:
            peer.play(asked)
    assert raised.value.verdict in FAULTS[fault]
    assert raised.value.sentence.startswith("The peer: ")
    assert raised.value.sentence[-1] in ".”"
    if Path(f"{peer._order}.pid").exists():  # else it was ended before it had begun
        until(peer.is_gone)
    _patience(monkeypatch, GRACE_SECONDS=60.0)
    peer.have("behaves")
    assert peer.play() == peer.end.answered


@pytest.mark.soak
@pytest.mark.parametrize(("speaker", "fault"), _shared_out(GOES_ON))
def test_a_fault_that_is_borne_changes_no_move(peer: Peer, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _patience(monkeypatch, GRACE_SECONDS=60.0)
    peer.have(fault)
    heard = peer.play()
    assert heard == peer.end.answered
    assert len(heard) == MOVES
    peer.memory.clear()
    until(peer.is_gone)


def test_the_own_protocol_takes_part() -> None:
    assert any(name == OWN.name for _game, name in _speakers())
