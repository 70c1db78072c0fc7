"""The program's own protocol: what an engine is sent and how it is understood, and a bot of ours as an engine."""

from __future__ import annotations

import json

import pytest

from plyground.engines.wire import EngineFault
from tests.engines.playing import Asked, Said
from tests.engines.strict import CONVERSATIONS


def sent() -> list[str]:
    """What the written conversation has the engine read."""
    lines = (CONVERSATIONS / "plyground.txt").read_text(encoding="utf-8").splitlines()
    return [line[2:] for line in lines if line.startswith(">")]


def test_an_engine_is_sent_what_the_protocol_says_and_understood() -> None:
    engine = Asked.by("plyground", "plyground")
    choice = engine.choose()
    assert (choice.move, choice.value, choice.depth, choice.nodes, choice.line) == ("f5", -1.5, 3, 200, ("f5", "d6"))
    assert {"depth": 3, "value": -1.5, "nodes": 200, "line": ["f5", "d6"]}.items() <= engine.reports[0].items()
    assert engine.choose("f5", "d6").move == "c3"
    with pytest.raises(EngineFault, match="it answered “a1”") as raised:
        engine.choose("f5", "d6", "c3", "d3", seconds=None, left=20.5, increment=2.0)
    assert raised.value.verdict == "illegal"


def test_a_bot_of_ours_answers_what_an_engine_is_sent() -> None:
    start, first, *_later = sent()
    rival = {"turn": {"moves": [], "left": 5.0}}
    lines = [
        start,
        first,
        "nonsense",
        json.dumps({"turn": {"moves": ["a1"], "left": 5.0}}),
        json.dumps({"x": 1}),
        start,
    ]
    heard = [json.loads(line) for line in Said("plyground", "random", "\n".join([*lines, ""])).lines]
    assert heard[0] == {"ready": True}
    assert heard[1]["move"] in json.loads(first)["turn"]["legal"]
    assert "not understood" in heard[2]["note"]
    assert "a1" in heard[3]["note"]
    assert heard[4:] == [{"ready": True}]
    alone = Said("plyground", "random", json.dumps(rival) + "\n").lines
    assert alone == []
