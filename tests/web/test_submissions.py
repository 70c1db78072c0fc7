"""Taking part and handing in over http: what an owner may do, and every refusal by its name."""

from __future__ import annotations

import errno
import io
import os
import stat
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import registration
from plyground.competitions.running import comparing
from plyground.competitions.submissions import files
from plyground.competitions.submissions.unpacking import MOST_BYTES
from plyground.core.refusals import NoSuchEntry
from plyground.sandbox.contract import NoSandbox
from plyground.web import submissions
from tests.competitions.test_unpacking import special, zipped
from tests.waiting import until
from tests.web.submissions import BOT, Place, headers, place, refusal

__all__ = ["place"]


def test_who_takes_part_gets_an_alias_and_a_key(place: Place) -> None:
    bot = place.enter(name="Ada Lovelace")
    assert len(bot.alias.split()) == 2
    assert len(bot.key) >= 20
    assert "Ada" not in place.get(f"{place.path}/bots/{bot.id}").text
    own = place.profile(bot, own=True)["own"]
    assert (own["own_name"], own["name_shown"]) == ("Ada Lovelace", False)
    shown = place.enter(name="Grace  Hopper", show_name=True)
    assert place.profile(shown)["name"] == "Grace Hopper"


def test_a_full_disk_refuses_what_is_handed_in_with_a_sentence(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(given: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    bot = place.enter()
    monkeypatch.setattr(files, "keep", full)
    answer = place.hand_in(bot, BOT.format(0))
    assert (answer.status_code, refusal(answer)) == (503, "storage_failed")
    assert "the disk of the server is full" in answer.text
    monkeypatch.undo()
    assert place.hand_in(bot, BOT.format(0)).status_code == 201


def test_a_class_that_comes_in_at_once_gets_different_aliases(place: Place) -> None:
    with ThreadPoolExecutor(12) as pool:
        made = list(pool.map(lambda _: registration.register(place.store, place.id, owner="x"), range(24)))
    assert len({entry.alias for entry in made}) == 24


def test_what_is_handed_in_plays_its_first_games_and_the_ladder(place: Place) -> None:
    place.service.start()
    bot = place.enter()
    answer = place.hand_in(bot, BOT.format(0), "the first try")
    assert answer.status_code == 201, answer.text
    assert answer.json is not None
    assert (answer.json["version"], answer.json["url"]) == (1, f"/compete/{place.id}/bots/{bot.id}")
    told = place.decided(bot)
    assert told["admission"] == "validated"
    first = told["first_games"]["games"]
    assert [(game["against"], game["seat"], game["verdict"]) for game in first] == [
        ("itself", None, "fair"), ("random", 0, "fair"), ("random", 1, "fair"),
    ]  # fmt: skip
    shown = place.profile(bot, own=True)
    assert shown["own"]["notes"] == {"1": "the first try"}
    assert shown["active"] == 1
    rows = place.get(f"{place.path}/ladder").json
    assert rows is not None
    assert [row["rank"] for row in rows["rows"]] == [1, 2, 3]
    assert bot.id in {row["bot"] for row in rows["rows"]}


def test_a_bot_that_fails_stays_out_with_its_reason_and_a_trace_for_its_owner(place: Place) -> None:
    place.service.start()
    bot, other = place.enter(), place.enter()
    assert place.hand_in(bot, "def make_move(*given):\n    return undefined_thing\n").status_code == 201
    told = place.decided(bot)
    assert told["admission"] == "refused"
    assert "crashed with NameError" in told["reason"]
    game = told["first_games"]["games"][0]
    assert game["failed"]
    path = f"{place.path}/games/{game['game']}/logs"
    logs = place.get(path, bot.key).json
    assert logs is not None
    assert {entry["seat"] for entry in logs["logs"]} == {0, 1}
    assert "undefined_thing" in logs["logs"][0]["log"]
    assert logs["limits"]["memory"] == 512 * 1024 * 1024
    [random_game] = [each for each in told["first_games"]["games"] if each["seat"] == 1 and each["game"]][:1]
    [own] = (place.get(f"{place.path}/games/{random_game['game']}/logs", bot.key).json or {})["logs"]
    assert own["used"] == [], "it made no move"
    for key in ("", other.key, "wrong"):
        answer = place.get(path, key)
        assert answer.status_code == 403
        assert "undefined_thing" not in answer.text
    for public in (f"{place.path}/bots/{bot.id}", f"/compete/{place.id}/bots/{bot.id}", place.path):
        assert "undefined_thing" not in place.get(public).text


def test_the_wrong_key_opens_nothing(place: Place) -> None:
    bot, other = place.enter(), place.enter()
    assert place.hand_in(bot, BOT.format(0)).status_code == 201
    elsewhere = place.competition()
    base = f"{place.path}/bots/{bot.id}"
    asked = [
        ("versions", {"source": BOT.format(1)}), ("versions/1/note", {"note": "x"}), ("versions/1/choose", {}),
        ("name", {"name": "x"}), ("withdraw", {}),
    ]  # fmt: skip
    for key in ("", other.key, "é", "x" * 5000):
        for path, body in asked:
            answer = place.post(f"{base}/{path}", body, key) if key.isascii() else None
            if answer is not None:
                assert (answer.status_code, refusal(answer)) == (403, "not_owner"), path
        if key.isascii():
            assert place.get(f"{base}/versions/1/source", key).status_code == 403
    assert place.get(base, other.key).status_code == 403
    for path, body in asked:
        answer = place.post(f"/api/competitions/{elsewhere.id}/bots/{bot.id}/{path}", body, bot.key)
        assert (answer.status_code, refusal(answer)) == (404, "no_such_entry"), path
        answer = place.post(f"/api/competitions/nope/bots/{bot.id}/{path}", body, bot.key)
        assert (answer.status_code, refusal(answer)) == (404, "no_such_competition"), path
    assert place.client.post(f"{base}/withdraw?key={bot.key}").status_code == 403
    assert len(place.profile(bot)["versions"]) == 1


def link() -> bytes:
    return zipped(("bot.py", b"pass"), (special("passwords", stat.S_IFLNK | 0o777), b"/etc/passwd"))


def bomb() -> bytes:
    return zipped(("bot.py", b"pass"), ("zeros", bytes(MOST_BYTES)))


@pytest.mark.parametrize(
    ("name", "data", "code", "status"),
    [
        ("bot.py", bytes(MOST_BYTES + 1), "upload_too_large", 413),
        ("bot.py", bytes(2 * MOST_BYTES), "upload_too_large", 413),
        ("bot.zip", bomb(), "packed_too_tightly", 400),
        ("bot.zip", link(), "holds_link", 400),
        ("bot.zip", zipped(("../bot.py", b"pass"), ("b", b"")), "stray_path", 400),
        ("bot.zip", zipped(("/etc/cron.d/bot.py", b"pass"), ("b", b"")), "stray_path", 400),
        ("bot.zip", zipped(("bot.py", b"pass"), ("bot.py", b"pass")), "doubled_file", 400),
        ("bot.zip", b"PK\x03\x04 and nothing", "unreadable_zip", 400),
        ("bot.zip", zipped(*((f"{number}.py", b"") for number in range(201))), "too_many_files", 400),
        ("bot.zip", zipped(("one.py", b""), ("two.py", b"")), "no_program", 400),
        ("../../bot.py\0 .exe", b"MZ...", "not_a_bot", 400),
        ("", b"", "not_a_bot", 400),
    ],
)
def test_what_is_no_bot_is_refused_and_nothing_is_kept(
    place: Place, name: str, data: bytes, code: str, status: int
) -> None:
    before = files.taken()
    bot = place.enter()
    answer = place.upload(bot, name, data)
    assert (refusal(answer), answer.status_code) == (code, status)
    assert place.profile(bot)["versions"] == []
    assert files.taken() == before


def test_a_hostile_name_names_nothing(place: Place) -> None:
    bot = place.enter()
    assert (
        place.upload(bot, "../../<script>alert(1)</script>.py", BOT.format(0).encode(), "<b>n</b>").status_code == 201
    )
    answer = place.get(f"{place.path}/bots/{bot.id}/versions/1/source", bot.key)
    assert answer.data == BOT.format(0).encode()
    named = answer.headers["Content-Disposition"]
    assert named == f'attachment; filename="{bot.alias.lower().replace(" ", "-")}-1.py"'
    assert "<b>" not in place.get(f"/compete/{place.id}/bots/{bot.id}").text


def test_a_bot_that_played_itself_is_told_apart_from_itself(place: Place) -> None:
    place.service.start()
    bot = place.enter()
    assert place.hand_in(bot, "def make_move(*_):\n    return 'nonsense'\n").status_code == 201
    place.decided(bot)
    game = next(game["id"] for game in place.profile(bot)["games"] if len(game["own"]) == 2)
    shown = place.get(f"{place.path}/games/{game}").json or {}
    assert [seat["name"] for seat in shown["seats"]] == [f"{bot.alias} (1)", f"{bot.alias} (2)"]
    assert shown["result"]["sentence"].startswith(f"{bot.alias} (2) won. {bot.alias} (1): It played")


def test_a_zip_comes_back_as_it_was(place: Place) -> None:
    bot = place.enter()
    given = {"bot.py": BOT.format(0).encode(), "data/book.txt": b"e6"}
    assert place.upload(bot, "mine.zip", zipped(*given.items())).status_code == 201
    answer = place.get(f"{place.path}/bots/{bot.id}/versions/1/source", bot.key)
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == given


@pytest.mark.parametrize("text", ["\0", "\ud800", "def make_move(", "'" * 5000, "# coding: nope\n"])
def test_a_text_that_is_no_program_is_kept_and_counted_all_the_same(place: Place, text: str) -> None:
    assert place.hand_in(place.enter(), text).status_code == 201


def test_a_double_click_makes_one_version(place: Place) -> None:
    bot = place.enter()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: place.hand_in(bot, BOT.format(0)), range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert {refusal(answer) for answer in answers if answer.status_code == 409} == {"same_version"}
    assert place.hand_in(bot, BOT.format(1)).status_code == 201
    assert place.hand_in(bot, BOT.format(0)).status_code == 201


def test_the_numbers_are_bounded(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registration, "MOST_BOTS", 4)
    monkeypatch.setattr(registration, "MOST_VERSIONS", 2)
    bot, other = place.enter(), place.enter()
    full = place.post(f"{place.path}/bots", {})
    assert (full.status_code, refusal(full)) == (409, "too_many")
    for number in (0, 1):
        assert place.hand_in(bot, BOT.format(number)).status_code == 201
    assert refusal(place.hand_in(bot, BOT.format(2))) == "too_many"
    monkeypatch.setattr(files, "_taken_lately", lambda: 20 * 1024 * 1024)
    assert refusal(place.hand_in(other, BOT.format(3))) == "too_many"
    assert place.hand_in(other, BOT.format(1)).status_code == 201, "the files are kept already"


def test_one_address_can_ask_only_so_much(place: Place) -> None:
    codes = {place.post(f"{place.path}/bots/nope/withdraw", {}, "x").status_code for _ in range(80)}
    assert codes == {404, 429}


def test_who_has_no_key_does_not_use_up_what_owners_may_ask(place: Place) -> None:
    bot = place.enter()
    for _ in range(80):
        place.post(f"{place.path}/bots/{bot.id}/withdraw", {}, "wrong")
    assert place.hand_in(bot, BOT.format(0)).status_code == 201


def test_a_deleted_competition_leaves_no_files_but_those_of_others(place: Place) -> None:
    elsewhere = place.competition().id
    bot = place.enter()
    assert place.hand_in(bot, BOT.format(0)).status_code == place.hand_in(bot, BOT.format(1)).status_code == 201
    other = registration.register(place.store, elsewhere, owner="x")
    registration.submit_files(place.store, other, {"bot.py": (BOT.format(1).encode(), False)})
    entry = place.store.entry(place.id, bot.id)
    contents = [version.bot["content"] for version in place.store.versions_of(entry.id)]
    place.service.delete(place.id)
    assert [files.folder_of(content).is_dir() for content in contents] == [False, True]
    with pytest.raises(NoSuchEntry):
        place.store.add_version(entry.id, {"kind": "upload", "content": "x"}, 1)


def test_a_note_of_any_letters_can_be_kept(place: Place) -> None:
    bot = place.enter()
    assert place.hand_in(bot, BOT.format(0), "half \ud800 and \u202eturned\x00").status_code == 201
    path = f"{place.path}/bots/{bot.id}/versions/1/note"
    assert place.profile(bot, own=True)["own"]["notes"]["1"] == "half  and turned"
    noted = place.post(path, {"note": "\ud800two\nlines\x1b"}, bot.key).json
    assert noted is not None
    assert noted["own"]["notes"]["1"] == "two\nlines"


def test_one_who_hands_in_again_and_again_does_not_keep_others_waiting(place: Place) -> None:
    bot, other = place.enter(), place.enter()
    answers = [place.hand_in(bot, BOT.format(number)) for number in range(registration.MOST_UNVALIDATED + 1)]
    assert [answer.status_code for answer in answers] == [201] * registration.MOST_UNVALIDATED + [409]
    assert refusal(answers[-1]) == "too_many"
    assert place.hand_in(other, BOT.format(9)).status_code == 201
    place.store.set_admission(place.store.versions_of(bot.id)[0].id, "refused", "It was silent.")
    assert place.hand_in(bot, BOT.format(8)).status_code == 201


def test_one_who_hands_in_without_a_pause_is_told_so_before_anything_is_compiled(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, other = place.enter(), place.enter()
    codes = [place.hand_in(bot, " ").status_code for _ in range(submissions.HANDED_IN[1] + 1)]
    assert codes[-1] == 429
    assert 429 not in codes[:-1]
    monkeypatch.setattr(registration, "submit_files", None)
    assert refusal(place.hand_in(bot, BOT.format(0))) == "too_fast"
    monkeypatch.undo()
    assert place.hand_in(other, BOT.format(0)).status_code == 201


def test_names_alone_shut_nobody_out_for_long(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registration, "MOST_BOTS", 4)
    bot, empty = place.enter(), place.enter()
    assert place.hand_in(bot, BOT.format(0)).status_code == 201
    assert refusal(place.post(f"{place.path}/bots", {})) == "too_many"
    monkeypatch.setattr(registration, "EMPTY_SECONDS", -1.0)
    late = place.enter()
    assert {entry.id for entry in place.store.entries(place.id)} > {bot.id, late.id}
    assert refusal(place.post(f"{place.path}/bots/{empty.id}/withdraw", {}, empty.key)) == "no_such_entry"


def test_nobody_is_shown_under_anothers_name(place: Place) -> None:
    first = place.enter(name="Ada Lovelace", show_name=True)
    for name in ("Ada Lovelace", "\uff21DA  lovelace", first.alias, "House 1"):
        answer = place.post(f"{place.path}/bots", {"name": name, "show_name": True})
        assert (answer.status_code, refusal(answer)) == (400, "name_taken"), name
    assert len(place.store.entries(place.id)) == 3
    second = place.enter(name="Ada Lovelace")
    path = f"{place.path}/bots/{second.id}/name"
    assert refusal(place.post(path, {"name": "Ada Lovelace", "show_name": True}, second.key)) == "name_taken"
    own = {"name": "Ada Lovelace", "show_name": True}
    assert place.post(f"{place.path}/bots/{first.id}/name", own, first.key).status_code == 200


def test_without_a_sandbox_nothing_is_taken_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none() -> str:
        raise NoSandbox("Install bubblewrap.")

    place = Place(monkeypatch, tmp_path, none)
    place.service.start()
    bot = place.enter()
    answer = place.hand_in(bot, BOT.format(0))
    assert (answer.status_code, refusal(answer)) == (503, "no_sandbox")
    assert "Install bubblewrap." in answer.text
    assert place.profile(bot, own=True)["own"]["sandbox_problem"] == "Install bubblewrap."
    assert place.profile(bot)["versions"] == []
    place.close()


def test_a_closed_competition_takes_nothing_and_a_begun_one_only_versions(place: Place) -> None:
    bot = place.enter()
    place.store.set_state(place.id, "closed")
    assert refusal(place.post(f"{place.path}/bots", {})) == "already_begun"
    assert refusal(place.hand_in(bot, BOT.format(0))) == "already_begun"
    place.store.begin(place.id, list(place.store.versions(place.id)))
    assert refusal(place.post(f"{place.path}/bots", {})) == "already_begun"
    assert place.hand_in(bot, BOT.format(0)).status_code == 201


@pytest.mark.parametrize(
    "body", [{"name": 5}, {"show_name": "yes"}, {"name": "x" * 41}, {"name": "a\nb\0"}, {"show_name": True}, [], "x"]
)
def test_who_comes_in_with_nonsense_is_refused_and_makes_no_bot(place: Place, body: object) -> None:
    before = len(place.store.entries(place.id))
    answer = place.post(f"{place.path}/bots", body)
    assert answer.status_code == 400
    assert refusal(answer) in ("malformed", "bad_setting")
    assert len(place.store.entries(place.id)) == before


def test_what_is_handed_in_wrongly_is_refused(place: Place) -> None:
    bot = place.enter()
    path = f"{place.path}/bots/{bot.id}"
    bodies: list[object] = [{}, {"source": 5}, {"source": "x", "note": []}, []]
    for body in bodies:
        assert refusal(place.post(f"{path}/versions", body, bot.key)) == "malformed", body
    assert place.client.post(f"{path}/versions", data=b"{", headers=headers(bot.key)).status_code == 400
    for wrong in ("versions/1/choose", "versions/0/note", "versions/x/choose", "versions/1234567/choose"):
        assert refusal(place.post(f"{path}/{wrong}", {"note": ""}, bot.key)) == "no_such_entry"
    assert place.get(f"{place.path}/bots/nope").status_code == 404
    assert place.get(f"/compete/{place.id}/bots/nope").status_code == 404


def test_the_owner_names_notes_chooses_and_withdraws(place: Place) -> None:
    bot = place.enter()
    for number in (0, 1):
        assert place.hand_in(bot, BOT.format(number)).status_code == 201
    path = f"{place.path}/bots/{bot.id}"
    first, second = place.store.versions_of(place.store.entry(place.id, bot.id).id)
    place.store.set_admission(first.id, "validated")
    place.store.set_admission(second.id, "refused", "It was silent.")
    assert place.profile(bot)["active"] == 2
    assert refusal(place.post(f"{path}/versions/2/choose", {}, bot.key)) == "cannot_choose"
    chosen = place.post(f"{path}/versions/1/choose", {}, bot.key).json
    assert chosen is not None
    assert chosen["active"] == 1
    assert place.post(f"{path}/withdraw", {}, bot.key).status_code == 200
    assert place.profile(bot)["active"] is None
    shown = place.get(place.path).json
    assert shown is not None
    assert {each["entry"]: each["admission"] for each in shown["bots"]}[bot.id] == "withdrawn"
    assert bot.id not in str(place.get(f"{place.path}/ladder").json)
    assert place.post(f"{path}/versions/1/choose", {}, bot.key).status_code == 200
    assert bot.id in str(place.get(f"{place.path}/ladder").json)
    assert refusal(place.post(f"{path}/versions/1/note", {"note": "x" * 501}, bot.key)) == "bad_setting"
    noted = place.post(f"{path}/versions/1/note", {"note": " <i>deeper</i> "}, bot.key).json
    assert noted is not None
    assert noted["own"]["notes"]["1"] == "<i>deeper</i>"
    assert "deeper" not in str(place.profile(bot))
    renamed = place.post(f"{path}/name", {"name": "<b>Ada</b>", "show_name": True}, bot.key).json
    assert renamed is not None
    assert renamed["name"] == "<b>Ada</b>"
    assert "<b>Ada" not in place.get(f"/compete/{place.id}/bots/{bot.id}").text
    assert "<b>Ada" not in place.get(f"/compete/{place.id}/ladder").text
    assert refusal(place.post(f"{path}/name", {"name": " ", "show_name": True}, bot.key)) == "bad_setting"
    hidden = place.post(f"{path}/name", {"name": "", "show_name": False}, bot.key).json
    assert hidden is not None
    assert hidden["name"] == bot.alias


def test_two_versions_play_until_it_is_known_which_is_better(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "MOST_GAMES", 8)
    place.service.start()
    bot = place.enter()
    path = f"{place.path}/bots/{bot.id}/comparisons"
    for number, source in enumerate((BOT.format(0), BOT.format(-1)), 1):
        assert place.hand_in(bot, source).status_code == 201
        assert place.decided(bot, number)["admission"] == "validated"
    for body, code in (
        ({"new": 2, "old": 2}, "cannot_compare"), ({"new": 2, "old": 3}, "no_such_entry"), ({"new": 2}, "malformed"),
        ({"new": "2", "old": 1}, "malformed"),
    ):  # fmt: skip
        assert refusal(place.post(path, body, bot.key)) == code
    assert refusal(place.post(path, {"new": 2, "old": 1}, place.enter().key)) == "not_owner"
    answer = place.post(path, {"new": 2, "old": 1}, bot.key)
    assert answer.status_code == 201, answer.text

    def found() -> Any:
        return place.profile(bot, own=True)["own"]["comparisons"][0]

    until(lambda: found()["state"] is None)
    told = found()
    games = told["wins"] + told["draws"] + told["losses"]
    assert (games, told["verdict"]) == (8, None), "so few games decide nothing"
    assert (told["new"], told["old"]) == (2, 1)
    assert "comparisons" not in str(place.profile(bot))
