"""The course's pages: every unit, its plans in two languages, its sheets, and where its links lead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl

import pytest
from flask import Flask
from flask.testing import FlaskClient

from plyground.classroom.course.units import Unit, units
from plyground.classroom.plans import files
from plyground.competitions.settings import EventSettings, changed
from plyground.core.settings import Settings
from plyground.sessions.limits import Buckets
from plyground.web.application import create_app
from plyground.web.lessons import lessons


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Buckets, "_insist", lambda *given: None)
        made = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('course') / 'games.sqlite3'}"))
        yield made
        made.extensions["contests"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def texts(data: object) -> object:
    """The same data with every text that is read replaced by its field."""
    if isinstance(data, dict):
        said = {"title", "text", "caption", "prompt", "why", "hints", "choices"}
        return {name: name if name in said else texts(each) for name, each in data.items()}
    return [texts(each) for each in data] if isinstance(data, list) else data


def test_the_list_and_the_handbook(client: FlaskClient) -> None:
    for address in ("/class", "/lessons"):
        assert 'href="/course"' in client.get(address).get_data(as_text=True)
    told = client.get("/course").get_data(as_text=True)
    assert all(f'href="/course/{unit.id}"' in told for unit in units())
    assert client.get("/course/handbook").status_code == 200
    for address in ("/course/nothing", "/course/minimax/other/sheet", "/api/course/minimax/other"):
        assert client.get(address).status_code == 404


@pytest.mark.parametrize("unit", units(), ids=lambda unit: unit.id)
def test_a_unit_and_its_links(unit: Unit, client: FlaskClient) -> None:
    page = client.get(f"/course/{unit.id}").get_data(as_text=True)
    found = re.findall(r'href="(/(?:lessons|exercises|course|compete)/[^"]+)"', page)
    links = {each.partition("#")[0] for each in found}
    assert len(links) >= 6
    known = {f"/lessons/{each.id}" for each in lessons(client.application.jinja_env)}
    for link in links - {"/compete/teach"} - known:
        assert client.get(link).status_code == 200, link
    for which in ("class", "homework"):
        english, german = (
            client.get(f"/api/course/{unit.id}/{which}", headers={"Accept-Language": language}).get_json()["plan"]
            for language in ("en", "de")
        )
        assert texts(english) == texts(german)
        assert english["entries"][0]["text"] != german["entries"][0]["text"]
        assert files.read_plan(german) == german


def test_the_form_of_the_competition_is_filled_in(client: FlaskClient) -> None:
    page = client.get("/course/competition").get_data(as_text=True).replace("&amp;", "&")
    (address,) = re.findall(r'href="/compete/teach#([^"]+)"', page)
    fields = dict(parse_qsl(address))
    assert [fields.pop(name) for name in ("new", "game", "title")] == ["1", "othello", "Cup of the course"]
    read = changed(EventSettings(), fields)
    assert (read.pairing, read.rounds, read.final, read.final_waits) == ("swiss", 7, 4, True)
