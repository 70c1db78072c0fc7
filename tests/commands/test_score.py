"""``score`` on games, positions, maps and logs, as people and scripts call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.support import asked, command
from tests.games.test_punter_records import LOG, LOGS
from tests.games.test_punter_rules import SQUARE


def test_a_whole_game() -> None:
    moves = [{"pass": {"punter": 0}}, {"claim": {"punter": 1, "source": 0, "target": 1}}]
    game = {"map": SQUARE, "punters": 2, "settings": {"splurges": True}, "moves": moves}
    told = asked("score", "-", stdin=json.dumps(game))
    assert told["scores"] == [0, 1]
    assert told["credits"] == [1, 0]
    assert told["options_left"] == [0, 0], "options are off"
    assert told["pays"] == [[0], [1]]
    assert told["ranking"] == [1, 2]
    assert told["finished"] is False


def test_a_map_of_the_library_a_position_and_a_map_alone() -> None:
    assert asked("score", "-", stdin='{"map":"path-3","punters":1,"moves":["0-1","1-2","2-3"]}')["scores"] == [14]
    assert asked("score", "-", stdin=json.dumps(SQUARE))["scores"] == [0, 0]
    rivers = asked("score", "-", stdin=json.dumps({"map": SQUARE, "rivers": [[[0, 1]], []]}))
    assert (rivers["scores"], rivers["credits"]) == ([1, 0], None)


def test_a_log_finds_its_map_near_it_or_is_told(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    log = tmp_path / "logs" / "game.json"
    log.write_text(LOG.replace("the-map", "ring-of-six.json"), encoding="utf-8")
    refused = command("score", str(log))
    assert refused.returncode == 1
    assert "There is no map “ring-of-six.json”" in refused.stderr
    aside = tmp_path / "aside.json"
    aside.write_text(json.dumps(SQUARE), encoding="utf-8")
    assert asked("score", str(log), "--map", str(aside))["scores"] == [13, 1]
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "ring-of-six.json").write_text(json.dumps(SQUARE), encoding="utf-8")
    shown = command("score", str(log))
    assert shown.returncode == 0, shown.stderr
    assert [line.split()[-1] for line in shown.stdout.splitlines()[1:]] == ["Ada", "Grace"]
    assert asked("score", str(log))["scores"] == [13, 1]


def test_no_game() -> None:
    for text, part in (("nonsense", "this is none"), ("{}", "this is neither"), ('{"sites":[]}', "A map is")):
        refused = command("score", "-", stdin=text)
        assert refused.returncode == 1
        assert part in refused.stderr
        assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_logs_of_the_organisers(path: Path) -> None:
    rows = next(line["scores"] for line in json.loads(path.read_text())["game"] if "scores" in line)
    assert asked("score", str(path))["scores"] == [row["score"] for row in rows]
