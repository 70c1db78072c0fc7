"""ICFP 2017 with programs of others: each fault a verdict in words, nothing of them left, and the host goes on."""

from __future__ import annotations

import io
import json
import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

from plyground.core import registry
from plyground.core.bot import Choice, Limits, Player, Way
from plyground.core.errors import UnfitBot
from plyground.engines.bot import EngineBot
from plyground.engines.declared import Engine, read
from plyground.engines.examining import examine
from plyground.engines.speaking import Place
from plyground.engines.wire import EngineFault
from plyground.games.punter import conversation, records
from plyground.games.punter.engines import messages, playing

GAME = registry.game("punter")
PEER = Path(__file__).with_name("icfp_peer.py")
CONTEST = {"protocol": "icfp", "games": ["punter"]}


def peer(fault: str = "", online: bool = False, **given: Any) -> Engine:
    where = ["{host}", "{port}"] if online else []
    return read("peer", {**CONTEST, "command": [sys.executable, "-S", str(PEER), fault, *where], **given})


def played(
    engine: Engine, options: dict[str, Any] | None = None, most: int = 99
) -> tuple[list[str], list[Choice], Any]:
    """A game in which the engine has every seat; the moves, its choices, and the end."""
    bot, values = EngineBot(engine), GAME.options({"map": "path-4", **(options or {})})
    start = position = GAME.initial(values)
    memories: list[dict[str, Any]] = [{} for _ in range(GAME.seats_at(start))]
    moves: list[str] = []
    choices: list[Choice] = []
    while GAME.returns(position) is None and len(moves) < most:
        memory = memories[GAME.to_move(position)]
        bot.follow(GAME, memory, Way(values, start, tuple(moves)))
        choice = bot.choose(GAME, position, {}, Limits(seconds=0.1), random.Random(0), memory=memory)
        position = GAME.play(position, GAME.require(position, choice.move))
        moves.append(choice.move)
        choices.append(choice)
    return moves, choices, position


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine an answer in time may take more than the contest's second."""
    monkeypatch.setattr(messages, "MOVE_SECONDS", 10.0)


def programs_left() -> list[list[str]]:
    """The words of each program of a punter that this process started, or one of those, and that still runs."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            words = child.cmdline()
            if str(PEER) in words and child.status() != psutil.STATUS_ZOMBIE:
                found.append(words)
    return found


@pytest.mark.parametrize("online", [False, True], ids=["offline", "online"])
@pytest.mark.parametrize("punters", [1, 3])
def test_a_whole_game(online: bool, punters: int) -> None:
    moves, _choices, _end = played(peer("behaves", online), {"punters": punters})
    assert moves == ["0-1", "1-2", "2-3", "3-4"]
    assert programs_left() == []


FAULTS = {
    "silent": ("silent", "it did not say its name in time"),
    "dies at the start": ("crash", "no licence"),
    "no handshake": ("protocol", "instead of its name"),
    "no length": ("protocol", "where a message begins with its length"),
    "no frame": ("protocol", "“hello, who is there?"),
    "another protocol": ("protocol", "“GET / HTTP"),
    "a huge length": ("protocol", "where a message begins with its length"),
    "dies at its ready": ("crash", "out of luck"),
    "never answers the ready": ("time", "it was not ready within"),
    "is another punter": ("protocol", "it is ready as punter 1, and it is punter 0"),
    "ready with a list": ("protocol", "no JSON object"),
    "not ready": ("protocol", "instead of being ready"),
    "ready is no number": ("protocol", "instead of being ready"),
    "floods at its ready": ("protocol", "where a message begins"),
    "dies at its move": ("crash", "out of luck"),
    "half a frame and the end at its move": ("protocol", "which is not JSON"),
    "half a frame and the end at its ready": ("protocol", "which is not JSON"),
    "a wrong length": ("protocol", "which is not JSON"),
    "no JSON": ("protocol", "which is not JSON"),
    "no move": ("protocol", "which is no move"),
    "a state so deep": ("protocol", "which is not JSON"),
    "claims what is taken": ("illegal", "is Punter 0's"),
    "claims no river": ("illegal", "no site 1000000"),
    "moves for another": ("illegal", "is to move here"),
}
ONLINE_ONLY = {"answers twice": ("protocol illegal", "it ")}
"""The second answer comes before the next prompt, or stands as the answer to it."""


def _one_way(fault: str, online: bool) -> list[Any]:
    """A fault one way, and the other way in the long form."""
    return [(fault, online), pytest.param(fault, not online, marks=pytest.mark.long)]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("fault", "online"),
    [pair for number, name in enumerate(FAULTS) for pair in _one_way(name, number % 2 == 0)]
    + [(each, True) for each in ONLINE_ONLY],
    ids=lambda value: value if isinstance(value, str) else ("online" if value else "offline"),
)
def test_each_fault_is_a_verdict_in_words(fault: str, online: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "HANDSHAKE_SECONDS", 0.7 if fault == "silent" else 10.0)
    monkeypatch.setattr(messages, "SETUP_SECONDS", 0.5 if fault.startswith("never") else 10.0)
    verdict, words = (FAULTS | ONLINE_ONLY)[fault]
    with pytest.raises(EngineFault) as caught:
        played(peer(fault, online))
    assert caught.value.verdict in verdict.split()
    assert words in caught.value.sentence
    assert caught.value.sentence.startswith("Peer: ")
    del caught
    assert programs_left() == []
    monkeypatch.setattr(messages, "SETUP_SECONDS", 10.0)
    monkeypatch.setattr(messages, "HANDSHAKE_SECONDS", 10.0)
    assert played(peer("behaves", online), most=1)[0] == ["0-1"], "the host goes on"


def test_two_answers_offline_and_blanks_between_are_no_fault() -> None:
    assert played(peer("answers twice"))[0] == ["0-1", "1-2", "2-3", "3-4"]


@pytest.mark.parametrize("online", [False, True], ids=["offline", "online"])
def test_ten_times_too_late_and_it_passes_to_the_end(online: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MOVE_SECONDS", 0.15)
    monkeypatch.setattr(messages, "MOST_TIMEOUTS", 3)
    moves, choices, _end = played(peer("never answers the move", online), {"map": "path-5", "punters": 1})
    assert moves == ["pass"] * 5
    assert [choice.details["timeouts"] for choice in choices] == [1, 2, 3, 3, 3]
    assert programs_left() == []


@pytest.mark.parametrize("online", [False, True], ids=["offline", "online"])
def test_who_was_late_once_is_told_all_that_it_missed(online: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MOVE_SECONDS", 2.0)
    moves, _choices, _end = played(peer("late once", online), {"map": "path-5"})
    assert moves[0] == "pass"
    assert "pass" not in moves[2:-1], "a late answer or a lost prompt made a move illegal"
    assert len(set(moves[1:]) - {"pass"}) == len([move for move in moves[1:] if move != "pass"])


def test_a_new_worker_sets_it_up_again_and_tells_everything() -> None:
    bot, values = EngineBot(peer("behaves")), GAME.options({"map": "path-5", "punters": 2})
    start = GAME.initial(values)
    moves = ["0-1", "1-2", "2-3", "3-4"]
    position = GAME.replay(start, moves)[-1]
    for begin in (Way(values, start, tuple(moves)), Way(values, position, ())):
        memory: dict[str, Any] = {}
        bot.follow(GAME, memory, begin)
        assert bot.choose(GAME, position, {}, Limits(seconds=0.1), random.Random(0), memory=memory).move == "4-5"


def test_an_engine_that_knows_no_extensions_is_not_asked_to_play_them() -> None:
    engine = peer("behaves", options={"extensions": "futures"})
    found = examine(engine, 1)
    assert found.faults == []
    assert found.variants["punter"] == [{"map": "triangle-4"}]
    with pytest.raises(UnfitBot, match="does not play with splurges"):
        played(engine, {"splurges": True})
    wrong = examine(peer("behaves", options={"extensions": "towers"}), 1)
    assert "no extension called “towers”" in wrong.sentence(engine)


def test_the_rounds_that_are_told() -> None:
    def shown(turns: list[str], seat: int, since: int | None) -> list[str]:
        return [f"{conversation.punter_of(move)}{next(iter(move))[0]}" for move in messages.told(turns, seat, 3, since)]

    assert shown([], 0, None) == ["0p", "1p", "2p"]
    assert shown(["0-1"], 1, None) == ["0c", "1p", "2p"]
    assert shown(["0-1", "option 1-2", "splurge 0-1-2", "pass"], 1, 1) == ["0p", "1o", "2s"]
    assert shown(["0-1", "1-2", "2-3", "pass"], 1, None) == ["0c", "1p", "2p", "0p", "1c", "2c"]
    assert messages.move_json("7-5#2", 4) == {"claim": {"punter": 4, "source": 7, "target": 5}}


@pytest.mark.parametrize("size", [0, 3, 17])
def test_a_frame_that_comes_in_pieces(size: int) -> None:
    whole = messages.frame({"me": "Ä"}) + b"\n"
    assert messages.frames(whole[:size])[1] == b""
    line, end, rest = messages.frames(b" \r\n" + whole + b"9:")
    assert (json.loads(line), end, rest) == ({"me": "Ä"}, b":", b"\n9:")


def test_what_they_say_is_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was sent and heard by one punter, read as a record, is the game."""
    said: list[str] = []
    sent = messages.frame

    def frame(message: Any) -> bytes:
        said.append(sent(message).decode())
        return sent(message)

    monkeypatch.setattr(messages, "frame", frame)
    moves, _choices, end = played(peer("behaves", online=True), {"map": "path-4", "punters": 1})
    scores = [{"punter": 0, "score": 30}]
    said.append(json.dumps({"stop": {"moves": [messages.move_json(moves[-1], 0)], "scores": scores}}))
    found = records.read("\n".join(said), GAME.options())
    assert (list(found.moves), found.end) == (moves, end)


@pytest.mark.parametrize(("given", "seconds", "nodes"), [(None, playing.THINKING_SECONDS, None), (90, None, 90)])
def test_our_bot_has_the_time_of_the_contest_where_no_limit_is_named(
    monkeypatch: pytest.MonkeyPatch, given: int | None, seconds: float | None, nodes: int | None
) -> None:
    """As the command gives them, which names all limits and says None of those that were not given."""
    asked: list[Limits] = []
    choose = Player.choose

    def noted(player: Player, position: Any, limits: Limits, *others: Any, **named: Any) -> Choice:
        asked.append(limits)
        return choose(player, position, limits, *others, **named)

    monkeypatch.setattr(Player, "choose", noted)
    setup = messages.setup(GAME.initial(GAME.options({"map": "path-4", "futures": True})), 0)
    told = io.BytesIO(messages.frame({"you": "Intuition"}) + messages.frame(setup))
    limits = {"seconds": None, "nodes": given, "depth": None}
    place = Place("intuition", limits=limits, read_from=io.TextIOWrapper(told), write_to=io.TextIOWrapper(io.BytesIO()))
    playing.play(GAME, place)
    assert [(each.seconds, each.nodes) for each in asked] == [(seconds, nodes)]
