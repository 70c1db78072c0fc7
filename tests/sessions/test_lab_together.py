"""Many who ask for the same trace at once, and many of its nodes that are asked for at once."""

from __future__ import annotations

import base64
import threading
import time
from typing import Any
from unittest.mock import Mock

import pytest

from plyground.core import registry
from plyground.core.refusals import NoSuchTrace, TooFast
from plyground.search.teaching import columns
from plyground.search.teaching.searches import search
from plyground.sessions.lab import KEPT_SIZE, Lab
from plyground.sessions.tokens import visitor_digest
from tests.sessions.support import FakePool

ASKED: dict[str, Any] = {"game": "othello", "options": {"size": 4}, "search": "minimax", "settings": {"depth": 2}}


def test_a_trace_that_many_want_is_made_once() -> None:
    pool = FakePool()
    lab = Lab(pool, time.monotonic)  # type: ignore[arg-type]
    keys: list[str] = []
    threads = [threading.Thread(target=lambda: keys.append(lab.trace(ASKED, "a class")["trace"])) for _ in range(40)]
    for thread in threads:
        thread.start()
    until = time.monotonic() + 20
    while not pool.tickets and time.monotonic() < until:
        time.sleep(0.01)
    pool.tickets[0].listener("answered", {"trace": base64.b64encode(b"what the worker made").decode(), "seconds": 0.5})
    for thread in threads:
        thread.join(20)
    assert len(keys) == 40
    assert len(set(keys)) == 1
    assert len(pool.tickets) == 1
    assert lab.packed(keys[0]) == b"what the worker made"


def test_a_trace_that_is_made_again_is_counted_for_who_looks_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, questions = FakePool(), Mock()
    questions.find.return_value = ASKED
    lab = Lab(pool, lambda: 0.0, questions)  # type: ignore[arg-type]
    monkeypatch.setattr(lab, "_answer", lambda request: pool.submit(request, Mock()) and {"trace": "", "seconds": 0.5})
    monkeypatch.setattr(lab, "_keep", Mock())
    for look in (
        lab.packed,
        lab.recorded,
        lambda key, who: lab.words(key, 0, 1, who),
        lambda key, who: lab.views(key, [0], who),
    ):
        with pytest.raises(NoSuchTrace):
            look("a key", "an address")
    assert {handle.request.visitor for handle in pool.tickets} == {visitor_digest("an address")}
    for _ in range(116):
        with pytest.raises(NoSuchTrace):
            lab.packed("a key", "an address")
    with pytest.raises(TooFast):
        lab.packed("a key", "an address")
    assert len(pool.tickets) == 120


def test_traces_are_unpacked_once_and_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    lab, at_once, together = Lab(FakePool(), time.monotonic), 0, []  # type: ignore[arg-type]

    def unpacked(packed: bytes) -> Mock:
        nonlocal at_once
        at_once += 1
        together.append(at_once)
        time.sleep(0.02)
        at_once -= 1
        return Mock(size=1)

    monkeypatch.setattr(columns, "unpacked", unpacked)
    monkeypatch.setattr(lab, "packed", lambda key, who: b"")
    asked = [(str(trace), f"address {number}") for trace in range(5) for number in range(6)]
    threads = [threading.Thread(target=lab.recorded, args=each) for each in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert together == [1] * 5


def test_large_traces_are_not_kept_by_the_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    lab, sizes = Lab(FakePool(), time.monotonic), {"small": 1, "large": KEPT_SIZE, "half": KEPT_SIZE // 2, "other": 1}  # type: ignore[arg-type]
    monkeypatch.setattr(columns, "unpacked", lambda packed: Mock(size=sizes[packed]))
    monkeypatch.setattr(lab, "packed", lambda key, who: key)
    kept = []
    for key in ("small", "large", "half", "small", "other"):
        lab.recorded(key)
        kept.append(list(lab._traces))
    assert kept == [["small"], ["large"], ["half"], ["half", "small"], ["half", "small", "other"]]


def test_looking_into_searches_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = Lab(FakePool(), lambda: 0.0)  # type: ignore[arg-type]
    trace = search("minimax").record(registry.game("tree"), registry.game("tree").initial({}), {"depth": 1})
    monkeypatch.setattr(lab, "recorded", lambda key, who: trace)
    for _ in range(300):
        lab.words("", 0, 1, "somebody")
        lab.views("", [0], "somebody")
    with pytest.raises(TooFast):
        lab.words("", 0, 1, "somebody")
    with pytest.raises(TooFast):
        lab.views("", [0], "somebody")


def test_moves_that_lead_to_several_nodes_are_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, options = registry.game("othello"), {"size": "4"}
    trace = search("minimax").record(game, game.initial(options), {"depth": 2}, setup=options)
    lab = Lab(FakePool(), time.monotonic)  # type: ignore[arg-type]
    monkeypatch.setattr(lab, "recorded", lambda key, who: trace)
    nodes = [*range(len(trace.parents) - 1, 0, -1), "0.1", 0]
    alone = {str(node): lab.views("", [node])["views"][str(node)] for node in nodes}
    play = Mock(wraps=game.play)
    monkeypatch.setattr(game, "play", play)
    assert list(lab.views("", nodes)["views"].items()) == list(alone.items())
    assert play.call_count == len(trace.parents) - 1
    assert alone["0"]["effect"] is None
    for node, line in (("2", trace.line(2)), ("0.1", [trace.move_text(0, 1)])):
        assert alone[node]["text"] == game.position_text(game.replay(game.initial(options), line)[-1])
        assert alone[node]["effect"]["text"] == line[-1]
