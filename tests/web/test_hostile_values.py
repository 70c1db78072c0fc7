"""Values that no field holds, sent to each address that takes JSON, are refused in a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from plyground.core.settings import Settings
from plyground.web.application import create_app

VALUES = (
    "9" * 400, "-" + "9" * 400, "9" * 5_000, "1e400", "1e999", "-1e999", "NaN", "Infinity", "-Infinity", "1e-400",
    "18446744073709551616", '"' + "9" * 400 + '"', '"nan"', '"\\ud800"', '"\\u0000"', '"a\\u0000b"',
    "[" * 90 + "]" * 90,
    "[" * 5_000 + "]" * 5_000, '{"a":' * 5_000 + "1" + "}" * 5_000, "true", "null", "[]", "{}", '[{"text": 7}]', '""',
)  # fmt: skip
FIELDS: dict[str, dict[str, Any]] = {
    "/games": {
        "game": "othello", "options": {"size": 8}, "position": "", "moves": ["f5"], "seats": [],
        "clock": {"kind": "none"},
        "pace": 1, "seed": 1, "level": "", "record": "",
    },
    "/api/position": {"game": "punter", "options": {"map": "path-5", "punters": 2}, "position": "", "moves": []},
    "/api/tree": {"game": "tree", "options": {"seed": 3}, "position": "", "depth": 3},
    "/api/replays": {"game": "tak", "record": "a1 b2"},
    "/api/replays/views": {"record": "f5d6"},
    "/api/lab/look": {"game": "camel", "options": {"board_width": 5}, "position": "", "moves": []},
    "/api/lab/estimate": {"game": "othello", "search": "alphabeta", "settings": {"depth": 2}, "seat": 0, "seed": 1},
    "/api/lessons/rank": {"game": "tak", "settings": {}, "options": {"size": 5, "komi": 2}},
    "/api/lessons/match": {"elo": 20, "draws": 30, "elo0": 0, "elo1": 60, "seed": 1},
    "/api/classes": {"name": "x"},
    "/api/homework": {"plan": {"title": "x", "entries": []}, "due": 4e9, "until": 4e9, "gone": 4e9, "tries": 3,
        "open": True, "list": "Ada", "like": {"id": "x", "key": "y"}},
    "/api/trials": {"game": "othello", "source": "x", "against": "nobody", "seat": 0,
        "clock": {"base": 1, "increment": 0}},
}  # fmt: skip


def spoilt(good: dict[str, Any], value: str) -> list[str]:
    """The message with the value in each field in turn, and in each field of its objects."""
    mark = "the value stands here"
    places = [{**good, name: mark} for name in good]
    for name, inner in good.items():
        if isinstance(inner, dict):
            places += [{**good, name: {**inner, each: mark}} for each in inner]
        elif isinstance(inner, list):
            places.append({**good, name: [mark]})
    return [json.dumps(place).replace(f'"{mark}"', value) for place in places]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """The application, asked by nobody in particular: then nothing is counted."""
    folder = tmp_path_factory.mktemp("hostile")
    return create_app(Settings(database=f"sqlite:///{folder / 'games.sqlite3'}")).test_client()


@pytest.mark.parametrize("address", FIELDS)
def test_each_is_refused_in_a_sentence(client: FlaskClient, address: str) -> None:
    nobody = {"REMOTE_ADDR": ""}
    for value in VALUES:
        for body in spoilt(FIELDS[address], value):
            answer = client.post(address, data=body, content_type="application/json", environ_overrides=nobody)
            assert answer.status_code < 500, (body[:200], answer.text)
            if answer.status_code >= 400:
                assert 0 < len(answer.json["error"]["sentence"]) < 1_000, body[:200]  # type: ignore[index]


@pytest.mark.parametrize(
    "path", ["/api/games/%00", "/g/a%00b", "/api/games/%ED%A0%80", "/api/maps/%00", "/class/%00", "/compete/%00"]
)
def test_null_bytes_in_addresses_find_nothing(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code in {400, 404}
