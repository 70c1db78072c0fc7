"""New links for those who have lost theirs, as whoever runs the server gives them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from plyground.core.settings import Settings
from plyground.web.application import create_app

PLAN = {"title": "Week 3", "entries": [{"kind": "question", "asked": "text", "prompt": "Why?"}]}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('keys') / 'games.sqlite3'}"))
    yield made
    made.extensions["contests"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def made_by(client: FlaskClient, path: str, **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = client.post(path, json=fields).get_json()
    return found


def renewed(client: FlaskClient, address: str, key: str | None = None) -> dict[str, Any]:
    keeper = client.application.extensions["rights"].teacher_key if key is None else key
    answer = client.post("/api/operate/keys", json={"address": address}, headers=bearer(keeper))
    found: dict[str, Any] = answer.get_json()
    return found


def test_a_class_has_a_new_link_and_the_old_one_opens_nothing(client: FlaskClient) -> None:
    made = made_by(client, "/api/classes")
    scores = f"/api/classes/{made['code']}/scores.csv"
    assert client.get(scores, headers=bearer(made["teacher"])).status_code == 200
    page, _mark, key = renewed(client, f"http://example.org/class/{made['code']}/wall")["url"].partition("#t=")
    assert page == f"/class/{made['code']}/teach"
    assert client.get(scores, headers=bearer(made["teacher"])).status_code == 403
    assert client.get(scores, headers=bearer(key)).status_code == 200
    classes = client.application.extensions["classes"]
    row = classes.services.store.load(made["code"])
    assert key not in str(row)
    assert made["teacher"] not in str(row)


def test_homework_and_plans_have_one_too(client: FlaskClient) -> None:
    plan = made_by(client, "/api/plans", plan=PLAN)
    work = made_by(client, "/api/homework", plan=PLAN, due=time.time() + 86_400)
    for path, old, ends in (
        (f"/class/plans/{plan['id']}", plan["key"], f"/class/plans/{plan['id']}#k="),
        (f"/homework/{work['id']}", work["key"], f"/homework/{work['id']}/teach#k="),
    ):
        url = renewed(client, f"https://example.org/games-lab{path}?plan=2")["url"]
        assert url.startswith(ends)
        key = url.removeprefix(ends)
        delete = f"/api{path.removeprefix('/class')}/delete"
        assert client.post(delete, json={}, headers=bearer(old)).status_code == 403
        assert client.post(delete, json={}, headers=bearer(key)).status_code == 200


@pytest.mark.parametrize(
    ("address", "refusal"),
    [
        ("", "malformed"),
        ("http://example.org/g/abcd", "malformed"),
        ("/compete/cup/bots/mine", "malformed"),
        ("/class/" * 60, "malformed"),
        ("x" * 501, "oversized"),
        ("/class/ABC234", "no_such_class"),
        ("/class/plans/nothing", "no_such_plan"),
        ("/homework/nothing/teach", "no_such_homework"),
    ],
)
def test_other_addresses_are_refused(client: FlaskClient, address: str, refusal: str) -> None:
    assert renewed(client, address)["error"]["code"] == refusal


def test_nobody_else_gives_links(client: FlaskClient) -> None:
    made = made_by(client, "/api/classes")
    for key in ("", "wrong", made["teacher"]):
        assert renewed(client, f"/class/{made['code']}", key)["error"]["code"] == "not_teacher"
    scores = f"/api/classes/{made['code']}/scores.csv"
    assert client.get(scores, headers=bearer(made["teacher"])).status_code == 200
