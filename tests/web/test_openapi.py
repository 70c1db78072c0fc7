"""The description of the interface for programs: sound, complete, and what the server really does."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import hypothesis
import jsonschema_rs
import pytest
import requests
import schemathesis
from flask import Flask
from hypothesis import strategies as st
from schemathesis.checks import positive_data_acceptance
from schemathesis.generation import GenerationMode

from plyground.core.settings import Settings
from plyground.sessions.limits import Buckets
from plyground.sessions.network.accounts import Accounts
from plyground.sessions.network.challenges import Challenges
from plyground.web.application import create_app
from plyground.web.bots_api.description import VERSION, example, openapi, shape
from plyground.web.bots_api.operations import OPERATIONS, PUBLIC
from plyground.web.bots_api.schemas import SCHEMAS
from tests.soaking import more
from tests.web.bots import NetworkBot
from tools.benchmarks.serving import Server

GAME = "othello"
TOLD = ("/api/bot/stream", "/api/bot/games/{game}/stream", "/api/bot/ladder/{competition}")
"""Streams, which do not end while a test waits, and the websocket; tests of their own read them."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application with no limits on how often it is asked."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Buckets, "_insist", lambda *given: None)
        folder = tmp_path_factory.mktemp("described")
        made = create_app(Settings(database=f"sqlite:///{folder}/games.sqlite3", live_games=5000))
        yield made
        made.extensions["lobby"].shutdown()


_numbers = itertools.count()


class Bots:
    """Two bots with a game, a challenge for one of them, and a token: fresh for each case, which may undo it all."""

    def __init__(self, app: Flask) -> None:
        lobby = app.extensions["lobby"]
        accounts = Accounts(lobby.store.database)
        challenges = Challenges(lobby, accounts)
        own, self.token = accounts.make({"name": f"Own {next(_numbers)}"})
        other, _other_token = accounts.make({"name": f"Other {next(_numbers)}"})
        seats = [{"kind": "me"}, {"kind": "network", "bot": other.id}]
        offered, _none = challenges.make(own, {"game": GAME, "seats": seats}, "")
        assert offered is not None
        game = challenges.accept(other, offered.id, "").game
        asked, _none = challenges.make(other, {"game": GAME, "seats": [seats[0], {**seats[1], "bot": own.id}]}, "")
        assert game is not None
        assert asked is not None
        self.path = {"game": game, "challenge": asked.id}


@pytest.fixture(scope="module")
def described(app: Flask) -> Any:
    """The description as schemathesis reads it from the server."""
    refused = [400, 401, 403, 404, 405, 409, 413, 429]  # too long is 413 here
    config = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": refused}}})
    return schemathesis.openapi.from_wsgi("/api/openapi.json", app, config=config)


ENDS = ("delete_bot", "renew_token")
"""After these a token opens nothing."""
SERVED = [each for each in (*OPERATIONS, *PUBLIC) if each.path not in TOLD]
CASES = [(each.name, GenerationMode.POSITIVE) for each in SERVED]
CASES += [(each.name, GenerationMode.NEGATIVE) for each in SERVED if each.body is not None or each.parameters]


@pytest.mark.soak
@pytest.mark.parametrize(("name", "mode"), CASES, ids=[f"{name}-{mode.value}" for name, mode in CASES])
def test_the_server_answers_as_it_is_described(app: Flask, described: Any, name: str, mode: GenerationMode) -> None:
    """Sound by its shape is much that the rules of a game forbid, so not all of it must be accepted."""
    operation = described.find_operation_by_id(name)
    bots = Bots(app)

    @hypothesis.settings(
        max_examples=more(5, 300), derandomize=True, database=None, deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )  # fmt: skip
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode), known=st.sampled_from([True, True, False]))
    def check(case: Any, known: bool) -> None:
        nonlocal bots
        if name in ENDS:
            bots = Bots(app)
        if known and mode is GenerationMode.POSITIVE:
            there = {word: value for word, value in bots.path.items() if f"{{{word}}}" in operation.path}
            case.path_parameters = {**(case.path_parameters or {}), **there}
        case.call_and_validate(
            headers={"Authorization": f"Bearer {bots.token}"}, excluded_checks=[positive_data_acceptance]
        )

    check()


def test_every_example_has_the_shape_that_is_described() -> None:
    described = openapi("http://127.0.0.1")
    for each in OPERATIONS:
        sample = example(each)
        if each.body is not None and each.body != "Command":
            assert sample is not None, each.name
            whole = {**shape(each.body), "components": {"schemas": SCHEMAS}}
            jsonschema_rs.Draft202012Validator(json.loads(json.dumps(whole))).validate(json.loads(json.dumps(sample)))
    assert described["info"]["version"] == VERSION


def test_every_address_of_bots_is_described_and_every_described_one_is_served(app: Flask) -> None:
    described = {(each.method, each.rule) for each in (*OPERATIONS, *PUBLIC)}
    bare = {(method, rule.rule.replace("<competition_id>", "<competition>").replace("<game_id>", "<game>"))
            for rule in app.url_map.iter_rules() for method in (rule.methods or ())}  # fmt: skip
    assert described <= bare, described - bare
    own = {(method, rule) for method, rule in bare if rule.startswith("/api/bot") and method not in ("HEAD", "OPTIONS")}
    assert own <= described


def test_what_bots_really_get_has_the_described_shapes(server: Server) -> None:
    one, two = NetworkBot(server.url), NetworkBot(server.url)
    game = one.play_against(two, clock={"kind": "move", "seconds": 60})
    validators = {
        name: jsonschema_rs.Draft202012Validator(
            json.loads(json.dumps({"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}))
        )
        for name in ("State", "Event", "Challenge", "Events")
    }
    stream = one.stream(f"/games/{game}/stream")
    state = next(stream)
    validators["State"].validate(state)
    one.move(game, state["legal"][0])
    two.ask("POST", f"/games/{game}/resign")
    for line in stream:
        validators["State"].validate(line)
    for bot in (one, two):
        told = bot.ask("GET", "/events")
        assert len(told["events"]) >= 2
        validators["Events"].validate(told)


def test_the_page_shows_every_operation_and_shape(server: Server) -> None:
    page = requests.get(f"{server.url}/api", timeout=10)
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    for each in (*OPERATIONS, *PUBLIC):
        assert f'id="{each.name}"' in page.text
        assert each.path in page.text
    for name in SCHEMAS:
        assert f'id="{name}"' in page.text
    described = requests.get(f"{server.url}/api/openapi.json", timeout=10).json()
    assert described["servers"] == [{"url": server.url}]
    assert (described["openapi"], described["info"]["version"]) == ("3.1.0", VERSION)
