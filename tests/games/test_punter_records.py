"""Whole games of Lambda Punter: the contest's JSON and the organisers' log, read, replayed, scored and written back."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from plyground.core.errors import MalformedRecord
from plyground.core.record import Record
from plyground.games.punter import GAME, charts, mapfile, records, scores
from plyground.games.punter.position import credits_of, options_left, punters
from tests.games.test_punter_rules import SQUARE, after, begin

SHARED = Path(__file__).resolve().parents[3] / "shared"
CASES = SHARED / "data" / "punter_cases.json"
GIVEN: dict[str, Any] = json.loads(CASES.read_text(encoding="utf-8")) if CASES.exists() else {}
LOGS = sorted((SHARED / "data" / "punter_logs").glob("*.json"))

LOG = """{"game":
[{"start":{}},
{"settings":{"futures":true,"splurges":true,"options":true}},
{"map":"the-map"},
{"punter":0,"team":"Ada"},
{"punter":1,"team":"Grace"},
{"punter":0,"futures":[{"source":0,"target":2}]},
{"punter":1,"futures":[]},
{"gameplay":"start"},
{"pass":{"punter":0}},
{"claim":{"punter":1,"source":0,"target":1}},
{"splurge":{"punter":0,"route":[0,1,2]}},
{"timeout":{"punter":1}},
{"zombie":{"punter":1}},
{"claim":{"punter":0,"source":3,"target":4}},
{"pass":{"punter":1}},
{"gameplay":"stop"},
{"scores":[{"punter":0,"score":13,"team":"Ada"},{"punter":1,"score":1,"team":"Grace"}]},
{"futures":[{"punter":0,"scores":[{"mine":0,"score":8}]},{"punter":1,"scores":[{"mine":0,"score":0}]}]},
{"statuses":[{"punter":0,"active":true,"credit":0,"options":0},{"punter":1,"active":false}]},
{"stop":{}}]}
"""


def kept_square() -> str:
    return charts.keep(mapfile.read(SQUARE)).name


def end(record: Record) -> Any:
    return GAME.replay(GAME.initial(record.options), record.moves)[-1]


def the_map(name: str) -> Any:
    return next(json.loads(path.read_text()) for path in (SHARED / "maps").rglob(name))


def test_a_log_reads_replays_and_writes_back() -> None:
    text = LOG.replace("the-map", kept_square())
    record = GAME.read_record(text)
    assert record.moves == ("futures 0:2", "futures -", "pass", "0-1", "splurge 0-1-2", "pass", "3-4", "pass")
    assert record.tags == {"team_0": "Ada", "team_1": "Grace", "zombies": "3", "timeouts": "3"}
    assert scores.totals(end(record)) == [13, 1]
    assert GAME.write_record(record, "log") == text


def test_refused_moves_of_a_record_are_passes_and_the_turn_tells_who_moved() -> None:
    claim = {"claim": {"punter": 7, "source": 1, "target": 0}}
    moves = [
        claim,
        claim,
        {"splurge": {"punter": 0, "route": [1, 2, 3]}},
        {"claim": {"source": 0, "target": 9}},
        claim,
        3,
    ]
    text = json.dumps({"map": SQUARE, "punters": 2, "settings": {"splurges": True}, "moves": moves})
    assert GAME.read_record(text).moves == ("0-1", *["pass"] * 5)


def test_bets_that_do_not_count_are_left_out_of_a_record() -> None:
    bets = [(0, 3), (1, 2), (0, 0), (0, 2), (0, 77), ("a", 2)]
    entries = [{"source": source, "target": target} for source, target in bets]
    data = {"map": SQUARE, "punters": 2, "settings": {"futures": True}, "futures": {"1": entries}, "moves": []}
    assert GAME.read_record(json.dumps(data)).moves == ("futures -", "futures 0:2")


def test_rivers_alone_can_be_scored_but_not_replayed() -> None:
    data = {"map": SQUARE, "rivers": [[[0, 1], [1, 2]], [[0, 1]]], "futures": [[{"source": 0, "target": 2}], []]}
    assert scores.totals(records.read(json.dumps(data), GAME.options()).end) == [13, 1]
    with pytest.raises(MalformedRecord, match="can be scored, not replayed"):
        GAME.read_record(json.dumps(data))


@pytest.mark.parametrize("form", ["contest", "log"])
def test_games_with_routes_bets_and_another_start_read_back(form: str) -> None:
    flags = ("futures", "splurges", "options")
    start = after(begin(SQUARE, 2, *flags), "futures 0:2", "futures -", "pass", "0-1")
    record = Record({}, GAME.position_text(start), ("splurge 0-1-2", "3-4"), {})
    again = GAME.read_record(GAME.write_record(record, form))
    assert end(again) == after(start, "splurge 0-1-2", "3-4")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("{", "is JSON; this is none"), ("[]", "this is neither"), ("{}", "this is neither"),
        ('{"game": 3}', "is a list of objects"), ('{"game": []}', "names no map or no punters"),
        ('{"map": "atlantis"}', "no map “atlantis”"), ('{"map": {"sites": []}}', "lists sites, rivers and mines"),
        ('{"map": "path-3", "moves": 3}', "are a list"), ('{"map": "path-3", "rivers": [3]}', "a list for each punter"),
        ('{"map": "path-3", "rivers": [[[0, 3]]]}', "no river between 0 and 3"),
        ('{"map": "path-3", "rivers": [[[0, 1]], [[0, 1]], [[0, 1]]]}', "At most two punters"),
    ],
)  # fmt: skip
def test_no_records(text: str, part: str) -> None:
    with pytest.raises(MalformedRecord, match=part):
        records.read(text, GAME.options())
    with pytest.raises(MalformedRecord):
        GAME.read_record(text)


@pytest.mark.parametrize("case", GIVEN.get("scoring", []), ids=lambda case: case["name"])
def test_published_scores(case: dict[str, Any]) -> None:
    given = case.get("map") or the_map(case["map_file"])
    data = {"map": given, "rivers": case["rivers"], "futures": case["futures"]}
    assert scores.totals(records.read(json.dumps(data), GAME.options()).end) == case["scores"]


@pytest.mark.parametrize("case", GIVEN.get("replays", []), ids=lambda case: case["name"])
def test_games_of_the_contest(case: dict[str, Any]) -> None:
    data = {
        **{name: case[name] for name in ("punters", "settings", "futures", "moves")},
        "map": the_map(case["map_file"]),
    }
    found = records.read(json.dumps(data), GAME.options())
    seats = range(case["punters"])
    assert scores.totals(found.end) == case["scores"]
    assert case["final_credit"] in (None, [credits_of(found.end, seat) for seat in seats])
    assert case["final_options"] in (None, [options_left(found.end, seat) for seat in seats])
    text = GAME.position_text(found.end)
    assert GAME.parse_position(text) == found.end
    record = GAME.read_record(json.dumps(data))
    for form in ("contest", "log"):
        assert end(GAME.read_record(GAME.write_record(record, form))) == found.end


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_logs_of_the_organisers(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = records.read(text, GAME.options(), the_map)
    lines = json.loads(text)["game"]
    wanted = next(line["scores"] for line in lines if "scores" in line)
    assert scores.totals(found.end) == [row["score"] for row in wanted]
    assert int(punters(found.end)) == len(wanted)
    statuses = next(line["statuses"] for line in lines if "statuses" in line)
    for status in statuses:
        if "credit" in status:
            assert credits_of(found.end, status["punter"]) == status["credit"]
        if "options" in status:
            assert options_left(found.end, status["punter"]) == status["options"]


def test_random_games_read_back_in_both_forms() -> None:
    rng = random.Random(3)
    for name in ("random-12-5", "sierpinski-1"):
        position = GAME.initial({"map": name, "punters": 3, "options": True})
        texts = []
        while moves := GAME.legal_moves(position):
            texts.append(GAME.move_text(position, rng.choice(moves)))
            position = after(position, texts[-1])
        for form in ("contest", "log"):
            record = Record({"map": name, "punters": 3, "options": True}, None, tuple(texts), {})
            again = GAME.read_record(GAME.write_record(record, form))
            assert again.moves == tuple(texts)
            assert end(again) == position


def conversation(log: str, me: int, framed: bool) -> str:
    """What the punter of a seat would have heard and said in the game of a log."""
    record = GAME.read_record(log)
    contest = json.loads(GAME.write_record(record, "contest"))
    count, moves = contest["punters"], contest["moves"]
    told: list[dict[str, Any]] = [{"me": "Ada"}, {"you": "Ada"}]
    told.append({"punter": me, "punters": count, "map": contest["map"], "settings": contest["settings"]})
    told.append({"ready": me, "futures": contest.get("futures", {}).get(str(me), [])})
    last: dict[int, Any] = {seat: {"pass": {"punter": seat}} for seat in range(count)}
    for number, move in enumerate(moves):
        if number % count == me:
            told += [{"move": {"moves": [last[seat] for seat in range(count)]}}, {**move, "state": {"a": "}"}}]
        last[number % count] = move
    last[me] = {"pass": {"punter": me}}  # the contest's server did not tell one's own last move
    told.append({"stop": {"moves": [last[seat] for seat in range(count)], "scores": []}})
    if framed:
        return "".join(f"{len(text)}:{text}" for text in map(json.dumps, told))
    return "\n".join(f"12:30 <- {json.dumps(each)}" for each in told)


@pytest.mark.parametrize("framed", [True, False])
@pytest.mark.parametrize("me", [0, 1])
def test_a_conversation_online_or_offline_is_the_whole_game(me: int, framed: bool) -> None:
    rng = random.Random(3)
    for settings in ({}, {"splurges": True, "options": True}):
        data = {"map": "grid-4x3", "punters": 2, "settings": settings, "moves": []}
        start = GAME.read_record(json.dumps(data))
        position, texts = GAME.initial(start.options), []
        while GAME.returns(position) is None:
            move = rng.choice(GAME.legal_moves(position))
            texts.append(GAME.move_text(position, move))
            position = GAME.play(position, move)
        log = GAME.write_record(Record(start.options, None, tuple(texts), {}), "contest")
        read = GAME.read_record(conversation(log, me, framed))
        assert read.moves == tuple(texts)
        assert read.tags == {f"team_{me}": "Ada"}
        assert GAME.position_text(end(read)) == GAME.position_text(position)


def test_a_conversation_with_another_s_number_and_with_rounds_that_were_missed() -> None:
    """Punter 1 says that it is punter 0, which the contest's server passed on; punter 0 was late for a turn."""
    rivers = [f'{{"claim":{{"punter":0,"source":{site},"target":{site + 1}}}}}' for site in range(6)]
    position = GAME.initial({"map": "path-6", "punters": 2})
    setup = json.dumps({"punter": 0, "punters": 2, "map": charts.find("path-6").file.as_json()})
    passed = '{"pass":{"punter":0}}'
    said = [
        setup, '{"move":{"moves":[{"pass":{"punter":0}},{"pass":{"punter":1}}]}}', rivers[0],
        f'{{"move":{{"moves":[{rivers[0]},{rivers[1]}]}}}}', '{"timeout":1.0}',
        f'{{"move":{{"moves":[{rivers[0]},{rivers[1]},{passed},{rivers[2]}]}}}}', rivers[3],
        f'{{"stop":{{"moves":[{rivers[3]},{rivers[4]}],"scores":[]}}}}',
    ]  # fmt: skip
    late = [line for number, line in enumerate(said) if number != 3]
    found = GAME.read_record("\n".join(late))
    assert found.moves == ("0-1", "1-2", "pass", "2-3", "3-4", "4-5")
    assert GAME.replay(position, found.moves)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace('"punters": 2', '"punters": 99'), "no seat among"),
        (lambda text: text.replace('"moves"', '"moved"') + ' "moves"', "no moves"),
        (lambda text: re.sub(r'"rivers": \[.*?\]', '"rivers": 0', text), "lists sites, rivers"),
        (lambda text: text + "\n" + text.replace('"punter": 0, "punters"', '"punter": 1, "punters"'), "several games"),
    ],
)
def test_a_conversation_that_is_none_is_refused(change: Any, said: str) -> None:
    log = json.dumps({"map": "path-3", "punters": 2, "moves": ["0-1", "1-2"]})
    with pytest.raises(MalformedRecord, match=said):
        GAME.read_record(change(conversation(log, 0, False)))
