"""One's own bot from a laptop: handed in, tried, challenged, watched and its logs read, at a server of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import requests

from plyground import notebook
from plyground.core.refusals import BadUpload
from plyground.interface.own_bot import BadLink, OwnBot, Refused, files_of
from tests.commands.support import ROOT, asked, command
from tools.benchmarks.serving import Server

FIRST = '''"""Plays the first move."""
print("hello from the first version")


def make_move(random, time, configuration, game_state):
    return game_state.moves[0]
'''


def last_move(random, time, configuration, game_state):  # type: ignore[no-untyped-def]
    """A bot with weights beside it, as a notebook defines one."""
    with open("weights.txt") as file:
        assert file.read() == "1 2 3"
    return game_state.moves[-1]


def link_of(server: Server, **settings: Any) -> str:
    """A new competition of that server, and a bot's secret link."""
    teacher = {"Authorization": f"Bearer {server.teacher_key}"}
    spec: Any = {"title": "Cup", "game": "othello", "options": {"size": "4"}, "settings": settings, "house": ["random"]}
    made = requests.post(f"{server.url}/api/competitions", json=spec, headers=teacher, timeout=60).json()
    entered = requests.post(f"{server.url}/api/competitions/{made['id']}/bots", json={}, timeout=60).json()
    return f"{server.url}/compete/{made['id']}/bots/{entered['bot']}#key={entered['key']}"


def pushed(folder: Path, link: str, source: str) -> str:
    """A repository with the hook of ours, to which a branch is pushed; what the one who pushes reads."""

    def git(*words: str, at: Path) -> subprocess.CompletedProcess[str]:
        own = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        return subprocess.run(["git", *own, *words], cwd=at, capture_output=True, text=True, check=True)

    central, mine = folder / "central", folder / "mine"
    git("init", "-q", "--bare", str(central), at=folder)
    hook = Path(command("submit", "--hook").stdout.strip())
    shutil.copy(hook, central / "hooks" / "post-receive")
    (central / "hooks" / "post-receive").chmod(0o755)
    git("config", "plyground.bot", link, at=central)
    git("init", "-q", "-b", "main", str(mine), at=folder)
    (mine / "bot.py").write_text(source)
    git("add", ".", at=mine)
    git("commit", "-qm", "Play the last move", at=mine)
    own = folder / "plyground"
    own.write_text(f'#!/bin/sh\ncd {ROOT}\nexec "{sys.executable}" -m game "$@"\n')
    own.chmod(0o755)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PLYGROUND", str(own))
        return git("push", str(central), "main", at=mine).stderr


def test_a_bot_from_a_laptop(own_server: Server, tmp_path: Path) -> None:
    link = link_of(own_server)
    file = tmp_path / "mine.py"
    file.write_text(FIRST)

    tried = asked("try", str(file), "--at", link, "--against", "random")
    assert tried["verdict"]["code"] == "fair"
    assert "hello from the first version" in tried["log"]
    assert OwnBot(link).about()["versions"] == [], "nothing of a try is kept"

    learnt, reader = tmp_path / "run 7.TXT", tmp_path / "reader.py"
    learnt.write_bytes(b"x" * 12_345)
    reader.write_text("print(len(open('weights.txt').read()))\n" + FIRST)
    assert "12345" in asked("try", str(reader), "--at", link, "--weights", str(learnt))["log"]
    handed = asked("submit", str(file), "--at", link, "--note", "the first", "--weights", str(learnt))
    assert (handed["version"], handed["admission"]) == (1, "validated")
    assert OwnBot(link).about()["own"]["notes"]["1"] == "the first"
    assert OwnBot(link).about()["versions"][0]["weights"] == {"name": "weights.txt", "bytes": 12_345}

    watched = asked("watch", "--at", link, "--games", "1", "--all")["games"][0]
    assert watched["kind"] == "validation"
    logs = asked("logs", watched["id"], "--at", link)
    assert "hello from the first version" in logs["logs"][0]["log"]

    challenged = command("challenge", "First try", "--at", link)
    assert challenged.returncode == 0, challenged.stderr
    assert requests.get(challenged.stdout.strip(), timeout=60).status_code == 200

    learnt.write_text("1 2 3")
    known = notebook.submit(last_move, link, weights=learnt)
    assert known.text == f"Version 2 plays\n{OwnBot(link).page}"
    assert OwnBot(link).page in known.html
    assert OwnBot(link).key not in known.html, "whoever sees the notebook is not told the key"
    said = pushed(tmp_path, link, FIRST.replace("[0]", "[-1]"))
    assert "Version 3 plays" in said
    assert OwnBot(link).about()["own"]["notes"]["3"] == "Play the last move"

    broken = tmp_path / "bot.c"
    broken.write_text("int main(void) {\n    return nothing;\n}\n")
    refused = command("submit", str(broken), "--at", link)
    assert refused.returncode == 1
    assert refused.stderr.startswith("bot.c:2: ")
    with pytest.raises(Refused, match="Only the owner"):
        OwnBot(link.split("#")[0], "wrong").submit(file)


def test_what_is_no_link_or_bot_is_refused(tmp_path: Path) -> None:
    for link in ("", "http://127.0.0.1/compete/k3v9", "http://127.0.0.1/compete/k3v9/bots/b7", "ftp://a/bots/b#key=c"):
        with pytest.raises(BadLink, match="/compete/COMPETITION/bots/BOT#key="):
            OwnBot(link)
    with pytest.raises(BadLink, match="There is no bot at"):
        files_of(str(tmp_path / "none.py"))


def test_of_a_folder_what_tools_keep_there_stays_at_home(tmp_path: Path) -> None:
    for name in ("bot.py", "data/book.txt", ".git/config", ".env", "__pycache__/bot.pyc", "data/.DS_Store"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    assert files_of(tmp_path) == {"bot.py": b"x", "data/book.txt": b"x"}
    (tmp_path / "link.txt").symlink_to("/etc/hostname")
    with pytest.raises(BadUpload, match=r"link\.txt is a link"):
        files_of(tmp_path)


def test_a_function_is_handed_in_under_the_name_that_bots_have() -> None:
    source = files_of(last_move)["bot.py"].decode()
    assert "\n\ndef last_move(" in source
    assert "plyground" not in source, "nothing that it does not use"
    assert source.endswith("make_move = last_move\n")
