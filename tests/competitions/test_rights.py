"""Keys of competitions: one teacher's for the server, one for each bot's owner; neither opens what is the other's."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.competitions import registration
from plyground.competitions.rights import KEY_FILE, NotOwner, Rights
from plyground.competitions.store import CompetitionStore
from plyground.core.refusals import NoSuchEntry, NotTeacher, UnfitFolder
from plyground.sessions.keys import OWNER
from tests.competitions.events import make, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompetitionStore]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def test_the_teachers_key_outlives_the_server_and_is_its_users_alone(store: CompetitionStore, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    rights = Rights(store, folder)
    assert len(rights.teacher_key) >= 20
    assert Rights(store, folder).teacher_key == rights.teacher_key
    assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600
    rights.insist_teacher(rights.teacher_key)
    for wrong in ("", rights.teacher_key[:-1], rights.teacher_key + "x", "é", "\ud800", "x" * 100_000):
        with pytest.raises(NotTeacher, match="teacher's link"):
            rights.insist_teacher(wrong)


def test_a_renewed_key_shuts_the_old_one_out(store: CompetitionStore, tmp_path: Path) -> None:
    rights, server = Rights(store, tmp_path), Rights(store, tmp_path)
    old = rights.teacher_key
    assert server.is_teacher(old)
    assert rights.renew_teacher() == rights.teacher_key != old
    assert not rights.is_teacher(old)
    assert not server.is_teacher(old)  # which runs meanwhile
    assert Rights(store, tmp_path).is_teacher(rights.teacher_key)


def test_a_damaged_file_is_replaced_by_a_fresh_key(store: CompetitionStore, tmp_path: Path) -> None:
    for damaged in (b"", b"\n", b"\xff\xfe"):
        (tmp_path / KEY_FILE).write_bytes(damaged)
        rights = Rights(store, tmp_path)
        assert len(rights.teacher_key) >= 20
        assert not rights.is_teacher("")


def test_a_folder_that_cannot_be_had_is_named(store: CompetitionStore, tmp_path: Path) -> None:
    (tmp_path / "words").write_text("a file")
    for folder in (tmp_path / "words", tmp_path / "words" / "data"):
        with pytest.raises(UnfitFolder, match=rf"{folder}/teacher.key cannot be read or made: .*PLYGROUND_DATA"):
            Rights(store, folder)


def test_an_owners_key_opens_the_own_bot_alone(store: CompetitionStore, tmp_path: Path) -> None:
    rights, made = Rights(store, tmp_path), make(store, bots=1)
    (key, owner), (other_key, other) = OWNER.new(), OWNER.new()
    mine = registration.register(store, made.id, "mine", owner=owner)
    registration.register(store, made.id, "other", owner=other)
    assert rights.insist_owner(made.id, mine.id, key).id == mine.id
    assert rights.insist_owner(made.id, "mine", key).id == mine.id
    house = store.entries(made.id)[0]
    for entry, wrong in (("mine", other_key), ("mine", ""), ("mine", rights.teacher_key), ("mine", owner)):
        with pytest.raises(NotOwner):
            rights.insist_owner(made.id, entry, wrong)
    with pytest.raises(NotOwner):
        rights.insist_owner(made.id, house.id, "")
    with pytest.raises(NoSuchEntry):
        rights.insist_owner(made.id, "nobody", key)
    with pytest.raises(NoSuchEntry):
        rights.insist_owner(make(store, bots=1).id, mine.id, key)
