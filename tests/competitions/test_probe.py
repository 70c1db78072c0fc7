"""A hostile bot can do nothing in a sandbox that is called safe, and everything where there is none."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from plyground.sandbox import groups, hostile, probe, remedy
from plyground.sandbox.confinements import Unconfined
from plyground.sandbox.contract import Bounds, NoSandbox, NotStarted
from plyground.sandbox.running import Confinement, Running
from tests.commands.support import program
from tests.competitions import bots


@pytest.mark.parametrize("grouped", [True, False], ids=["group", "signal"])
@pytest.mark.parametrize("confinement", bots.SAFE, ids=lambda one: one.name)
def test_every_attempt_is_denied(confinement: Confinement, grouped: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not grouped:
        monkeypatch.setattr(groups, "group", lambda: None)
    probed = probe.probe(confinement)
    assert probed.fault == ""
    assert len(probed.attempts) == len(hostile.table()) + 4 >= 40
    assert [one for one in probed.attempts if not one.denied] == []
    assert [one.name for one in probed.attempts if one.how == "no answer"] == []
    assert probed.holds


AS_SOMEBODY = """
import json, os, site, sys
for folder in sys.argv[1:]:
    site.addsitedir(folder)
from plyground.sandbox import groups, probe
print(json.dumps([os.geteuid(), groups.group() is not None,
                  [probe.probe(each).as_json() for each in probe.CHOICES]]))
"""


def test_every_attempt_is_denied_where_the_server_is_not_root() -> None:
    """Root becomes somebody else, who cannot make control groups, and sees Python at an open place."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        user, grouped, found = json.loads(_said_by_somebody(Path(folder)))
    assert user != 0
    assert not grouped or os.geteuid() != 0
    assert [each["confinement"] for each in found] == [each.name for each in bots.SAFE]
    for each in found:
        assert each["fault"] == ""
        assert [one for one in each["attempts"] if not one["denied"]] == []
        assert each["holds"]


def _said_by_somebody(folder: Path) -> str:
    begin = [sys.executable, "-c", AS_SOMEBODY]
    if os.geteuid() == 0:
        base, packages = folder / "base", folder / "packages"
        python = base / "bin" / os.path.basename(os.path.realpath(sys.executable))
        places = {sys.base_prefix: base, sysconfig.get_path("purelib"): packages}
        binds = "".join(f"mkdir {there} && mount --bind {here} {there} && " for here, there in places.items())
        become = f"exec setpriv --reuid 4321 --regid 4321 --clear-groups env HOME=/tmp LD_LIBRARY_PATH={base}/lib"
        begin = ["unshare", "--mount", "sh", "-c", f'{binds} {become} {python} "$@"', "sh", *begin[1:], str(packages)]
    ran = subprocess.run(begin, capture_output=True, text=True, check=False, cwd="/tmp")
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


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
