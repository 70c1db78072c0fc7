"""Matches of the laboratory: played by rounds, broken off and continued, of versions too, kept and told."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plyground.bots import _thinking
from plyground.commands import _laboratory
from plyground.core import folders, registry
from plyground.core.errors import BadOption
from plyground.engines import processor, versions
from plyground.engines.declared import Engines
from plyground.interface import matches
from plyground.strength import laboratory, openings
from plyground.strength.laboratory import Setting
from tests.commands.support import ROOT, asked, command
from tests.engines.speakers import declared, ours

__all__ = ["declared"]
SMALL = Setting("othello", ("intuition", "random"), {"size": 4}, {}, None, 2, 3)
MATCH = ("strength", "match", "othello", "--option", "size=4", "--plies", "2", "--seed", "3")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "strength"


def silent(result: object) -> None:
    """Hears nothing."""


def test_everybody_plays_every_seat_of_each_opening(data: Path) -> None:
    found = laboratory.play(SMALL, 6, None, 1, silent)
    (file,) = (data / "matches").iterdir()
    rounds = [json.loads(line) for line in file.read_text().splitlines()]
    begun = openings.some("othello", {"size": 4}, 2, 6, 3)
    assert [each["round"] for each in rounds] == list(range(6))
    for number, each in enumerate(rounds):
        assert [game["seats"] for game in each["games"]] == [[0, 1], [1, 0]]
        assert {tuple(game["moves"][:2]) for game in each["games"]} == {begun[number]}
    assert (found["rounds"], found["games"], found["failed"]) == (6, 12, 0)
    assert sum(found["scores"].values()) == 6
    assert found["share"] == sum(float(score) * count for score, count in found["scores"].items()) / 6
    assert laboratory.kept(data / "results.jsonl") == [found]


def test_what_was_broken_off_goes_on_where_it_stopped(data: Path) -> None:
    whole = laboratory.play(SMALL, 6, None, 1, silent)
    (file,) = (data / "matches").iterdir()
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]) + lines[3][:40])
    stamped = json.loads(lines[0])
    stamped["games"][0]["ending"] = "kept"
    file.write_text(json.dumps(stamped) + "\n" + "".join(lines[1:3]) + lines[3][:40])
    again = laboratory.play(SMALL, 6, None, 1, silent)
    assert again["scores"] == whole["scores"], "the same seed plays the same games"
    assert again["key"] == whole["key"]
    read = laboratory._played(file)
    assert sorted(read) == list(range(6))
    assert read[0].games[0]["ending"] == "kept"
    assert len(laboratory.kept(data / "results.jsonl")) == 1

    def stop(result: dict[str, object]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        laboratory.play(SMALL, 8, None, 1, stop)
    assert laboratory.kept(data / "results.jsonl")[0]["rounds"] == 7, "also the result of what was broken off is kept"
    longer = laboratory.play(SMALL, 8, None, 1, silent)
    assert (longer["key"], longer["rounds"]) == (whole["key"], 8)
    assert laboratory.play(SMALL, 2, None, 1, silent)["rounds"] == 8, "what was played counts"


def test_at_a_larger_table_a_round_is_every_rotation(data: Path) -> None:
    words = ("--option", "map=triangle-4", "--option", "punters=3", "--games", "6", "--plies", "1")
    table = ("hare:nodes=50", "random", "intuition")
    said = command("strength", "match", "punter", *table, *words).stdout
    (found,) = laboratory.kept(data / "results.jsonl")
    (file,) = (data / "matches").iterdir()
    rounds = [json.loads(line) for line in file.read_text().splitlines()]
    assert [[game["seats"] for game in each["games"]] for each in rounds] == [[[0, 1, 2], [1, 2, 0], [2, 0, 1]]] * 2
    assert [bot["bot"] for bot in found["bots"]] == list(table)
    points = 0.0
    for game in (game for each in rounds for game in each["games"]):
        mine = game["returns"][game["seats"].index(0)]
        points += sum((mine > value) + (mine == value) / 2 for value in game["returns"]) - 0.5
    assert found["share"] == pytest.approx(points / 12)
    assert f"{1 + 2 * found['share']:.2f} rank points of 3" in said


def test_a_test_ends_a_match_and_a_decided_one_is_not_played_on() -> None:
    words = (*MATCH, "hare:nodes=300", "random", "--games", "60", "--sprt", "0", "200")
    (found,) = asked(*words)["matches"]
    assert found["sprt"]["verdict"] == "elo1"
    assert found["games"] < 60
    (again,) = asked(*words)["matches"]
    assert again["games"] == found["games"]
    assert found["key"] in command("strength", "list").stdout


def test_a_version_of_another_folder_plays() -> None:
    name = f"random@{ROOT}"
    (found,) = asked(*MATCH, "intuition", name, "--games", "4", "--cpu", "0.01")["matches"]
    assert (found["games"], found["failed"]) == (4, 0)
    assert [bot["bot"] for bot in found["bots"]] == ["intuition", name]
    assert found["bots"][1]["processor"] > 0
    assert found["bots"][0]["version"] == found["bots"][1]["version"] == versions.version("")


def test_an_engine_of_others_is_timed_on_its_processor(declared: Engines) -> None:
    declared.save(ours("plyground", "othello", "random"))
    (found,) = asked(*MATCH, "intuition", "ours", "--games", "2", "--cpu", "0.01")["matches"]
    assert found["failed"] == 0
    assert found["bots"][1]["version"] == "Ours"
    assert found["bots"][1]["processor"] > 0


def test_a_commit_is_laid_out_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "checkout"
    (home / "game").mkdir(parents=True)
    monkeypatch.setattr(folders, "HOME", home)

    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *words], cwd=home, check=True, capture_output=True)

    git("init", "-q")
    for content in ("old", "new"):
        (home / "game" / "__init__.py").write_text(content)
        git("add", ".")
        git("commit", "-q", "-m", content)
    old = versions.found("HEAD~1")
    assert (old / "game" / "__init__.py").read_text() == "old"
    assert versions.found(str(home)) == home
    assert "+" not in versions.version("")
    (home / "game" / "__init__.py").write_text("edited")
    edited = versions.version("")
    assert "+" in edited
    (home / "game" / "more.py").write_text("")
    assert versions.version("") != edited
    with pytest.raises(BadOption, match="a folder or a commit"):
        versions.found("nothing-of-this-name")
    versions.found.cache_clear()


def test_processor_time_of_programs_is_counted_while_they_run_and_after() -> None:
    burn = "import sys, time\nwhile time.process_time() < 0.3: pass\nprint('done', flush=True)\nsys.stdin.read()"
    before = processor.of_others()
    running = subprocess.Popen([sys.executable, "-c", burn], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert running.stdout is not None
    running.stdout.readline()
    assert 0.29 < processor.of_others() - before < 3
    running.communicate()
    assert 0.29 < processor.of_others() - before < 3


def test_a_program_that_ends_while_it_is_looked_at_has_used_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    monkeypatch.setattr(Path, "is_dir", lambda path: True)  # it was there a moment ago
    monkeypatch.setattr(os, "getpid", lambda: ended.pid)
    assert processor.of_others() > 0


def test_a_limit_of_processor_time_counts_our_own_and_corrects_that_of_engines(declared: Engines) -> None:
    declared.save(ours("plyground", "othello", "random"))
    game = registry.game("othello")
    own, other = (registry.parse_player(f"{name}:cpu=0.5", game) for name in ("hare", "ours"))
    assert (_thinking.armed(own).clock, _thinking.armed(own).seconds) == (time.process_time, 0.5)
    assert (_thinking.armed(other).clock, _thinking.armed(other).seconds) == (time.perf_counter, 0.5)
    assert matches._told({"cpu": 0.1, "nodes": None}, other, "an engine") == {"nodes": None, "seconds": 0.5}
    matches._share("an engine").add(0.3, 0.1)
    assert matches._told({}, other, "an engine")["seconds"] == pytest.approx(1.5)


def test_kept_openings_can_be_played_and_differ() -> None:
    files = sorted(openings.KEPT.glob("*.jsonl"))
    assert files
    for file in files:
        game_id, *pairs = file.stem.split(",")
        options = dict(pair.split("=") for pair in pairs if not pair.startswith("plies="))
        game = registry.game(game_id)
        start = game.initial(game.options(options))
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        ends = {game.position_text(game.replay(start, moves)[-1]) for moves in lines}
        assert len(ends) == len(lines) >= 100, file.name
    plies = openings.usual_plies("othello")
    first, third = (openings.some("othello", {}, plies, 20, seed) for seed in (1, 3))
    assert set(first).isdisjoint(third)


def result(key: str, bots: tuple[str, str], used: tuple[float, float], scores: dict[str, int]) -> dict[str, object]:
    """A kept result as a match would leave it."""
    playing = [
        {"bot": bot, "version": "v1", "processor": each, "seconds": each} for bot, each in zip(bots, used, strict=True)
    ]
    told = {"key": key, "game": "othello", "options": {"size": 6}, "bots": playing, "limits": {}, "clock": None}
    said = {"share": 0.6, "low": 0.55, "high": 0.65, "elo": 70.4, "elo_error": 36.0, "failed": 0, "day": "2026-11-22"}
    rounds = sum(scores.values())
    return {**told, **said, "plies": 8, "seed": 1, "rounds": rounds, "games": 2 * rounds, "scores": scores}


def test_the_page_tells_matches_time_and_ratings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_laboratory, "PAGE", tmp_path / "strength.md")
    monkeypatch.setattr(_laboratory, "RESULTS", tmp_path / "strength.jsonl")
    (tmp_path / "strength.md").write_text("# Strength\n\n## Othello\n\nLevels.\n")
    _laboratory.keep(result("a", ("hare:cpu=0.1", "strong:depth=9"), (0.1, 0.11), {"0.5": 60, "1.0": 40}))
    _laboratory.keep(result("b", ("hare:cpu=0.2", "hare:cpu=0.1"), (0.2, 0.1), {"0.5": 50, "1.0": 50}))
    _laboratory.keep(result("b", ("hare:cpu=0.2", "hare:cpu=0.1"), (0.2, 0.1), {"0.5": 80, "1.0": 20}))
    _laboratory.keep(result("c", ("hare:threads=2", "hare:threads=1"), (0.03, 0.017), {"0.5": 50, "1.0": 50}))
    two = ("hare:threads=2,cpu=0.2", "hare:threads=2,cpu=0.1")
    _laboratory.keep(result("d", two, (0.4, 0.16), {"0.5": 50, "1.0": 50}))
    page = (tmp_path / "strength.md").read_text()
    assert page.startswith(_laboratory.HEAD)
    assert "## Othello\n\nLevels." in page
    assert "## Matches: Othello, size 6" in page
    assert "| `hare:cpu=0.1` v1 | `strong:depth=9` v1 | 60.0% | 55% to 65% | +70 ± 36 | 200 |" in page
    assert "0.200 : 0.100 (× 2.00)" in page
    assert "0.200 s against 0.100 s (2.00 times)" in page
    assert "0.400 s against 0.160 s (2.50 times)" in page
    assert "0.030 s against" not in page, "a second core is no more time"
    assert "| `strong:depth=9` v1 | 0.110 | +0 | anchor | 100 |" in page
    assert page.count("`hare:cpu=0.2` v1 |") == 2, "in its match, once, and on the scale"


def test_the_page_of_the_project_is_what_its_results_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = _laboratory.PAGE.read_text(encoding="utf-8")
    monkeypatch.setattr(_laboratory, "PAGE", tmp_path / "strength.md")
    _laboratory.PAGE.write_text(before, encoding="utf-8")
    _laboratory.write()
    assert _laboratory.PAGE.read_text(encoding="utf-8") == before


def test_refusals() -> None:
    for words, sentence in (
        ((*MATCH, "hare", "random@nowhere"), "a folder or a commit"),
        ((*MATCH, "hare", "nobody"), "no bot"),
        (("strength", "match", "punter", "hare", "random", "--option", "punters=4"), "seats"),
        (("strength", "keep", "abc"), "No match"),
    ):
        ran = command(*words)
        assert ran.returncode == 1
        assert sentence in ran.stderr
    assert command(*MATCH, "hare").returncode == 2


def test_the_usual_interface_knows_versions_too() -> None:
    game = registry.game("othello")
    player = matches.parse_player(f"hare:budget=500,nodes=7@{ROOT}", game, {"seconds": 0.2, "depth": None})
    words = player.bot.engine.command  # type: ignore[attr-defined]
    assert words[-8:] == (
        "--game", "othello", "--bot", "hare:budget=500", "--seconds", "0.2", "--nodes", "7",
    )  # fmt: skip
    assert io.StringIO(" ".join(words)).read().count("speak") == 1
