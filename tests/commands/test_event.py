"""``event``: making, looking at and exporting a competition; tests/competitions/test_cluster.py runs its games."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.competitions.running import schedule
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.engines.declared import Engines
from tests.commands.support import asked, command
from tests.competitions.events import Deciders, make, open_store
from tests.engines.speakers import declared
from tests.engines.test_bot import answering

__all__ = ["declared"]


@pytest.fixture(autouse=True)
def own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATABASE", f"sqlite:///{tmp_path / 'test.sqlite3'}")


@pytest.fixture
def event(tmp_path: Path) -> str:
    """A competition of the bots A (random), B and C."""
    store = open_store(tmp_path)
    made = make(store, bots=3)
    store.close()
    return made.id


def finish(event: str, folder: Path) -> None:
    store = open_store(folder)
    CompetitionRunner(store, event, Deciders(), "none").run_event()
    store.close()


def test_a_new_event_has_its_settings() -> None:
    words = ("Spring cup", "camel", "--seed", "3", "--clock", "2+0.1", "--option", "board_width=5")
    event = asked("event", "new", *words)["id"]
    for bot in ("random", "minimax:budget=5"):
        asked("event", "add", event, bot, "--alias", bot.split(":")[0])
    data = asked("event", "show", event)
    assert data["settings"]["clock"] == {"base": 2.0, "increment": 0.1}
    assert data["options"]["board_width"] == 5
    assert data["seed"] == 3
    assert [bot["alias"] for bot in data["bots"]] == ["random", "minimax"]
    assert {bot["versions"][0]["admission"] for bot in data["bots"]} == {"validated"}
    listed = {"id": event, "title": "Spring cup", "game": "camel", "state": "open"}
    assert asked("event", "list")["competitions"] == [{**listed, "megabytes": 0.0}]
    changed = asked("event", "set", event, "--final", "4", "--final-waits", "--final-pace", "0.6")["settings"]
    assert [changed["final_waits"], changed["final_pace"]] == [True, 0.6]
    assert asked("event", "set", event, "--final-at-once")["settings"]["final_waits"] is False
    assert (
        command("event", "set", event, "--final-pace", "9").stderr
        == "The option final_pace goes from 0 to 5; 9 is outside.\n"
    )
    more = ("--pairing", "swiss", "--bonus", "1=3,2=1", "--tie-break-places", "--memory", "64")
    changed = asked("event", "set", event, *more)["settings"]
    assert changed["rules"]["bonus"] == "1=3,2=1"
    assert changed["rules"]["tie_break_places"] is True
    assert changed["bounds"]["memory_bytes"] == 64 * 1024 * 1024
    assert changed["clock"]["base"] == 2.0


def test_engines_of_others_take_part_from_entry_to_table(declared: Engines, tmp_path: Path) -> None:
    declared.save(replace(answering("print(legal[0], flush=True)"), id="sound", title="Sound"))
    declared.save(replace(answering("print(json.dumps({'move': 'a1'}), flush=True)"), id="wrong", title="Wrong"))
    words = ("Guests", "othello", "--option", "size=4", "--clock", "60+5", "--final", "0")
    event = asked("event", "new", *words)["id"]
    for engine in ("sound", "wrong"):
        added = asked("event", "add", event, engine, "--alias", engine)
        assert added["admission"] == "validated"
    table = asked("event", "run", event, "--workers", "1")
    assert [(row["name"], row["points"]) for row in table["standings"]] == [("sound", 2.0), ("wrong", 0.0)]
    store = open_store(tmp_path)
    records = [record for _id, _task, record in store.records(event)]
    store.close()
    sentences = [each for record in records for each in record["verdicts"] if each["code"] != "fair"]
    assert [each["code"] for each in sentences] == ["illegal", "illegal"]
    assert all(each["sentence"].startswith("Wrong: it answered “a1”") for each in sentences)


def test_a_final_is_begun_by_a_command_of_its_own() -> None:
    event = asked("event", "new", "Cup", "othello", "--option", "size=4", "--final", "2")["id"]
    for bot in ("random", "minimax:budget=5"):
        asked("event", "add", event, bot)
    early = command("event", "final", event)
    assert (early.returncode, "all other games" in early.stderr) == (1, True)
    ran = command("event", "run", event, "--no-final", "--workers", "1")
    assert ran.stdout.endswith(f"The final waits; begin it with: plyground event final {event}\n"), ran.stderr
    assert asked("event", "show", event)["state"] == "running"
    data = asked("event", "final", event, "--workers", "1")
    assert data["final"]["winner"]
    assert data["waits"] is False


def test_a_file_waits_for_validation_unless_it_is_admitted(event: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def make_move(random, time, configuration, state):\n    return 'Up'\n")
    added = asked("event", "add", event, str(tmp_path / "mine.py"), "--name", "Ada", "--note", "first")
    assert (added["admission"], added["number"], added["note"]) == ("waiting", 1, "first")
    assert added["tokens"] == 14
    again = command("event", "add", event, str(tmp_path / "mine.py"), "--version-of", added["alias"])
    assert again.stderr == "These are the very files of version 1; change something first.\n"
    (tmp_path / "mine.py").write_text("def make_move(random, time, configuration, state):\n    return 'Down'\n")
    second = asked("event", "add", event, str(tmp_path / "mine.py"), "--version-of", added["alias"], "--admit")
    assert (second["entry"], second["number"], second["admission"]) == (added["entry"], 2, "admitted")
    assert asked("event", "admit", event, added["alias"])["admission"] == "admitted"


def test_bots_are_excluded_and_renamed(event: str) -> None:
    assert asked("event", "exclude", event, "B")["excluded"] is True
    assert command("event", "exclude", event, "B", "--undo").stdout == "B is taken back.\n"
    assert asked("event", "rename", event, "B", "Fair Fox")["alias"] == "Fair Fox"
    assert command("event", "rename", event, "A", "Fair Fox").stderr.startswith("There is a bot called “Fair Fox”")
    assert len(asked("event", "rename", event, "A")["alias"].split()) == 2


def test_the_teachers_link_is_printed_and_renewed() -> None:
    first = asked("event", "key")
    assert first["path"] == f"/compete/teach#key={first['key']}"
    assert first["path"] in command("event", "key").stdout
    assert asked("event", "key", "--renew")["key"] != first["key"]


def test_a_refused_bot_leaves_no_entry_behind(event: str, tmp_path: Path) -> None:
    (tmp_path / "two").mkdir()
    for name in ("one.py", "other.py"):
        (tmp_path / "two" / name).write_text("pass\n")
    ran = command("event", "add", event, str(tmp_path / "two"))
    assert ran.stderr.startswith("It is not clear which file is the bot")
    assert len(asked("event", "show", event)["bots"]) == 3


def test_an_older_version_is_chosen_and_the_door_closed(event: str) -> None:
    asked("event", "add", event, "random", "--version-of", "B")
    bots = {bot["alias"]: bot for bot in asked("event", "show", event)["bots"]}
    assert bots["B"]["active"].endswith("-2")
    assert asked("event", "choose", event, "B", "1")["active"].endswith("-1")
    assert "has no version 3" in command("event", "choose", event, "B", "3").stderr
    assert asked("event", "close", event)["state"] == "closed"
    assert command("event", "add", event, "random").stderr == "This competition takes no more bots.\n"
    assert asked("event", "open", event)["state"] == "open"
    assert command("event", "add", event, "random").returncode == 0


def test_standings_and_exports(event: str, tmp_path: Path) -> None:
    finish(event, tmp_path)
    data = asked("event", "standings", event)
    assert data["games"] == 6
    assert data["state"] == "finished"
    assert sum(row["points"] for row in data["standings"]) == 6
    text = command("event", "standings", event).stdout
    assert text.splitlines()[0].startswith("place  bot")
    assert "gold" in text
    rows = list(csv.DictReader(io.StringIO(command("event", "export", event, "--to", "csv").stdout)))
    assert [row["name"] for row in rows] == [row["name"] for row in data["standings"]]
    target = tmp_path / "all.json"
    assert command("event", "export", event, "--file", str(target)).returncode == 0
    assert len(json.loads(target.read_text())["games"]) == 6
    game = json.loads(target.read_text())["games"][0]["task"]["id"]
    assert asked("event", "game", game)["record"]["moves"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("standings", "nothing"), "There is no competition “nothing”."),
        (("standings", "EVENT"), "The event has not begun; run it first."),
        (("resume", "EVENT"), "The event has not begun; run it first."),
        (("add", "EVENT", "nobody"), "There is no bot called “nobody”"),
        (("add", "EVENT", "nowhere.py"), "There is no file nowhere.py."),
        (
            ("add", "EVENT", "random", "--alias", "A"),
            "There is a bot called “A” in this competition already.",
        ),
        (("admit", "EVENT", "nobody"), "There is no bot “nobody” in this competition."),
        (("set", "EVENT", "--bonus", "lots"), "A bonus table is written"),
        (("set", "EVENT", "--clock", "soon"), "A clock is written"),
        (("new", "Cup", "punter", "--option", "punters=1"), "A competition needs a game of two seats or more."),
        (("new", "Cup", "punter", "--option", "punters=4", "--pairing", "swiss"), "Swiss rounds pair two"),
        (("game", "nothing"), "There is no game “nothing” of a competition."),
        (("compare", "EVENT", "A"), "A has no two such versions; it has 1."),
        (("run", "EVENT", "--workers", "999"), "One game runs on each core"),
    ],
)
def test_refusals_are_sentences(event: str, words: tuple[str, ...], sentence: str) -> None:
    ran = command("event", *(event if word == "EVENT" else word for word in words))
    assert ran.returncode == 1
    assert ran.stderr.startswith(sentence)
    assert "Traceback" not in ran.stderr


def test_what_has_begun_stands_and_what_is_deleted_is_gone(event: str, tmp_path: Path) -> None:
    finish(event, tmp_path)
    assert "has begun" in command("event", "set", event, "--times", "2").stderr
    assert "has begun" in command("event", "add", event, "random").stderr
    assert command("event", "delete", event, "--yes").returncode == 0
    assert command("event", "show", event).returncode == 1


def test_a_new_event_prints_its_id_and_its_export_is_verified(tmp_path: Path) -> None:
    made = command("event", "new", "Cup", "othello", "--option", "size=4", "--openings", "2")
    event = made.stdout.strip()
    assert made.stdout == f"{event}\n"
    for bot in ("random", "intuition"):
        command("event", "add", event, bot)
    command("event", "run", event)
    assert asked("event", "show", event)["seed"] is None
    written = tmp_path / "export.json"
    command("event", "export", event, "--file", str(written))
    found = command("event", "verify", str(written))
    assert found.returncode == 0, found.stdout
    assert found.stdout.endswith("Everything is as it should be.\n")
    written.write_text(written.read_text().replace('"title": "Cup"', '"title": "Mug"'))
    found = command("event", "verify", str(written))
    assert (found.returncode, "changed after it was signed" in found.stdout) == (1, True)
    written.write_text("no JSON")
    assert command("event", "verify", str(written)).stderr.endswith("export.json is no JSON file.\n")


def test_an_event_that_was_killed_in_its_first_games_is_resumed(tmp_path: Path) -> None:
    source = tmp_path / "last.py"
    source.write_text("def make_move(random, time, configuration, game_state):\n    return game_state.moves[-1]\n")
    event = asked("event", "new", "Cup", "othello", "--option", "size=4", "--openings", "2")["id"]
    asked("event", "add", event, str(source))
    asked("event", "add", event, "random")
    assert command("event", "resume", event).stderr == "The event has not begun; run it first.\n"
    store = open_store(tmp_path)
    now = store.snapshot(event)
    store.schedule(event, [game for version in now.waiting for game in schedule.validation_games(now, version)])
    store.close()
    data = asked("event", "resume", event)
    assert {game["kind"] for game in data["games"]} == {"validation", "event"}
    assert data["refused"] == {}
