"""A state rebuilt from the log equals the one that was live, whatever was done."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground.core.errors import Refusal
from plyground.sessions.events import Event
from plyground.sessions.session import Session
from plyground.sessions.setup import Setup
from plyground.sessions.state import KINDS, apply, initial, rebuild
from tests.sessions.support import AGAINST_BOT, BOTS, PEOPLE, Scene, scene
from tests.soaking import more

CASES: list[dict[str, Any]] = [
    {"seats": PEOPLE},
    {"seats": AGAINST_BOT, "clock": {"kind": "game", "base": 20, "increment": 1}},
    {"seats": BOTS, "pace": 0.5},
    {"game": "camel", "seats": PEOPLE, "clock": {"kind": "move", "seconds": 30}},
    {"game": "camel", "seats": AGAINST_BOT},
]

ACTS = st.one_of(
    st.tuples(st.just("move"), st.integers(0, 200)),
    st.tuples(st.just("move"), st.integers(0, 200)),
    st.tuples(st.just("bot"), st.integers(0, 200)),
    st.tuples(st.just("wait"), st.integers(0, 6)),
    st.tuples(st.just("draw"), st.sampled_from(["offer", "accept", "decline"])),
    st.tuples(st.just("takeback"), st.sampled_from(["ask", "accept", "decline"])),
    st.tuples(st.sampled_from(["pause", "resume", "step", "rematch", "resign", "hint", "hurry"]), st.none()),
    st.tuples(st.just("pace"), st.integers(0, 3)),
    st.tuples(st.just("join"), st.none()),
)


def act(game: Scene, name: str, what: str, value: Any) -> None:
    """One thing that somebody does, whether it is allowed or not."""
    session = game.session
    position = session.state.position
    moves = session.rules.legal_moves(position)
    text = session.rules.move_text(position, moves[value % len(moves)]) if isinstance(value, int) and moves else "?"
    match what:
        case "wait":
            game.timers.pass_time(value)
        case "join":
            session.join(name, (game.token(name),), lambda room: None)
        case "bot":
            if game.pool.open:
                game.pool.answer(text, seconds=value / 100, value=value - 100.0)
        case "move":
            game.do(name, "move", move=text)
        case "draw" | "takeback":
            game.do(name, what, answer=value)
        case "pace":
            game.do(name, what, seconds=value)
        case _:
            game.do(name, what)


@pytest.mark.parametrize("spec", CASES)
@pytest.mark.soak
@settings(max_examples=more(25, 625), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(st.tuples(st.integers(0, 1), ACTS), max_size=40))
def test_rebuilt_equals_live(spec: dict[str, Any], acts: list[tuple[int, tuple[str, Any]]]) -> None:
    game = scene(**spec)
    names = list(game.created.tokens)
    for who, (what, value) in acts:
        before = game.session.state
        try:
            act(game, names[who % len(names)], what, value)
        except Refusal:
            assert game.session.state is before or what == "move", "what is refused changes nothing"
    log = game.log.events.get(game.session.id, [])
    stored = Setup.from_json(json.loads(json.dumps(game.session.setup.as_json())))
    travelled = [Event(e.seq, e.kind, json.loads(json.dumps(e.data)), e.at, e.command) for e in log]
    assert stored == game.session.setup
    assert rebuild(stored, travelled) == game.session.state
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    game.session.close()
    again = Session(stored, game.session.services, tuple(travelled))
    shown, old = again.snapshot(), rebuild(stored, travelled)
    assert (shown["seq"], shown["ply"]) == (old.seq, old.ply)


def test_repeated_ids_are_known_after_a_restart() -> None:
    game = scene(seats=PEOPLE)
    game.do("s0", "move", move="f5", id="mine")
    game.do("i1", "resign", id="mine too")
    game.do("s0", "rematch", id="again")
    game.do("i1", "rematch", id="again")
    events = tuple(game.log.events[game.session.id])
    game.session = Session(game.session.setup, game.session.services, events)
    assert game.do("s0", "move", move="f5", id="mine", ply=0) == {"seq": 1}
    assert game.do("i1", "resign", id="mine too") == {"seq": 2}
    assert game.do("i1", "rematch", id="again") == {"seq": 4, "next": game.opened[0].id}
    assert len(game.log.events[game.session.id]) == 4


def test_an_event_that_does_not_follow_is_a_fault() -> None:
    game = scene(seats=PEOPLE)
    with pytest.raises(ValueError, match="does not follow"):
        apply(game.session.setup, initial(game.session.setup), Event(2, "pause", {}, 0.0))


def test_every_kind_of_event_is_described_in_the_protocol() -> None:
    from plyground.core.folders import HOME

    text = (HOME / "docs" / "protocol.md").read_text(encoding="utf-8")
    described = text[text.index("`event` kinds:") : text.index("Events of one game are numbered")]
    assert {kind for kind in KINDS if f"`{kind}`" not in described} == set()
