"""The pages where bots are written, over http: templates, references that are exact, and tries with their refusals."""

from __future__ import annotations

import importlib
import io
import json
import re
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from plyground.competitions import templates, trials
from plyground.competitions.refereeing.referee import play_game
from plyground.competitions.settings import EventSettings, changed
from plyground.competitions.store import CompetitionStore
from plyground.core import ahead, registry
from plyground.core.settings import Settings
from plyground.sandbox.contract import NoSandbox
from plyground.web.application import create_app
from tests.competitions.events import make
from tests.competitions.playing import upload
from tests.waiting import until

WORLD = Path(__file__).resolve().parents[2] / "templates" / "compete" / "world"
GAMES = list(registry.games())
VISITORS = ("192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3")
FIRST = "def make_move(random, time, configuration, game_state):\n    return game_state.moves[0]\n"


class Playing:
    """Stands for the application's service: plays at once, without a sandbox, what these tests trust."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gate: threading.Event | None = None
        self.tasks: list[Mapping[str, Any]] = []
        self.problem: str | None = None
        self.event = False

    def plays_event(self) -> bool:
        return self.event

    def try_out(self, task: Mapping[str, Any], files: Mapping[str, Any]) -> dict[str, Any]:
        if self.problem is not None:
            raise NoSandbox(self.problem)
        self.tasks.append(task)
        if self.gate is not None:
            self.gate.wait(20)
        (bundle,) = files.values()
        bot = upload(self.folder, bundle[trials.FILE][0].decode())
        for name, (data, _runs) in bundle.items():
            (self.folder / name).write_bytes(data)
        seats = [each if each["kind"] == "built_in" else bot for each in task["entrants"]]
        return play_game({**task, "entrants": seats, "confinement": "none"})

    def close(self) -> None:
        """Nothing runs."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An application whose tries are played here."""
    made = create_app(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1))
    made.extensions["competition_service"] = Playing(tmp_path / "bot")
    yield made
    made.extensions["contests"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def given(page: str) -> dict[str, Any]:
    """What a page gives its scripts."""
    found = re.search(r'<script id="given"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def a_try(**changes: Any) -> dict[str, Any]:
    return {"game": "othello", "options": {"size": "4"}, "source": FIRST, "against": "random", "seat": 0} | changes


def test_every_game_has_a_page(client: FlaskClient) -> None:
    assert len(GAMES) >= 5
    page = client.get("/write").text
    for game in GAMES:
        assert f'href="/write/{game}"' in page
        shown = client.get(f"/write/{game}")
        assert shown.status_code == 200
        assert given(shown.text)["template"] == templates.source(game)
        template = client.get(f"/api/templates/{game}")
        assert template.text == templates.source(game)
        assert template.mimetype == "text/x-python"
    assert 'href="/write"' in client.get("/compete").text


def test_the_policy_of_the_editors_page_stays_strict(client: FlaskClient) -> None:
    policy = client.get(f"/write/{GAMES[0]}").headers["Content-Security-Policy"]
    assert "style-src 'self';" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "path", ["/write/chess", "/write/__init__", "/api/templates/chess", "/write/othello?competition=no"]
)
def test_what_is_not_there_is_refused(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_the_reference_names_what_there_is(game: str) -> None:
    """Each name of a state or a module that the page mentions exists for a bot."""
    own = WORLD / f"{game}.html"
    text = (own if own.is_file() else WORLD / "_any.html").read_text(encoding="utf-8")
    if "_state.html" in text:
        text += (WORLD / "_state.html").read_text(encoding="utf-8")
    rules = registry.game(game)
    try:
        module = importlib.import_module(f"{type(rules).__module__.rpartition('.')[0]}.for_bots")
    except ModuleNotFoundError:
        module = ahead
    position = rules.initial(rules.options({}))
    facts = {
        "game": game, "options": rules.options({}), "seat": 0, "seats": rules.seat_count(),
        "position": rules.position_text_for(position, 0), "clock": {"base": 10.0, "increment": 1.0}, "seed": 1,
    }  # fmt: skip
    if rules.maps is not None:
        facts["map"] = json.loads(rules.maps.text(str(rules.view(position, None)["map"])))
    if hasattr(module, "state_of") and module is not ahead:
        state = module.state_of(facts)
    else:
        state = ahead.state_of(rules, facts, module.State)
    names = re.findall(r"<code>(?:game_state)?\.(\w+)", text)
    if hasattr(module, "State"):
        assert len(names) >= 8
    for name in names:
        assert hasattr(state, name), name
    for called in re.findall(r"<code>(\w+)\(", text) + re.findall(r"</code>, <code>(\w+)\(", text):
        assert hasattr(module, called), called


def test_a_page_for_a_competition_has_its_game_options_and_clock(app: Flask, client: FlaskClient) -> None:
    made = make(app.extensions["contests"], bots=1, game="othello", options={"size": 6})
    contest = given(client.get(f"/write/othello?competition={made.id}").text)["competition"]
    assert contest["title"] == made.title
    assert str(contest["options"]["size"]) == "6"
    assert contest["clock"]["base"] <= trials.MOST_BASE
    assert contest["takes"]
    assert f"competition={made.id}" in client.get("/write/othello").text
    other = client.get(f"/write/camel?competition={made.id}&bot=b7")
    assert other.status_code == 302
    assert other.location == f"/write/othello?competition={made.id}&bot=b7"
    assert f"competition={made.id}" not in client.get("/write/camel").text


def test_a_try_is_played_and_told(app: Flask, client: FlaskClient) -> None:
    answer = client.post("/api/trials", json=a_try(seat=1, clock={"base": 5, "increment": 0.5}))
    assert answer.status_code == 200, answer.text
    shown = answer.get_json()
    assert shown["verdict"]["code"] == "fair"
    assert shown["board"]["seats"][1]["name"] == "Your bot"
    assert len(shown["views"]) == shown["board"]["ply"] + 1
    (task,) = app.extensions["competition_service"].tasks
    assert task["clock"] == {"base": 5.0, "increment": 0.5}
    wrong = client.post("/api/trials", json=a_try(source="def make_move(random, time, c, state)\n")).get_json()
    assert wrong["problem"] == {"line": 1, "sentence": "SyntaxError: expected ':'."}


def test_later_boards_of_a_large_game_are_asked_for(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "MOST_VIEW_BYTES", 3_000)
    shown = client.post("/api/trials", json=a_try(options={"size": "8"})).get_json()
    board = shown["board"]
    assert 1 <= len(shown["views"]) < board["ply"]
    moves = [move["text"] for move in board["moves"]]
    wanted = {"game": "othello", "options": board["options"], "moves": moves}
    found = client.post("/api/position", json=wanted).get_json()["view"]
    assert found["cells"] == board["view"]["cells"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (a_try(source=""), 400),
        (a_try(against="hare:seconds=100"), 400),
        (a_try(game="chess"), 404),
        (a_try(source="#" * (trials.MOST_SOURCE + 1)), 413),
        (a_try(source="\x00" * 400_000), 413),
        ([1], 400),
    ],
    ids=["empty", "opponent", "game", "large", "larger than is read", "list"],
)
def test_what_cannot_be_tried_is_refused_unplayed(app: Flask, client: FlaskClient, body: Any, status: int) -> None:
    answer = client.post("/api/trials", json=body)
    assert answer.status_code == status
    assert answer.get_json()["error"]["sentence"]
    assert app.extensions["competition_service"].tasks == []


def with_weights(client: FlaskClient, asked: Any, name: str, data: bytes) -> TestResponse:
    """A try as the page sends it where weights lie beside the text."""
    text = asked if isinstance(asked, str) else json.dumps(asked)
    boundary, body = encode_multipart({"asked": text, "weights": FileStorage(io.BytesIO(data), name, "weights")})
    return client.post("/api/trials", data=body, content_type=f'multipart/form-data; boundary="{boundary}"')


def test_a_try_opens_the_weights_beside_it(app: Flask, client: FlaskClient) -> None:
    reads = (
        "import json\nBEST, = json.load(open('weights.json'))\n" + FIRST.replace("[0]", "[BEST]") + "    # é\n" * 999
    )
    answer = with_weights(client, a_try(source=reads), "Run 7.JSON", b"[0]")
    assert answer.status_code == 200, answer.text
    assert answer.get_json()["verdict"]["code"] == "fair", answer.get_json()["log"]


def test_weights_are_bounded_in_a_try_as_they_are_handed_in(app: Flask, client: FlaskClient) -> None:
    store: CompetitionStore = app.extensions["contests"]
    settings = {weight: EventSettings.from_json({"weights": weight}) for weight in (0, 1)}
    none, one = (store.create("Cup", "othello", {"size": 4}, settings[weight], 3).id for weight in (0, 1))
    for asked, size, code in (
        (a_try(competition=none), 3, "weights_too_large"),
        (a_try(competition=one), 1024 * 1024 + 1, "weights_too_large"),
        (a_try(), 5 * 1024 * 1024 + 1, "weights_too_large"),
        (a_try(), 23 * 1024 * 1024, "upload_too_large"),
        (a_try(competition="nope"), 3, "no_such_competition"),
        ("[1]", 3, "malformed"),
        ("{", 3, "malformed"),
        (a_try(source="x" * 1_000_000), 3, "source_too_large"),
    ):
        answer = with_weights(client, asked, "weights.bin", bytes(size))
        assert answer.get_json()["error"]["code"] == code, (answer.text, code)
    assert app.extensions["competition_service"].tasks == []
    assert with_weights(client, a_try(competition=one), "weights.bin", bytes(1024 * 1024)).status_code == 200
    assert given(client.get(f"/write/othello?competition={none}").text)["most_weights"] == 0
    assert given(client.get("/write/othello").text)["most_weights"] == 5


def test_pages_tell_the_limits_of_the_competition(app: Flask, client: FlaskClient) -> None:
    settings = changed(EventSettings(), {"memory": 64, "languages": "python,javascript"})
    made = app.extensions["contests"].create("Cup", "othello", {}, settings, 3)
    assert "64 MB of memory" in client.get(f"/write/othello?competition={made.id}").text
    assert "512 MB of memory" in client.get("/write/othello").text
    shown = re.search(r'id="shown"[^>]*>(.*?)</script>', client.get(f"/compete/{made.id}/enter").text)
    assert shown is not None
    assert json.loads(shown[1])["languages"] == ["Python", "JavaScript"]
    told = ["Languages", "Python, JavaScript"]
    assert told in json.loads(shown[1])["conditions"]
    assert told in given(client.get(f"/write/othello?competition={made.id}").text)["competition"]["conditions"]
    for path in ("", "/ladder"):
        assert told in client.get(f"/api/competitions/{made.id}{path}").get_json()["conditions"]


def test_hostile_json_is_refused(client: FlaskClient) -> None:
    for text in ("[" * 100_000, '{"source": ' * 50_000, "\xff\xfe", ""):
        assert client.post("/api/trials", data=text, content_type="application/json").status_code == 400
    foreign = client.post("/api/trials", json=a_try(), headers={"Origin": "http://elsewhere.example"})
    assert foreign.status_code == 403


def test_without_a_sandbox_the_sentence_says_so(app: Flask, client: FlaskClient) -> None:
    app.extensions["competition_service"].problem = "No sandbox holds on this machine: install bubblewrap."
    answer = client.post("/api/trials", json=a_try())
    assert answer.status_code == 503
    assert answer.get_json()["error"] == {
        "code": "no_sandbox",
        "sentence": app.extensions["competition_service"].problem,
    }
    assert client.get("/write/othello").status_code == 200


@pytest.mark.parametrize(("event", "at_once"), [(False, 2), (True, 1)])
def test_one_try_of_an_address_is_played_at_a_time(app: Flask, event: bool, at_once: int) -> None:
    service: Playing = app.extensions["competition_service"]
    service.event = event
    service.gate = threading.Event()
    answers: list[int] = []

    def ask(address: str) -> None:
        found = app.test_client().post("/api/trials", json=a_try(), environ_base={"REMOTE_ADDR": address})
        answers.append(found.status_code)

    asking = [threading.Thread(target=ask, args=(each,)) for each in VISITORS]
    for thread in asking:
        thread.start()
    until(lambda: len(service.tasks) == at_once)
    assert not threading.Event().wait(0.1)
    assert (len(service.tasks), answers) == (at_once, [])
    service.gate.set()
    for thread in asking:
        thread.join(30)
    assert answers == [200] * 4
