"""Languages: pages, JSON, sockets and scripts speak the language of each visitor."""

from __future__ import annotations

import ast
import builtins
import json
import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from plyground.core import folders
from plyground.core.messages import _
from plyground.core.settings import Settings
from plyground.web.application import create_app
from plyground.web.languages import Languages, TranslatingWire
from tools.messages import PSEUDO, extracted, pseudo

HTML = {"Accept": "text/html", "Accept-Language": f"{PSEUDO},en;q=0.5"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One with a language in which each message stands in brackets."""
    made = tmp_path_factory.mktemp("languages")
    pseudo(made)
    return made


@pytest.fixture(scope="module")
def app(folder: Path) -> Flask:
    """A server that knows that language."""
    return create_app(Settings(database=f"sqlite:///{folder / 'games.sqlite3'}", translations=str(folder)))


def test_a_page_is_in_the_language_that_the_browser_prefers(app: Flask) -> None:
    page = app.test_client().get("/nowhere", headers=HTML).text
    assert f'<html lang="{PSEUDO}" dir="ltr"' in page
    assert "<h1>⟦Nothing here⟧</h1>" in page
    assert "⟦There is nothing at this address.⟧" in page
    english = app.test_client().get("/nowhere", headers={"Accept": "text/html", "Accept-Language": "fr"}).text
    assert '<html lang="en-GB"' in english
    assert "⟦" not in english


def test_a_chosen_language_goes_before_the_preferred_one(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/language/en", headers=HTML).headers["Location"] == "/"
    assert "⟦" not in client.get("/nowhere", headers=HTML).text
    client.get(f"/language/{PSEUDO}")
    assert "⟦Nothing here⟧" in client.get("/nowhere", headers={"Accept": "text/html"}).text
    client.get("/language/xx")
    assert "⟦Nothing here⟧" in client.get("/nowhere", headers={"Accept": "text/html"}).text


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", ""])
def test_choosing_a_language_leads_nowhere_else(app: Flask, back: str) -> None:
    assert app.test_client().get("/language/en", headers={"Referer": back}).headers["Location"] == "/"


def test_messages_within_the_messages_of_a_page_are_translated(app: Flask) -> None:
    client = app.test_client()
    assert "<title>⟦Rules of ⟦Decision tree⟧ · Plyground⟧</title>" in client.get("/rules/tree", headers=HTML).text
    players = {"game": "tree", "seats": [{"kind": "bot", "level": "random"}, {"kind": "person", "name": "A & B"}]}
    game = client.post("/games", json=players).get_json()["id"]
    for page in ("g", "embed"):
        title = "⟦Decision tree⟧: ⟦First try⟧ ⟦against⟧ A &amp; B"
        assert f"<title>{title}</title>" in client.get(f"/{page}/{game}", headers=HTML).text


def test_refusals_are_translated_in_json(app: Flask) -> None:
    answer = app.test_client().get("/api/nowhere", headers={"Accept-Language": PSEUDO})
    assert answer.json == {"error": {"code": "not_found", "sentence": "⟦There is nothing at this address.⟧"}}


def test_tables_of_a_class_and_of_homework_are_translated(app: Flask) -> None:
    client = app.test_client()
    room = client.post("/api/classes").get_json()
    plan = {"entries": [{"kind": "question", "asked": "text", "prompt": "Why?"}]}
    homework = client.post("/api/homework", json={"plan": plan, "due": time.time() + 3600, "list": "Ada"}).get_json()

    def header(path: str, key: str, language: str = PSEUDO) -> str:
        headers = {"Authorization": f"Bearer {key}", "Accept-Language": language}
        return client.get(f"/api/{path}.csv", headers=headers).text.splitlines()[0]

    assert header(f"classes/{room['code']}/scores", room["teacher"]) == "\ufeff⟦nickname⟧;⟦score⟧;⟦of⟧"
    own = f"homework/{homework['id']}"
    assert header(f"{own}/results", homework["key"]).endswith("⟦points⟧;⟦of⟧;⟦late⟧;⟦1. Why?⟧")
    assert header(f"{own}/gradebook", homework["key"]) == "Name,ID number,Homework 1", "as Moodle calls them"
    assert header(f"classes/{room['code']}/scores", room["teacher"], "en") == "\ufeffnickname,score,of"


def test_scripts_are_given_their_messages_and_no_others(app: Flask) -> None:
    page = app.test_client().get("/nowhere", headers=HTML).text
    given = json.loads(page.partition('id="messages">')[2].partition("</script>")[0])
    wanted = {message.id for message in extracted() if any(name.endswith(".js") for name, _ in message.locations)}
    assert set(given["texts"]) == {each if isinstance(each, str) else each[0] for each in wanted}
    assert given["forms"][:3] == [1, 0, 1]


def test_a_file_that_is_no_catalogue_is_named_and_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "de.po").write_text('msgid "Rules"\nmsgstr "Regeln"\n')
    (tmp_path / "fr.po").write_text("Rules are Regeln")
    (tmp_path / "not a language.po").write_text('msgid "Rules"\nmsgstr "Regeln"\n')
    assert Languages([tmp_path, tmp_path / "absent"]).names() == {"en": "English", "de": "Deutsch"}
    assert "fr.po is left out" in caplog.text
    assert "not a language.po is left out" in caplog.text


def test_the_first_folder_goes_before_the_next_and_each_time_anew(tmp_path: Path) -> None:
    for folder, rules in (("own", "Regeln"), ("keeper", "Spielregeln")):
        (tmp_path / folder).mkdir()
        texts = f'#: main.js:1\nmsgid "Rules"\nmsgstr "{rules}"\n\n#: main.js:2\nmsgid "{folder}"\nmsgstr "da"\n'
        (tmp_path / folder / "de.po").write_text(texts)
    keeper, own = tmp_path / "keeper", tmp_path / "own"
    for folders, rules in (((keeper, own), "Spielregeln"), ((own, keeper), "Regeln"), ((own,), "Regeln")):
        german = Languages(folders).known["de"]
        said = {"Rules": rules, **{folder.name: "da" for folder in folders}}
        assert german.texts == german.for_scripts["texts"] == said
        assert {each: german.catalogue.gettext(each) for each in ("Rules", "own", "keeper")} == {
            "own": "own", "keeper": "keeper", **said,
        }  # fmt: skip


class Sent:
    """Stands for the Socket.IO server, and keeps what was sent where."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, Any]] = []
        self.rooms: set[tuple[str, str]] = set()

    def emit(self, event: str, data: Any, *, room: str, skip_sid: Any = None) -> None:
        """Keep it."""
        self.messages.append((room, data["sentence"]))

    def enter_room(self, sid: str, room: str) -> None:
        """Keep it."""
        self.rooms.add((sid, room))

    def leave_room(self, sid: str, room: str) -> None:
        """Keep it."""
        self.rooms.remove((sid, room))


def test_a_room_hears_each_message_in_the_language_of_each_reader(folder: Path) -> None:
    server, language = Sent(), Languages([folder]).known[PSEUDO]
    wire, said = TranslatingWire(server), {"sentence": _("Rules")}
    wire.admit("one", None)
    wire.enter_room("one", "game")
    wire.emit("event", said, room="game")
    assert server.messages == [("game", "Rules")]
    wire.admit("two", language)
    wire.enter_room("two", "game")
    (beside,) = (room for sid, room in server.rooms if sid == "two")
    wire.emit("event", said, room="game")
    assert server.messages[1:] == [("game", "Rules"), (beside, "⟦Rules⟧")]
    wire.emit("hint", said, room="two")
    assert server.messages[3:] == [("two", "⟦Rules⟧")]
    wire.leave_room("two", "game")
    wire.forget("two")
    wire.emit("event", said, room="game")
    assert server.messages[4:] == [("game", "Rules")]
    assert server.rooms == {("one", "game")}


OWN_WORDS = {
    "commands", "migrations", "sandbox", "runner", "bot_library", "for_bots.py", "training", "written_by", "interface",
    "settings.py", "engine.py",
}  # fmt: skip
"""Parts of the package that speak to whoever runs the program, or to bots: what they say is printed, not translated."""
UNSEEN = {
    "CannotLearn",  # told to whoever types `plyground train`
    "ContractBroken",
    "NotJoined",
    "NotWritten",
    "Untold",
    "TooManyPositions",  # told to whoever writes a lesson
    "UnfitDatabase",
    "NoBackup",
    "NoCluster",
    "CannotListen",
    "DatabaseInUse",
    "UnfitServer",
    "_too_large",
    "wrong",
    "Wrong",  # an error in the words of a protocol
}


def test_refusals_are_said_in_messages() -> None:
    """No refusal is raised with a literal sentence, which no catalogue would find."""
    bare = []
    for file in sorted(folders.PACKAGE.rglob("*.py")):
        inside = file.relative_to(folders.PACKAGE)
        if OWN_WORDS & set(inside.parts):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call) or not node.exc.args:
                continue
            name, said = ast.unparse(node.exc.func).rpartition(".")[2], node.exc.args[0]
            literal = isinstance(said, ast.JoinedStr) or (isinstance(said, ast.Constant) and " " in str(said.value))
            setting = literal and "PLYGROUND_" in ast.unparse(said)  # said at the start to whoever set it
            if literal and not setting and name not in UNSEEN and not hasattr(builtins, name):
                bare.append(f"{inside}:{node.lineno} {name}")
    assert not bare, bare
