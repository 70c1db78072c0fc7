"""Every address of a running server: what it gives, in which form, and how it refuses."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests

from plyground.core import registry
from tools.benchmarks.serving import Server

GAMES = sorted(registry.games())
PAGES = ["/", "/rules", *(f"/new/{game}" for game in GAMES), *(f"/rules/{game}" for game in GAMES)]
BOTS = [{"kind": "bot", "bot": "random"}] * 2


def make(server: Server, **spec: Any) -> dict[str, Any]:
    """A new game."""
    answer = requests.post(f"{server.url}/games", json={"game": GAMES[0], **spec}, timeout=10)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


@cache
def status(address: str) -> int:
    """How an address answers, which many pages lead to and which is asked once."""
    return requests.get(address, timeout=10).status_code


def refusal(answer: requests.Response) -> tuple[int, str]:
    """Status and code of a refusal, after a look at its form."""
    error = answer.json()["error"]
    assert set(error) == {"code", "sentence"}
    assert error["sentence"].endswith((".", "…"))
    return answer.status_code, error["code"]


class Links(HTMLParser):
    """Collects what a page asks for and where it leads."""

    def __init__(self) -> None:
        super().__init__()
        self.assets: set[str] = set()
        self.anchors: set[str] = set()
        self.inline: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        address = found.get("src") or found.get("href")
        if tag in ("script", "link", "img") and address:
            self.assets.add(address)
        elif tag == "a" and address:
            self.anchors.add(address)
        if tag == "script":
            self.inline.append((tag, found))
        assert "style" not in found, f"inline style on <{tag}>"
        assert not any(name.startswith("on") for name in found), f"inline handler on <{tag}>"


def links(text: str) -> Links:
    """The links of a page."""
    found = Links()
    found.feed(text)
    return found


@pytest.mark.parametrize("path", PAGES)
def test_page(server: Server, path: str) -> None:
    answer = requests.get(server.url + path, timeout=10)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    found = links(answer.text)
    for asset in found.assets:
        assert asset.startswith("/static/") or asset == "/manifest.webmanifest", asset
        assert status(server.url + asset) == 200, asset
    for anchor in found.anchors:
        assert urlsplit(anchor).netloc == ""
        if anchor.startswith("/"):
            assert status(server.url + anchor) == 200, anchor


@pytest.mark.parametrize("game", GAMES)
def test_page_of_a_game_holds_its_snapshot(server: Server, game: str) -> None:
    made = make(server, game=game)
    answer = requests.get(f"{server.url}/g/{made['id']}", timeout=10)
    assert answer.status_code == 200
    held = re.search(r'<script id="snapshot" type="application/json"[^>]*>(.*?)</script>', answer.text, re.S)
    assert held is not None
    snapshot = json.loads(held[1])
    assert (snapshot["id"], snapshot["game"], snapshot["you"]["seats"]) == (made["id"], game, [])
    assert made["tokens"]["s0"] not in answer.text
    for asset in links(answer.text).assets:
        assert status(server.url + asset) == 200, asset


@pytest.mark.parametrize("game", GAMES)
def test_home_offers_each_game_with_its_board(server: Server, game: str) -> None:
    text = requests.get(server.url, timeout=10).text
    article = re.search(rf'<article class="game card" data-game="{game}".*?</article>', text, re.S)
    assert article is not None
    view = re.search(r'<script type="application/json">(.*?)</script>', article[0], re.S)
    assert view is not None
    assert json.loads(view[1])["moves"], "the board can be played on"
    assert '<option value="minimax-3000"' in article[0]
    assert re.search(r'value="minimax-3000"[^>]* selected', article[0])


@pytest.mark.parametrize("game", GAMES)
def test_one_click_makes_a_game_against_the_usual_bot(server: Server, game: str) -> None:
    fields = {"game": game, "level": "minimax-3000", "with": "bot"}
    answer = requests.post(f"{server.url}/games", data=fields, allow_redirects=False, timeout=10)
    assert answer.status_code == 303
    place = urlsplit(answer.headers["Location"])
    assert re.fullmatch(r"s0=[\w-]{16,}", place.fragment)
    seats = requests.get(f"{server.url}/api/games/{place.path.split('/')[-1]}", timeout=10).json()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot"]
    usual = {"camel": "Practised", "othello": "Learner", "punter": "Club", "tak": "Practised", "tree": "Casual"}
    assert (seats[1]["name"], seats[1]["level"]) == (usual[game], "Minimax 3,000")


@pytest.mark.parametrize(("company", "tokens"), [("bots", ["d"]), ("friend", ["s0", "i1"])])
def test_the_other_buttons(server: Server, company: str, tokens: list[str]) -> None:
    fields = {"game": GAMES[0], "level": "random", "with": company}
    answer = requests.post(f"{server.url}/games", data=fields, allow_redirects=False, timeout=10)
    fragment = urlsplit(answer.headers["Location"]).fragment
    assert [pair.split("=")[0] for pair in fragment.split("&")] == tokens


def test_a_game_by_json_and_what_can_be_read_of_it(server: Server) -> None:
    moves = ["f5", "d6"]
    made = make(server, game="othello", moves=moves, seats=[{"kind": "person", "name": "Ada"}, {"kind": "link"}])
    api = f"{server.url}/api/games/{made['id']}"
    assert made["url"] == f"/g/{made['id']}#s0={made['tokens']['s0']}&i1={made['tokens']['i1']}"
    snapshot = requests.get(api, timeout=10).json()
    assert [move["text"] for move in snapshot["moves"]] == moves
    assert snapshot["seats"][0]["name"] == "Ada"
    views = requests.get(f"{api}/views", timeout=10).json()["views"]
    assert [view["cells"].count("-") for view in views] == [60, 59, 58]
    assert requests.get(f"{api}/views?from=1&to=1", timeout=10).json()["views"] == views[1:2]
    assert requests.get(f"{api}/views?from=9", timeout=10).json()["views"] == []
    assert refusal(requests.get(f"{api}/views?from=-1", timeout=10))[0] == 400
    record = requests.get(f"{api}/record?download", timeout=10)
    assert record.headers["Content-Disposition"] == f'attachment; filename="plyground-{made["id"]}.json"'
    assert record.json()["plyground"] == 1
    notation = requests.get(f"{api}/notation?form=transcript", timeout=10)
    if notation.ok:
        assert "f5d6" in notation.text.lower()
    assert refusal(requests.get(f"{api}/notation?form=cuneiform", timeout=10))[0] == 400
    assert not any(token in requests.get(api, timeout=10).text for token in made["tokens"].values())


def test_every_declared_notation_can_be_read(server: Server) -> None:
    for game_id, rules in registry.games().items():
        made = make(server, game=game_id)
        for form in rules.spec.records:
            answer = requests.get(f"{server.url}/api/games/{made['id']}/notation?form={form}", timeout=10)
            assert answer.ok, (game_id, form, answer.text)
            assert answer.headers["Content-Type"] in ("text/plain; charset=utf-8", "application/json")


def test_going_on_from_a_ply(server: Server) -> None:
    made = make(server, game="othello", moves=["f5", "d6", "c3"], seats=[{"kind": "person"}, {"kind": "link"}])
    body: dict[str, Any] = {"ply": 2, "bot": "random"}
    answer = requests.post(f"{server.url}/api/games/{made['id']}/continue", json=body, timeout=10)
    assert answer.status_code == 201
    snapshot = requests.get(f"{server.url}/api/games/{answer.json()['id']}", timeout=10).json()
    assert snapshot["ply"] == 2
    assert [seat["kind"] for seat in snapshot["seats"]] == ["person", "bot"]
    again = requests.post(
        f"{server.url}/api/games/{made['id']}/continue", data={"ply": "1"}, allow_redirects=False, timeout=10
    )
    assert again.status_code == 303


def test_live_games_are_listed_and_shown_at_home(server: Server) -> None:
    made = make(server, seats=BOTS, pace=5)
    cards = requests.get(f"{server.url}/api/live", timeout=10).json()["games"]
    card = next(card for card in cards if card["id"] == made["id"])
    assert {"game", "title", "seats", "ply", "status", "view", "watchers"} <= set(card)
    assert len(cards) <= 24
    assert made["id"] in requests.get(server.url, timeout=10).text


def test_catalogue_names_all_options_presets_levels_and_bots(server: Server) -> None:
    catalogue = requests.get(f"{server.url}/api/catalogue", timeout=10).json()
    assert [game["id"] for game in catalogue["games"]] == list(registry.games())
    for entry in catalogue["games"]:
        rules = registry.game(entry["id"])
        assert [option["name"] for option in entry["options"]] == [option.name for option in rules.spec.options]
        assert entry["default_level"] == "minimax-3000"
        for bot in entry["bots"]:
            declared = registry.bot(bot["id"]).options(rules)
            assert [option["name"] for option in bot["options"]] == [option.name for option in declared]
    assert {bot["id"] for bot in catalogue["bots"]} == set(registry.bots())


def test_position_check(server: Server) -> None:
    address = f"{server.url}/api/position"
    found = requests.post(address, json={"game": "othello", "options": {"size": "6"}}, timeout=10).json()
    assert found["view"]["size"] == 6
    assert len(found["view"]["moves"]) == 4
    played = requests.post(address, json={"game": "othello", "record": "f5d6"}, timeout=10).json()
    assert played["moves"] == ["f5", "d6"]
    answer = requests.post(address, json={"game": "othello", "position": "nonsense"}, timeout=10)
    assert refusal(answer) == (400, "malformed_position")


def test_qr_code(server: Server) -> None:
    answer = requests.get(f"{server.url}/qr.svg", params={"path": "/g/abc"}, timeout=10)
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    foreign = requests.get(f"{server.url}/qr.svg", params={"path": "//evil.example"}, timeout=10)
    assert "address on this server" in foreign.text
    assert foreign.status_code == 400


def test_health(server: Server) -> None:
    health = requests.get(f"{server.url}/health", timeout=10).json()
    assert health["ok"] is True
    assert health["workers"] >= 1
    assert health["kernels"]["done"] == health["kernels"]["of"]
