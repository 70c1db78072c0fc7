"""A copy of the database with the bots it names, and going back to it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from plyground.competitions import registration
from plyground.competitions.rights import Rights
from plyground.competitions.running import tasks
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.signing import Signer
from plyground.competitions.store import CompetitionStore
from plyground.competitions.submissions import files, unpacking
from plyground.core import compiled_calls
from plyground.core.settings import Settings
from tests.commands.support import command
from tests.competitions.events import Deciders, make, open_store

SOURCE = b"""
from plyground.camel import list_valid_moves
def make_move(random, time, configuration, game_state):
    moves = list_valid_moves(configuration, game_state)
    return moves[int(random() * (len(moves) - 1))]
"""


def test_a_copy_has_the_bots_and_their_games_are_played_again_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    store = open_store(tmp_path)
    monkeypatch.setenv("PLYGROUND_DATABASE", str(store.database.engine.url))
    made = make(store, bots=1, most_moves=20, clock={"base": 60})
    handed_in, version = registration.register_with(store, made.id, unpacking.unpack("bot.py", SOURCE))
    store.set_admission(version.id, "admitted")
    files.keep(unpacking.unpack("bot.py", b"def make_move(): pass"))  # which no version has
    before = compiled_calls.compiled_in_use()
    CompetitionRunner(store, made.id, Deciders(tasks.play), "none").run_event()
    compiled_calls.use_compiled(before)
    key, signed = Rights(store).teacher_key, Signer().sign(b"so")
    store.close()
    copy = tmp_path / "copies" / "copy.sqlite3"
    ran = command("backup", str(copy), "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert (told["bots"], told["bots_gone"], told["bots_file"]) == (1, 0, f"{copy}.bots.tar")
    assert told["keys"] == 2
    assert Path(told["bots_file"]).stat().st_mode & 0o077 == 0
    assert "The name of a file is missing." in command("backup", "").stderr
    assert "No such file or directory" in command("backup", str(tmp_path / "mistyped" / "disk" / "copy")).stderr
    assert not (tmp_path / "mistyped").exists()
    assert "copy.sqlite3 already" in command("backup", str(copy)).stderr.replace(".bots.tar", "", 1)

    (tmp_path / "new").mkdir()
    shutil.copy(copy, tmp_path / "new" / "plyground.sqlite3")
    subprocess.run(["tar", "-xf", f"{copy}.bots.tar", "-C", str(tmp_path / "new")], check=True)
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "new"))
    restored = CompetitionStore(Settings(database=f"sqlite:///{tmp_path / 'new' / 'plyground.sqlite3'}"))
    assert len(list((tmp_path / "new" / "bots").iterdir())) == 1
    assert (Rights(restored).teacher_key, Signer().sign(b"so")) == (key, signed)
    assert restored.entry(made.id, handed_in.id) == handed_in.__class__(**{**vars(handed_in), "active": version.id})
    games = list(restored.records(made.id))
    assert len(games) == 2
    for _, task, record in games:
        again = tasks.play({**task, "confinement": "none"})
        assert again["moves"] == record["moves"]
    restored.close()


def test_bots_whose_files_are_gone_are_counted_and_a_store_without_bots_has_no_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    store = open_store(tmp_path)
    monkeypatch.setenv("PLYGROUND_DATABASE", str(store.database.engine.url))
    made = make(store, bots=1)
    assert "handed-in" not in command("backup", str(tmp_path / "one.sqlite3")).stdout
    registration.register_with(store, made.id, unpacking.unpack("bot.py", SOURCE))
    shutil.rmtree(tmp_path / "data" / "bots")
    store.close()
    told = json.loads(command("backup", str(tmp_path / "two.sqlite3"), "--json").stdout)
    assert (told["bots"], told["bots_gone"], told["bots_file"]) == (0, 1, None)
    assert not (tmp_path / "two.sqlite3.bots.tar").exists()
