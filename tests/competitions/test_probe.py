"""A hostile bot can do nothing in a sandbox that is called safe, and everything where there is none."""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from plyground.sandbox import hostile, probe, remedy
from plyground.sandbox.confinements import Unconfined
from plyground.sandbox.contract import Bounds, NoSandbox, NotStarted
from plyground.sandbox.running import Confinement, Running
from tests.commands.support import program
from tests.competitions import bots


@pytest.mark.parametrize("confinement", bots.SAFE, ids=lambda one: one.name)
def test_every_attempt_is_denied(confinement: Confinement) -> None:
    probed = probe.probe(confinement)
    assert probed.fault == ""
    assert len(probed.attempts) == len(hostile.table()) + 4 >= 40
    assert [one for one in probed.attempts if not one.denied] == []
    assert [one.name for one in probed.attempts if one.how == "no answer"] == []
    assert probed.holds


class Witness(Unconfined):
    """No confinement, and afterwards an end to whatever was left running."""

    def start(self, folder: Path, argv: Sequence[str], bounds: Bounds, image: Sequence[Path] = ()) -> Running:
        self.token = argv[-1]
        return super().start(folder, argv, bounds)


def test_attempts_come_through_where_nothing_confines_them() -> None:
    """A denial says something only if the attempt could have succeeded: nearly all do for root, most for others."""
    witness = Witness()
    probed = probe.probe(witness)
    try:
        through = {one.name for one in probed.attempts if not one.denied}
        assert not probed.holds
        assert "outlived" in through
        assert len(through) >= (50 if os.geteuid() == 0 else 35)
    finally:
        for process in probe.survivors(witness.token):
            os.kill(process, signal.SIGKILL)


def test_the_command_shows_the_table() -> None:
    ran = program("sandbox", "--json")
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["chosen"] == "bubblewrap"
    assert [one["confinement"] for one in found["confinements"]] == ["bubblewrap", "landlock"]
    for one in found["confinements"]:
        assert one["holds"]
        assert {"name", "tried", "denied", "how"} == set(one["attempts"][0])


def test_a_temporary_folder_of_a_long_name_is_no_hindrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    assert probe.probe(bots.SAFE[0]).holds
    assert list(folder.iterdir()) == []


class Broken:
    """A confinement that does not work."""

    name = "broken"

    def start(self, folder: Path, argv: Sequence[str], bounds: Bounds, image: Sequence[Path] = ()) -> Running:
        raise NotStarted("it is broken.")


def test_what_does_not_work_or_hold_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "CHOICES", (Broken(),))
    probe.forget()
    try:
        with pytest.raises(NoSandbox, match="Bots cannot be run safely here"):
            probe.choose()
        probe.forget()
        monkeypatch.setattr(probe, "CHOICES", (Broken(), bots.SAFE[1]))
        assert probe.choose().name == "landlock"
    finally:
        probe.forget()


def test_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    setting = tmp_path / "setting"
    setting.write_text("1\n")
    assert "it is broken" in remedy.sentence("it is broken.")
    monkeypatch.setattr(remedy, "_APPARMOR", setting)
    assert "apparmor" in remedy.sentence("")
    monkeypatch.setattr(shutil, "which", lambda *args, **named: None)
    assert "apt-get install bubblewrap" in remedy.sentence("")
