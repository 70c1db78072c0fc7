"""The pages of competitions over http: tables and replays of games that were really played, and what stays private."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from flask.testing import FlaskClient

from plyground.competitions import counting, registration
from plyground.competitions.presentation import browsing
from plyground.competitions.presentation.snapshot import forget, snapshot
from plyground.competitions.ranking.ratings import cross_table, ratings
from plyground.competitions.refereeing.referee import play_game
from plyground.competitions.running import schedule
from plyground.competitions.running.competition_runner import CompetitionRunner, begin
from plyground.competitions.running.tasks import arrived, call
from plyground.competitions.store import Competition, CompetitionStore
from plyground.competitions.submissions.unpacking import read as read_files
from plyground.core.refusals import CannotPlay
from plyground.core.settings import Settings
from plyground.web.application import create_app
from tests.competitions.events import Deciders, make

SECRET = "Hidden Owner"
CHEEKY = "<i>Fox</i>"


def really(task: Mapping[str, Any]) -> dict[str, Any]:
    """A record of the game as it is played here; each bot leaves a log."""
    return play_game(task) | {"logs": ["a private thought", "another"]}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FlaskClient, CompetitionStore, Competition]]:
    """A server with one finished event of three bots, one of which has an odd alias and a name that is not shown."""
    settings = Settings(database=f"sqlite:///{tmp_path_factory.mktemp('place') / 'games.sqlite3'}", workers=1)
    app = create_app(settings)
    store: CompetitionStore = app.extensions["contests"]
    made = make(store, bots=2, game="othello", options={"size": 4})
    registration.register_with(store, made.id, "minimax:budget=20", alias=CHEEKY, name=SECRET)
    CompetitionRunner(store, made.id, Deciders(really), "none").run_event()
    yield app.test_client(), store, made
    store.close()


def get(client: FlaskClient, path: str) -> Any:
    answer = client.get(path, headers={"Accept": "application/json"})
    assert answer.status_code == 200, answer.text
    return answer.json


def test_the_page_has_the_table_and_every_game(place: tuple[FlaskClient, CompetitionStore, Competition]) -> None:
    client, _, made = place
    assert [each["id"] for each in get(client, "/api/competitions")["competitions"]] == [made.id]
    shown = get(client, f"/api/competitions/{made.id}")
    assert shown["state"] == "finished"
    assert shown["progress"]["done"] == shown["progress"]["total"] == 6
    assert len(shown["games"]) == shown["games_played"] == 6
    assert sum(row["points"] for row in shown["standings"]) == 6
    assert {row["name"] for row in shown["standings"]} == {"A", "B", CHEEKY}
    assert {bot["admission"] for bot in shown["bots"]} == {"validated"}
    assert {bot["entry"] for bot in shown["bots"]} == {row["entry"] for row in shown["standings"]}
    assert shown["seats"] == 2
    for line, row in enumerate(shown["cross_table"]):
        assert [cell and cell[0] for cell in row] == [None if column == line else 1 for column in range(3)]
    first_points = sum(cell[1] for row in shown["cross_table"] for cell in row if cell)
    assert first_points == sum(1 - 0.5 * (game["ranks"] == [1, 1]) for game in shown["games"] if game["ranks"][0] == 1)
    assert client.get("/compete").status_code == 200
    table = client.get(f"/api/competitions/{made.id}/standings.csv").text
    assert len(table.splitlines()) == 4


def test_a_game_replays_board_by_board(place: tuple[FlaskClient, CompetitionStore, Competition]) -> None:
    client, store, made = place
    game = get(client, f"/api/competitions/{made.id}")["games"][0]
    path = f"/api/competitions/{made.id}/games/{game['id']}"
    shown = get(client, path)
    record = store.game(game["id"])[3]
    assert record is not None
    assert [move["text"] for move in shown["moves"]] == record["moves"]
    assert [seat["name"] for seat in shown["seats"]] == game["names"]
    views = get(client, f"{path}/views")["views"]
    assert len(views) == shown["ply"] + 1
    assert views[-1] == shown["view"]
    assert views[-1]["returns"] is not None
    assert get(client, f"{path}/views?from=2&to=3")["views"] == views[2:4]
    assert len(shown["times"]) == 2
    assert shown["result"]["sentence"]


def test_a_game_can_be_taken_away_in_every_notation(place: tuple[FlaskClient, CompetitionStore, Competition]) -> None:
    client, _, made = place
    game = get(client, f"/api/competitions/{made.id}")["games"][0]
    path = f"/api/competitions/{made.id}/games/{game['id']}"
    shown = get(client, path)
    for form in shown["records"]:
        answer = client.get(f"{path}/notation?form={form}")
        assert answer.status_code == 200, form
        assert answer.text.strip()
    own = client.get(f"{path}/notation").text
    read = client.post("/api/replays", json={"record": own}).json
    assert read is not None
    assert [move["text"] for move in read["moves"]] == [move["text"] for move in shown["moves"]]
    assert read["view"] == shown["view"]
    wrong = client.get(f"{path}/notation?form=odd", headers={"Accept": "application/json"})
    assert wrong.status_code == 400


def test_games_are_found_by_bot_verdict_and_kind_and_the_list_goes_on(
    place: tuple[FlaskClient, CompetitionStore, Competition], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, _, made = place
    path = f"/api/competitions/{made.id}/games"
    everything = get(client, path)
    assert everything["total"] == len(everything["games"]) == 6
    assert everything["more"] is False
    one, other = [row["entry"] for row in get(client, f"/api/competitions/{made.id}")["standings"]][:2]
    assert get(client, f"{path}?bot={one}")["total"] == 4
    assert get(client, f"{path}?bot={one}&against={other}&kind=event")["total"] == 2
    assert get(client, f"{path}?kind=final")["total"] == 0
    assert get(client, f"{path}?verdict=failed")["total"] == 0
    assert get(client, f"{path}?verdict=fair")["total"] == 6
    monkeypatch.setattr(browsing, "AT_ONCE", 4)
    start = get(client, path)
    assert start["more"] is True
    rest = get(client, f"{path}?before={start['games'][-1]['id']}")
    assert [game["id"] for game in start["games"] + rest["games"]] == [game["id"] for game in everything["games"]]
    assert rest["more"] is False
    for wrong, status in (("bot=nobody", 404), ("verdict=nice", 400), ("kind=odd", 400), ("before=nope", 404)):
        answer = client.get(f"{path}?{wrong}", headers={"Accept": "application/json"})
        assert answer.status_code == status, wrong
        assert answer.json is not None
        assert answer.json["error"]["sentence"]


def test_each_version_has_its_rating(place: tuple[FlaskClient, CompetitionStore, Competition]) -> None:
    client, _, made = place
    found = get(client, f"/api/competitions/{made.id}/progress")
    assert found["seats"] == 2
    assert [bot["name"] for bot in found["bots"]] == ["A", "B", CHEEKY]
    for bot in found["bots"]:
        (version,) = bot["versions"]
        assert version["active"]
        assert version["games"] == 4
        assert version["elo_error"] > 0
    assert abs(sum(bot["versions"][0]["elo"] for bot in found["bots"])) < 1e-6


def test_a_page_is_counted_anew_only_after_something_changed(
    place: tuple[FlaskClient, CompetitionStore, Competition],
) -> None:
    client, store, made = place
    now = snapshot(store, made.id)
    get(client, f"/api/competitions/{made.id}")
    assert snapshot(store, made.id) is now
    entry = store.entry(made.id, "A")
    store.set_name(entry.id, "Ada", True)
    assert snapshot(store, made.id) is not now
    assert "Ada" in {row["name"] for row in get(client, f"/api/competitions/{made.id}")["standings"]}
    store.set_name(entry.id, None, False)
    answer = client.get(f"/api/competitions/{made.id}")
    again = client.get(f"/api/competitions/{made.id}", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_table_is_counted_once_for_the_page_and_the_file(
    place: tuple[FlaskClient, CompetitionStore, Competition], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, store, made = place
    path, counted = f"/api/competitions/{made.id}", Mock(wraps=cross_table)
    monkeypatch.setattr(counting, "cross_table", counted)
    store.set_name(store.entry(made.id, "B").id, "Bea", True)
    for _unused in range(2):
        assert "Bea" in client.get(f"{path}/standings.csv").text
        get(client, path)
    store.set_name(store.entry(made.id, "B").id, None, False)
    assert "Bea" not in client.get(f"{path}/standings.csv").text
    assert counted.call_count == 2


def test_ratings_are_counted_once_for_all_pages(
    place: tuple[FlaskClient, CompetitionStore, Competition], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, store, made = place
    path, counted = f"/api/competitions/{made.id}", Mock(wraps=ratings)
    monkeypatch.setattr(counting, "ratings", counted)
    forget(store)
    for page in ("", "/ladder", "/progress", "/worth"):
        get(client, f"{path}{page}")
    assert counted.call_count == 3, "of the event, of the ladder and of all games"


def test_what_is_private_stays_private(place: tuple[FlaskClient, CompetitionStore, Competition]) -> None:
    client, store, made = place
    game = get(client, f"/api/competitions/{made.id}")["games"][0]["id"]
    paths = [
        f"/api/competitions/{made.id}", f"/api/competitions/{made.id}/games/{game}", "/compete", f"/compete/{made.id}",
        f"/compete/{made.id}/games/{game}", f"/api/competitions/{made.id}/standings.csv",
    ]  # fmt: skip
    for path in paths:
        text = client.get(path).text
        assert "private thought" not in text, path
        assert SECRET not in text, path
        assert "<i>Fox" not in text or path.startswith("/api"), path
    entry = store.entry(made.id, CHEEKY)
    store.set_name(entry.id, SECRET, True)
    assert SECRET in json.dumps(get(client, f"/api/competitions/{made.id}")["standings"])
    store.set_name(entry.id, SECRET, False)


def test_what_is_not_there_is_refused(place: tuple[FlaskClient, CompetitionStore, Competition]) -> None:
    client, store, made = place
    other = make(store, bots=2)
    game = get(client, f"/api/competitions/{made.id}")["games"][0]["id"]
    for path in ("nope", f"{other.id}/games/{game}", f"{made.id}/games/nope", f"{made.id}/games/nope/views"):
        answer = client.get(f"/api/competitions/{path}", headers={"Accept": "application/json"})
        assert answer.status_code == 404, path
        assert answer.json is not None
        assert answer.json["error"]["sentence"]
    assert client.get("/compete/nope").status_code == 404
    wrong = client.get(f"/api/competitions/{made.id}/games/{game}/views?from=x")
    assert wrong.status_code == 400
    assert get(client, f"/api/competitions/{other.id}")["standings"] == []
    store.delete(other.id)


def test_a_game_that_failed_by_our_fault_waits_and_is_no_game_yet(tmp_path: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1))
    store: CompetitionStore = app.extensions["contests"]
    made = make(store, bots=2, game="othello", options={"size": 4})
    runner = CompetitionRunner(
        store, made.id, Deciders(lambda task: play_game(task) | {"status": "server_fault"}), "none"
    )
    with pytest.raises(CannotPlay):
        runner.run_event()
    game = store.games(made.id)[0].id
    for path in ("", "/views", "/notation", "/logs"):
        answer = app.test_client().get(f"/api/competitions/{made.id}/games/{game}{path}")
        assert answer.status_code == 404, path
        assert "immutable" not in answer.headers["Cache-Control"]
    store.close()


def test_verdicts_are_told_in_the_readers_language(tmp_path: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1))
    store: CompetitionStore = app.extensions["contests"]
    made = make(store, bots=0, game="othello", options={"size": 4})
    (tmp_path / "bot.py").write_text("def make_move(random, time, configuration, state):\n    return 'a1'\n")
    owned = registration.register(store, made.id, "Cheat")
    registration.submit(store, owned, read_files(tmp_path / "bot.py"))
    runner = CompetitionRunner(
        store, made.id, Deciders(lambda task: arrived(json.loads(json.dumps(call(task, {}, "", print))))), "none"
    )
    assert [each.admission for each in runner.validate()] == ["refused"]
    german = {"Accept": "application/json", "Accept-Language": "de"}
    english = get(app.test_client(), f"/api/competitions/{made.id}")["bots"][0]["reason"]
    told: Any = app.test_client().get(f"/api/competitions/{made.id}", headers=german).json
    assert english.startswith("In its game against itself: It played “a1” at its move 1, which is not allowed:")
    assert told["bots"][0]["reason"].startswith(
        "In der Partie gegen sich selbst: Der Bot spielte bei seinem Zug 1 „a1“, was nicht erlaubt ist:"
    )
    game = next(each for each in store.games(made.id, ["validation"]) if len(set(each.entrants)) == 1)
    shown: Any = app.test_client().get(f"/api/competitions/{made.id}/games/{game.id}", headers=german).json
    assert (
        shown["result"]["sentence"].startswith("Niemand hat gewonnen. ")
        or "hat gewonnen." in shown["result"]["sentence"]
    )
    assert {verdict["name"] for verdict in shown["verdicts"]} == {"verbotener Zug", "zu Ende gespielt"}
    assert "which" not in shown["result"]["sentence"]
    store.close()


def test_the_page_of_a_game_that_is_to_be_played_yet_leads_to_where_it_is_followed(
    place: tuple[FlaskClient, CompetitionStore, Competition],
) -> None:
    client, store, _ = place
    made = make(store, bots=2, game="othello", options={"size": 4})
    begin(store, made.id)
    games = schedule.event_games(store.snapshot(made.id))
    store.schedule(made.id, games)
    busy = {**really(games[0].task), "disturbed": True}
    store.count_fault(games[0].id, busy)  # it was played while the machine was busy, and will be once again
    answer = client.get(f"/compete/{made.id}/games/{games[0].id}")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/compete/{made.id}/live/{games[0].id}")
    assert client.get(f"/compete/{made.id}/live/{games[0].id}").status_code == 200
    store.finish(games[0].id, busy)
    assert client.get(f"/compete/{made.id}/games/{games[0].id}").status_code == 200
    assert client.get(f"/compete/{made.id}/live/{games[0].id}").status_code == 302
    assert client.get(f"/compete/{made.id}/games/none").status_code == 404
    store.delete(made.id)
