"""The teacher administers competitions: each step with the key, none without, and a sentence for whatever is wrong."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from plyground.competitions import registration
from plyground.competitions.presentation import administration_view, public
from plyground.competitions.rights import Rights
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import CompetitionStore
from plyground.core.messages import carried, translated
from plyground.sandbox.contract import NoSandbox
from plyground.web import administration
from plyground.web.languages import Languages
from plyground.web.refusing import answer_refusals
from tests.competitions.events import make, open_store
from tests.competitions.test_service import Gated
from tests.waiting import until
from tools.messages import PLACE

EVERY_ADDRESS = (
    ("GET", "teach"), ("GET", "teach/sandbox"), ("POST", ""), ("GET", "ID/teach"), ("POST", "ID/settings"),
    ("POST", "ID/house"), ("POST", "ID/open"), ("POST", "ID/close"), ("POST", "ID/run"), ("POST", "ID/pause"),
    ("POST", "ID/delete"), ("POST", "ID/bots/A/admit"), ("POST", "ID/bots/A/judge"),
    ("POST", "ID/bots/A/exclude"), ("POST", "ID/bots/A/take_back"), ("POST", "ID/bots/A/alias"),
    ("GET", "ID/export.json"), ("GET", "ID/export.csv"),
)  # fmt: skip


class Teacher:
    """The teacher of a server whose players decide games as the gate is opened; it holds the teacher's key."""

    def __init__(self, folder: Path, confinement: Callable[[], str]) -> None:
        self.store = open_store(folder)
        self.players = Gated()
        self.service = CompetitionService(self.store, lambda: self.players, confinement, ladder_games=2)
        rights = Rights(self.store, folder)
        app = Flask("administration")
        app.register_blueprint(administration.blueprint(self.store, self.service, rights))
        answer_refusals(app)
        self.app, self.key = app, rights.teacher_key
        self.service.start()

    @property
    def client(self) -> FlaskClient:
        return self.app.test_client()

    def send(self, method: str, path: str, body: Any = None, key: str | None = None) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.key if key is None else key}"}
        address = f"/api/competitions/{path}".rstrip("/")
        return self.client.open(address, method=method, json=body, headers=headers)

    def get(self, path: str) -> Any:
        answer = self.send("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.send("POST", path, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json

    def refused(self, path: str, body: Any = None, method: str = "POST") -> tuple[int, str]:
        """Status and code of a refusal, which has a sentence."""
        answer = self.send(method, path, body)
        assert 400 <= answer.status_code < 600, answer.text
        assert answer.json is not None
        error = answer.json["error"]
        assert error["sentence"].endswith((".", "!")) or ":" in error["sentence"]
        return answer.status_code, error["code"]

    def close(self) -> None:
        self.players.gate.release(10_000)
        self.service.close()
        self.store.close()


@pytest.fixture
def teacher(tmp_path: Path) -> Iterator[Teacher]:
    opened = Teacher(tmp_path, lambda: "none")
    yield opened
    opened.close()


def hand_in(store: CompetitionStore, competition: str, alias: str) -> str:
    """A bot whose first games have yet to be played; its id."""
    entry = registration.register(store, competition, alias, name="Ada L.")
    store.add_version(entry.id, {"kind": "upload", "content": "x", "command": None}, 5, "better")
    return entry.id


def test_a_stranger_may_do_nothing_at_all(teacher: Teacher) -> None:
    made = make(teacher.store, bots=2)
    for key in ("", "wrong", "é" * 10, teacher.key[:-1]):
        for method, path in EVERY_ADDRESS:
            answer = teacher.send(method, path.replace("ID", made.id), {} if method == "POST" else None, key)
            assert answer.status_code == 403, (method, path)
            assert answer.json is not None
            assert answer.json["error"]["code"] == "not_teacher"
    match = teacher.app.url_map.bind("localhost").match
    tried = {match(f"/api/competitions/{path}".rstrip("/"), method)[0] for method, path in EVERY_ADDRESS}
    assert tried == {rule.endpoint for rule in teacher.app.url_map.iter_rules() if rule.rule.startswith("/api")}
    assert len(teacher.store.all()) == 1
    assert teacher.store.get(made.id).state == "open"


def test_a_title_and_a_game_are_enough(teacher: Teacher) -> None:
    made = teacher.post("", {"title": "Spring cup", "game": "camel"})
    assert made["url"] == f"/compete/{made['id']}/teach"
    shown = teacher.get(f"{made['id']}/teach")
    assert (shown["state"], shown["begun"], shown["bots"], shown["least"], shown["expected"]) == (
        "open",
        False,
        [],
        2,
        None,
    )
    assert shown["settings"]["clock"] == "10+1"
    assert [each["id"] for each in teacher.get("teach")["competitions"]] == [made["id"]]
    assert teacher.get("teach/sandbox") == {"problem": None}


def test_an_event_from_nothing_to_its_table(teacher: Teacher) -> None:
    spec = {
        "title": "Cup", "game": "tak", "options": {"size": 4}, "settings": {"clock": "2+0.1", "final": 2}, "seed": 5,
        "house": ["random", "minimax:budget=5"],
    }  # fmt: skip
    one = teacher.post("", spec)["id"]
    shown = teacher.post(f"{one}/house", {"bots": ["intuition"]})
    assert [bot["alias"] for bot in shown["bots"]] == ["First try", "minimax:budget=5", "Casual"]
    assert (shown["expected"], shown["options"]["size"], shown["seed"]) == (8, 4, 5)
    assert teacher.post(f"{one}/close")["state"] == "closed"
    assert teacher.post(f"{one}/open")["state"] == "open"
    shown = teacher.post(f"{one}/settings", {"title": "Great cup", "settings": {"times": 2, "bonus": "1=5"}})
    assert (shown["title"], shown["expected"], shown["settings"]["bonus"]) == ("Great cup", 14, "1=5")
    shown = teacher.post(f"{one}/run")
    assert (shown["state"], shown["begun"]) == ("running", True)
    assert teacher.refused(f"{one}/run") == (400, "already_begun")
    teacher.players.gate.release(200)
    until(lambda: teacher.get(f"{one}/teach")["state"] == "finished")
    shown = teacher.get(f"{one}/teach")
    assert shown["progress"]["done"] == shown["progress"]["total"] >= 14
    assert sum(row["points"] for row in shown["standings"]) == 12
    assert shown["standings"][0]["bonus"] == 5
    owned = shown["bots"][0]["id"]
    teacher.store.set_name(owned, "Ada Lovelace", shown=False)
    desk = administration_view.page(teacher.store, teacher.service, one)
    assert [row["name"] for row in desk["standings"]].count("Ada Lovelace") == 1, "real names stand here alone"
    names = translated([bot["called"] for bot in desk["bots"]], Languages([PLACE]).known["de"].catalogue)
    assert names == ["Neuling", "minimax:budget=5", "Hobbyspieler"], "as on the public pages"
    assert carried([row["called"] for row in desk["standings"]]) == carried(
        [row["name"] for row in public.page(teacher.store, one)["standings"]]
    )
    for step in ("run", "pause", "open", "close"):
        assert teacher.refused(f"{one}/{step}")[0] == 400, step
    assert teacher.refused(f"{one}/settings", {"settings": {"times": 3}}) == (400, "already_begun")
    assert teacher.refused(f"{one}/house", {"bots": ["random"]}) == (400, "already_begun")
    assert teacher.refused(f"{one}/bots/First%20try/exclude") == (400, "already_begun")
    assert teacher.post(f"{one}/bots/First%20try/alias", {"alias": "Late name"})["standings"]


def test_bots_are_admitted_excluded_and_renamed(teacher: Teacher) -> None:
    made = make(teacher.store, bots=2)
    entry = hand_in(teacher.store, made.id, "Rude")
    teacher.store.set_admission(teacher.store.entry(made.id, entry).active or "", "refused", "It crashed.")
    rude = teacher.get(f"{made.id}/teach")["bots"][2]
    assert (rude["name"], rude["name_shown"], rude["versions"][0]["reason"]) == ("Ada L.", False, "It crashed.")
    assert len(teacher.post(f"{made.id}/bots/{entry}/admit")["plays"]) == 3
    assert teacher.post(f"{made.id}/bots/{entry}/judge")["waits"] == ["Rude"]
    assert teacher.refused(f"{made.id}/run") == (409, "still_waiting")
    assert teacher.post(f"{made.id}/bots/{entry}/exclude")["waits"] == []
    assert teacher.post(f"{made.id}/bots/{entry}/take_back")["bots"][2]["excluded"] is False
    assert teacher.post(f"{made.id}/bots/{entry}/alias", {"alias": "Kind"})["bots"][2]["alias"] == "Kind"
    assert teacher.post(f"{made.id}/bots/{entry}/alias")["bots"][2]["alias"] not in ("Kind", "Rude")
    assert teacher.refused(f"{made.id}/bots/{entry}/alias", {"alias": "A"}) == (400, "name_taken")
    teacher.players.gate.release(1000)
    until(lambda: not teacher.get(f"{made.id}/teach")["waits"])
    assert teacher.post(f"{made.id}/run", {"without_waiting": True})["begun"]


def test_closing_leaves_those_in_their_first_games_in(teacher: Teacher) -> None:
    made = make(teacher.store, bots=1)
    hand_in(teacher.store, made.id, "Last")
    teacher.service.submitted(made.id)
    until(lambda: teacher.store.games(made.id, ["validation"]))
    assert teacher.post(f"{made.id}/close")["waits"] == ["Last"]
    teacher.players.gate.release(1000)
    until(lambda: teacher.get(f"{made.id}/teach")["plays"] == ["A", "Last"])
    assert teacher.post(f"{made.id}/run")["begun"]


def test_two_clicks_on_begin_begin_one_event(teacher: Teacher) -> None:
    made = make(teacher.store, bots=4)
    together = threading.Barrier(8)

    def click(_: int) -> int:
        together.wait()
        return teacher.send("POST", f"{made.id}/run").status_code

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(click, range(8)))
    assert sorted(statuses) == [200, *[400] * 7]
    teacher.players.gate.release(1000)
    until(lambda: teacher.store.get(made.id).state == "finished")
    assert len(teacher.players.given) == len(set(teacher.players.given)) == 12


def test_an_event_is_paused_and_goes_on_whenever_that_is_asked(teacher: Teacher) -> None:
    made = make(teacher.store, bots=4)
    assert teacher.refused(f"{made.id}/pause") == (400, "not_begun")
    teacher.post(f"{made.id}/run")
    teacher.players.gate.release(2)
    until(lambda: len(teacher.players.given) == 2)
    shown = teacher.post(f"{made.id}/pause")
    assert (shown["state"], shown["runs"]) == ("paused", True)
    assert teacher.refused(f"{made.id}/pause")[0] == 400
    assert teacher.post(f"{made.id}/run")["state"] == "running"  # though the games of before are not over yet
    teacher.post(f"{made.id}/pause")
    teacher.players.gate.release(1)
    until(lambda: not teacher.get(f"{made.id}/teach")["runs"])
    again = CompetitionService(teacher.store, Gated, lambda: "none")
    again.start()
    assert not again.runs(made.id)  # a restart does not begin what was paused
    again.close()
    teacher.post(f"{made.id}/run")
    teacher.players.gate.release(1000)
    until(lambda: teacher.store.get(made.id).state == "finished")
    assert len(teacher.players.given) == len(set(teacher.players.given)) == 12


def test_what_runs_is_deleted_with_its_title_only(teacher: Teacher) -> None:
    made, other = make(teacher.store, bots=4), make(teacher.store, bots=2)
    teacher.post(f"{made.id}/run")
    teacher.players.gate.release(2)
    until(lambda: len(teacher.players.given) == 2)
    assert teacher.refused(f"{made.id}/delete", {"title": "Wrong"}) == (400, "malformed")
    assert teacher.refused(f"{made.id}/delete", {}) == (400, "malformed")
    assert teacher.get(f"{made.id}/teach")["runs"]
    assert teacher.post(f"{made.id}/delete", {"title": "Test"}) == {"deleted": made.id}
    assert teacher.refused(f"{made.id}/teach", method="GET") == (404, "no_such_competition")
    assert teacher.refused(f"{made.id}/run") == (404, "no_such_competition")
    teacher.players.gate.release(1000)
    until(lambda: not teacher.service.runs(made.id))
    assert teacher.store.games(made.id) == []
    assert [each.id for each in teacher.store.all()] == [other.id]
    assert teacher.post(f"{other.id}/run")["begun"]


def test_no_name_is_a_formula_in_a_spreadsheet(teacher: Teacher) -> None:
    made = make(teacher.store, bots=2)
    teacher.store.set_name(teacher.store.entry(made.id, "A").id, "=1+2", True)
    teacher.post(f"{made.id}/run")
    teacher.players.gate.release(100)
    until(lambda: teacher.store.get(made.id).state == "finished")
    for table in ("standings", "games", "cross_table"):
        cells = csv.reader(io.StringIO(teacher.send("GET", f"{made.id}/export.csv?table={table}").text))
        assert not [cell for line in cells for cell in line if cell.startswith("=")], table


def test_everything_is_taken_home(teacher: Teacher) -> None:
    made = make(teacher.store, bots=3)
    teacher.store.set_name(teacher.store.entry(made.id, "A").id, "Ada L.", False)
    teacher.post(f"{made.id}/run")
    teacher.players.gate.release(100)
    until(lambda: teacher.store.get(made.id).state == "finished")
    rows = list(csv.DictReader(io.StringIO(teacher.send("GET", f"{made.id}/export.csv").text)))
    assert {row["name"]: row["real_name"] for row in rows} == {"A": "Ada L.", "B": "", "C": ""}
    assert len(teacher.send("GET", f"{made.id}/export.csv?table=games").text.splitlines()) == 7
    assert len(teacher.send("GET", f"{made.id}/export.csv?table=cross_table").text.splitlines()) == 4
    assert teacher.refused(f"{made.id}/export.csv?table=secrets", method="GET") == (400, "malformed")
    answer = teacher.send("GET", f"{made.id}/export.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    data: Mapping[str, Any] = answer.get_json()
    assert len(data["games"]) == 6
    assert all(game["record"]["verdicts"] and "logs" not in game["record"] for game in data["games"])
    assert {bot["real_name"] for bot in data["bots"]} == {"Ada L.", None}
    assert "owner" not in answer.text


WRONG: tuple[tuple[str, Any], ...] = (
    ("", []), ("", "text"), ("", {}), ("", {"title": "Cup"}), ("", {"title": 5, "game": "camel"}),
    ("", {"title": "Cup", "game": ["camel"]}), ("", {"title": "Cup", "game": "chess"}),
    ("", {"title": "x" * 100_000, "game": "camel"}), ("", {"title": "\ud800", "game": "camel"}),
    ("", {"title": "Cup", "game": "camel", "options": {"nonsense": 1}}),
    ("", {"title": "Cup", "game": "camel", "options": [1]}),
    ("", {"title": "Cup", "game": "camel", "settings": {"times": 10**9}}),
    ("", {"title": "Cup", "game": "camel", "settings": {"rules": {"bonus": "1=1"}}}),
    ("", {"title": "Cup", "game": "camel", "settings": []}),
    ("", {"title": "Cup", "game": "camel", "seed": -1}), ("", {"title": "Cup", "game": "camel", "seed": True}),
    ("", {"title": "Cup", "game": "camel", "seed": 2**31}),
    ("", {"title": "Cup", "game": "camel", "house": "random"}),
    ("", {"title": "Cup", "game": "camel", "house": [{}]}),
    ("", {"title": "Cup", "game": "camel", "house": ["random"] * 1000}),
    ("", {"title": "Cup", "game": "camel", "house": ["minimax:budget=nan"]}),
    ("", {"title": "Cup", "game": "punter", "options": {"punters": 3}, "settings": {"pairing": "swiss"}}),
    ("", {"title": "Cup", "game": "punter", "options": {"punters": 1}}),
    ("", {"title": "Cup", "game": "camel", "state": "finished"}),
    ("ID/settings", {"settings": {"final": "many"}}), ("ID/settings", {"settings": {"clock": "1e9+1"}}),
    ("ID/settings", {"title": "", "settings": {"times": 5}}), ("ID/settings", {"title": {}}),
    ("ID/house", {"bots": ["nobody"]}), ("ID/house", {"bots": [5]}), ("ID/run", {"without_waiting": "yes"}),
    ("ID/run", {"force": True}), ("ID/pause", {}), ("ID/bots/Z/admit", {}),
    ("ID/bots/A/alias", {"alias": 5}), ("ID/bots/A/alias", {"alias": "\x00"}),
    ("ID/bots/A/alias", {"alias": " "}), ("nothing/run", {}), ("ID/delete", {"title": None}),
)  # fmt: skip


def test_what_is_wrong_is_refused_with_a_sentence_and_changes_nothing(teacher: Teacher) -> None:
    made = make(teacher.store, bots=2)
    before = teacher.get(f"{made.id}/teach")
    for path, body in WRONG:
        status, _ = teacher.refused(path.replace("ID", made.id), body)
        assert status in (400, 404), (path, body)
    assert teacher.get(f"{made.id}/teach") == before
    assert len(teacher.store.all()) == 1


def test_too_many_changes_at_once_are_refused_and_strangers_take_nothing_from_the_teacher(teacher: Teacher) -> None:
    made = make(teacher.store, bots=2)
    assert 429 in [teacher.send("POST", f"{made.id}/open", key="").status_code for _ in range(70)]
    assert teacher.post(f"{made.id}/close")["state"] == "closed"
    assert 429 in [teacher.send("POST", f"{made.id}/open").status_code for _ in range(70)]


def test_without_a_sandbox_no_event_of_handed_in_bots_begins(tmp_path: Path) -> None:
    def none() -> str:
        raise NoSandbox("Install bubblewrap.")

    teacher = Teacher(tmp_path, none)
    made, plain = make(teacher.store, bots=2), make(teacher.store, bots=2)
    entry = teacher.store.entry(made.id, hand_in(teacher.store, made.id, "New"))
    teacher.store.set_admission(entry.active or "", "admitted")
    assert teacher.get("teach/sandbox") == {"problem": "Install bubblewrap."}
    assert teacher.refused(f"{made.id}/run")[1] == "no_sandbox"
    assert not teacher.get(f"{made.id}/teach")["begun"]
    assert teacher.post(f"{plain.id}/run")["begun"]
    teacher.close()
