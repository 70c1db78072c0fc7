"""The lobby of the contest's games: punters elsewhere play to the end, whatever others of them do."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from plyground.bots import _warming
from plyground.core import registry
from plyground.core.errors import BadOption
from plyground.engines.speaking import Place
from plyground.games.punter import moves, records, scores
from plyground.games.punter.engines import lobby, messages, playing, table
from tests.commands.support import command
from tests.waiting import PATIENCE, until

GAME = registry.game("punter")
PEER = Path(__file__).with_name("icfp_peer.py")


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine an answer in time may take more than the contest's second, or its ten at the beginning."""
    for name in ("HANDSHAKE_SECONDS", "SETUP_SECONDS", "MOVE_SECONDS"):
        monkeypatch.setattr(messages, name, PATIENCE)


class Hall:
    """One port, and what was heard of it."""

    def __init__(self, text: str, **given: Any) -> None:
        self.said: list[str] = []
        self.ended: list[table.Ended] = []
        offer = lobby.parse(f"0:{text}", **{"seconds": 0.05, "patience": PATIENCE, "bot": "hare", **given})
        self.port = lobby.Port(offer, told=self.said.append, ended=self.ended.append)
        self._programs: list[subprocess.Popen[bytes]] = []

    def peer(self, fault: str = "behaves") -> subprocess.Popen[bytes]:
        words = [sys.executable, "-S", str(PEER), fault, "127.0.0.1", str(self.port.port)]
        self._programs.append(subprocess.Popen(words, stderr=subprocess.PIPE))
        return self._programs[-1]

    def await_(self, words: str, count: int) -> None:
        until(lambda: sum(words in line for line in self.said) >= count)

    def connect(self, first: bytes = b"") -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.port.port))
        line.sendall(first)
        return line

    def close(self) -> None:
        self.port.close()
        for program in self._programs:
            program.kill()
            program.communicate()


@contextmanager
def hall(text: str, **given: Any) -> Iterator[Hall]:
    made = Hall(text, **given)
    try:
        yield made
    finally:
        made.close()


def test_a_client_of_ours_a_program_and_a_bot_play_with_all_extensions() -> None:
    _warming.load(registry.parse_player("hare", GAME), GAME.initial())  # or it may compile when it is its turn
    with hall("random-40-1:3:futures+splurges+options", bots=1) as here:
        place = Place("hare", seed=1, limits={"seconds": 0.05}, address=("127.0.0.1", here.port.port))
        client = threading.Thread(target=playing.play, args=(GAME, place))
        client.start()
        here.await_("comes from", 1)
        program = here.peer()
        assert here.port.play(1)
        client.join(PATIENCE)
        assert program.wait(PATIENCE) == 0
        assert program.stderr is not None
        assert program.stderr.read() == b"stopped\n"
    (ended,) = here.ended
    played = ended.record
    log = table.log_of(ended, GAME.options(played.options))
    again = records.read(log, GAME.options())
    assert again.moves == played.moves
    assert scores.totals(again.end) == ended.scores
    assert again.tags["team_0"] == "Hare of Plyground"
    assert again.tags["team_1"] == "Peer"
    assert not {"zombies", "timeouts"} & set(again.tags)
    assert any("futures" in move for move in played.moves)
    assert sum(move != "pass" for move in played.moves[3::3]) > 5, "the client's moves were refused"
    assert not any("passes in turn" in line for line in here.said if "Hare" in line)


FAULTS = {
    "dies at its move": "is not there any more|it closed the connection",
    "dies at its ready": "it closed the connection",
    "floods at its move": "where a message begins with its length",
    "is another punter": "it is ready as punter",
    "never answers the ready": "it was not ready in time",
    "half a frame and the end at its move": "it closed the connection|not JSON",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_who_breaks_the_protocol_is_a_zombie_and_the_others_play_on(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault.startswith("never"):
        monkeypatch.setattr(messages, "SETUP_SECONDS", 2.0)
    with hall("path-6:2") as here:
        here.peer(fault)
        here.await_("comes from", 1)
        here.peer()
        assert here.port.play(1)
        (ended,) = here.ended
    passes = ended.record.moves[0::2]
    assert set(passes) == {"pass"}
    assert "pass" not in ended.record.moves[1::2]
    if "frame" not in fault:
        assert ended.record.tags["zombies"] == "0 2 4"
        assert any("is a zombie" in line and re.search(FAULTS[fault], line) for line in here.said), here.said


@pytest.mark.parametrize("fault", ["claims what is taken", "claims no river", "no JSON", "no move"])
def test_what_is_no_legal_move_is_a_pass_and_the_punter_plays_on(fault: str) -> None:
    with hall("path-4:2") as here:
        here.peer()
        here.await_("comes from", 1)
        here.peer(fault)
        assert here.port.play(1)
        (ended,) = here.ended
    assert ended.record.moves == ("0-1", "pass", "1-2", "pass")
    assert "zombies" not in ended.record.tags
    assert sum("(punter 1) passes in turn" in line for line in here.said) == 2


def test_who_is_late_passes_and_after_so_many_times_is_a_zombie(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MOVE_SECONDS", 0.3)
    monkeypatch.setattr(messages, "MOST_TIMEOUTS", 2)
    with hall("path-8:2", bots=1) as here:
        here.peer("never answers the move")
        assert here.port.play(1)
        (ended,) = here.ended
    assert ended.record.tags["timeouts"] == "0"
    assert ended.record.tags["zombies"] == "2 4 6"
    again = records.read(table.log_of(ended, GAME.options(ended.record.options)), GAME.options())
    assert (again.tags["timeouts"], again.tags["zombies"]) == ("0", "2 4 6")


class Scripted:
    """A line on which these answers come, None where none comes in time; ``early`` are there before the next prompt."""

    def __init__(self, *answers: str | None, early: tuple[int, ...] = ()) -> None:
        self._answers, self._early, self.sent = list(answers), early, list[bytes]()

    def receive(self, deadline: float) -> str | None:
        answer = self._answers.pop(0)
        if answer is None:
            return None
        source, target = map(int, answer.split("-"))
        return json.dumps({"claim": {"punter": 0, "source": source, "target": target}})

    def drain(self) -> int:
        return self._early[len(self.sent)] if len(self.sent) < len(self._early) else 0

    def send_bytes(self, content: bytes) -> None:
        self.sent.append(content)


@pytest.mark.parametrize(
    ("answers", "early", "played"),
    [
        ((None, "0-1", "0-1", "1-2", "2-3"), (), ["pass", "0-1", "1-2", "2-3"]),
        ((None, "0-1", "1-2", "1-2", "2-3"), (0, 0, 1), ["pass", "0-1", "1-2", "pass"]),
        (("0-1", None, None, "1-2", "1-2", "1-2", "2-3"), (), ["0-1", "pass", "pass", "1-2"]),
        (("0-1", "0-1", "1-2"), (), ["0-1", "pass", "1-2"]),
    ],
    ids=["late", "late and before the next prompt", "late twice", "not late"],
)
def test_an_answer_that_comes_after_the_next_prompt_is_not_held_against_a_punter(
    answers: tuple[str | None, ...], early: tuple[int, ...], played: list[str]
) -> None:
    position = GAME.initial({"map": "path-8", "punters": 1})
    guest, found = table.Guest(Scripted(*answers, early=early), "Late"), list[str]()  # type: ignore[arg-type]
    for _turn in played:
        move = guest.move(position, found)
        position = GAME.play(position, moves.a_pass(position) if move is None else move)
        found.append("pass" if move is None else GAME.move_text(position, move))
    assert found == played


def test_strangers_at_the_door_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A huge length, no colon, another protocol, one that trickles, a flood, silence, a hundred that say nothing."""
    monkeypatch.setattr(messages, "HANDSHAKE_SECONDS", 1.5)
    with hall("path-4:2") as here:
        lines = [here.connect(first) for first in (b"999999999999:{", b"x" * 70_000, b"GET / HTTP/1.1\r\n\r\n")]
        lines += [here.connect(b"900000000:" + b" " * 2_000_000), here.connect(b'9:{"me": 1}')]
        lines += [here.connect(b"4:nu")]
        here.await_("turned away", 5)
        lines += [here.connect() for _ in range(100)]
        gone = here.connect(messages.frame({"me": "Gone"}))
        here.await_("comes from", 1)
        gone.close()
        lines[5].sendall(b"l")
        here.peer()
        here.await_("comes from", 2)
        here.peer()
        assert here.port.play(1)
        here.await_("turned away", len(lines))
        for line in lines:
            line.close()
    assert here.ended[0].record.moves == ("0-1", "1-2", "2-3", "3-4")


def test_bots_take_the_seats_that_are_left() -> None:
    with hall("path-6:3", patience=0.3) as here:
        here.peer()
        assert here.port.play(1)
        assert here.ended[0].record.tags["team_0"] == "Peer"
        assert here.ended[0].record.tags["team_2"] == here.ended[0].record.tags["team_1"] != "Peer"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("9001", "A table is written PORT:MAP:SEATS"),
        ("9001:path-5:99", "A table has 1 to 17 seats"),
        ("9001:path-5:2:towers", "no extension called “towers”"),
        ("9001:nowhere:2", "There is no map “nowhere”"),
        ("99999:path-5:2", "A table is written PORT:MAP:SEATS"),
    ],
)
def test_tables_that_there_cannot_be(text: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=re.escape(sentence)):
        lobby.parse(text)


def test_the_commands(tmp_path: Path) -> None:
    """A lobby and a client as their keepers start them, and the offline program as a host would."""
    words = [sys.executable, "-u", "-m", "plyground", "icfp", "0:path-5:2", "--bots", "1", "--games", "1"]
    hare = ["--bot", "hare", "--seconds", "0.05"]
    with subprocess.Popen([*words, *hare, "--logs", str(tmp_path)], stdout=subprocess.PIPE, text=True) as lobby_:
        assert lobby_.stdout is not None
        first = lobby_.stdout.readline()
        port = first.rpartition(":")[2].strip()
        done = command("speak", "icfp", *hare, "--host", "127.0.0.1", "--port", port)
        assert (done.returncode, done.stdout) == (0, "")
        assert "The game is over; this was punter 0. Scores: 0: " in done.stderr
        assert lobby_.wait(30) == 0
    (log,) = tmp_path.iterdir()
    assert len(records.read(log.read_text(encoding="utf-8"), GAME.options()).moves) == 5
    assert "nobody answers at 127.0.0.1" in command("speak", "icfp", "--port", port).stderr
    setup = messages.setup(GAME.initial({"map": "path-3"}), 1)
    said = messages.frame({"you": "x"}) + messages.frame(setup)
    words = [sys.executable, "-m", "plyground", "speak", "icfp", *hare]
    done_offline = subprocess.run(words, input=said, capture_output=True, check=True)
    assert re.fullmatch(rb'\d+:{"me":"Hare of Plyground"}\d+:{"ready":1,"state":.*}', done_offline.stdout)
