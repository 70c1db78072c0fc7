"""Declared engines: their files, what is refused, and that they are bots from then on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from plyground.bots import _levels
from plyground.commands import cli
from plyground.core import registry
from plyground.core.errors import BadOption, UnfitBot, UnknownBot
from plyground.engines import declared as module
from plyground.engines.declared import Engine, Engines
from plyground.web.catalogue import catalogue
from tests.engines.speakers import SPEAK, declared, ours

__all__ = ["declared"]


def test_a_saved_engine_reads_back_and_is_a_bot_at_once(declared: Engines) -> None:
    assert "ours" not in registry.bots()
    engine = ours("plyground", "othello")
    declared.save(engine)
    assert declared.all() == {"ours": engine}
    player = registry.parse_player("ours:seconds=2", registry.game("othello"))
    assert (player.text, player.limits) == ("ours:seconds=2.0", {"seconds": 2.0})
    assert _levels.levels(registry.game("othello"))[-1].bot == "ours"
    assert [game["id"] for game in catalogue()["games"] if any(bot["id"] == "ours" for bot in game["bots"])] == [
        "othello"
    ]
    with pytest.raises(UnfitBot, match="Ours does not play Tak"):
        registry.parse_player("ours", registry.game("tak"))
    declared.save(replace(engine, enabled=False))
    with pytest.raises(UnknownBot):
        registry.parse_player("ours", registry.game("othello"))
    assert all(level.bot != "ours" for level in _levels.levels(registry.game("othello")))
    declared.remove("ours")
    assert declared.all() == {}


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("Big", {}, "small letters"),
        ("a", [], "JSON object"),
        ("a", {"colour": 1}, "no field “colour”"),
        ("a", {"protocol": "tei", "games": ["tak"]}, "either a command or an address"),
        ("a", {"protocol": "tei", "games": ["tak"], "command": ["x"], "address": "a:1"}, "either a command or an"),
        ("a", {"protocol": "tei", "games": ["tak"], "command": "x"}, "command is a list of texts"),
        ("a", {"protocol": "tei", "games": [], "command": ["x"]}, "at least one game"),
        ("a", {"protocol": "tei", "games": ["tak"], "address": "nowhere"}, "host:port"),
        ("a", {"protocol": 3, "games": ["tak"], "command": ["x"]}, "protocol is a text"),
        ("a", {"protocol": "tei", "games": ["tak"], "command": ["x"], "seconds": True}, "seconds is a number"),
        ("a", {"protocol": "tei", "games": ["tak"], "command": ["x"], "enabled": "no"}, "enabled is true or false"),
    ],
)
def test_what_is_no_engine_is_refused_in_a_sentence(name: str, content: object, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        module.read(name, content)


def test_a_broken_file_is_named_and_the_others_are_there(declared: Engines) -> None:
    declared.save(ours("plyground", "othello"))
    (declared.folder / "half.json").write_text('{"protocol": "tei"')
    (declared.folder / "BAD.json").write_text("{}")
    assert list(declared.all()) == ["ours"]
    assert list(declared.broken) == ["BAD.json", "half.json"]
    listed = CliRunner().invoke(cli, ["engine", "list"])
    assert listed.exit_code == 0
    assert "The engine half.json is left out" in listed.output


def test_the_command_adds_tests_lists_stops_and_removes(declared: Engines) -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(cli, ["engine", *words], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    speak = [*SPEAK, "plyground", "--game", "othello", "--bot", "random"]
    said = run("add", "mine", "--protocol", "plyground", "--game", "othello", "--", *speak)
    assert "Mine speaks plyground: Othello; 3 games, 90 moves without a fault" in said
    found = declared.find("mine")
    assert found.tested["sound"]
    assert found.command[0].startswith("/")
    assert "mine: plyground, othello" in run("list")
    assert json.loads(run("list", "--json"))["engines"][0]["id"] == "mine"
    run("stop", "mine")
    assert "mine (stopped)" in run("list")
    run("enable", "mine")
    assert declared.find("mine").enabled
    run("remove", "mine")
    assert "No engines are declared." in run("list")


def test_a_program_may_be_named_from_its_folder(declared: Engines, tmp_path: Path) -> None:
    (tmp_path / "player").symlink_to("/bin/true")
    words = ["--protocol", "plyground", "--untested", "--folder", str(tmp_path), "--", "./player"]
    assert CliRunner().invoke(cli, ["engine", "add", "mine", *words]).exit_code == 0
    assert Path(declared.find("mine").command[0]).samefile("/bin/true")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["add", "hare", "--protocol", "plyground", "--", "true"], "a bot called “hare” already"),
        (["add", "x", "--protocol", "uci", "--", "true"], "no protocol called “uci”"),
        (["add", "x", "--protocol", "plyground", "--", "no-such-program"], "no program “no-such-program”"),
        (["add", "x", "--protocol", "plyground", "--game", "chess", "--", "true"], "no game called “chess”"),
        (["test", "nobody"], "no engine called “nobody”"),
    ],
)
def test_the_command_refuses_in_a_sentence(declared: Engines, words: list[str], why: str) -> None:
    done = CliRunner().invoke(cli, ["engine", *words])
    assert done.exit_code != 0
    assert why in str(done.exception)
    assert declared.all() == {}


def test_an_engine_with_the_name_of_a_bot_of_ours_does_not_replace_it(declared: Engines) -> None:
    declared.save(Engine("hare", "plyground", ("othello",), "False", ("/bin/true",)))
    assert registry.bots()["hare"] is registry.own_bots()["hare"]
