"""Keys: random, kept as digests, compared whole, and told of in the page for operators."""

from __future__ import annotations

import re
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plyground.core.folders import HOME
from plyground.sessions.keys import LONGEST, OWNER, ROLES, KeyFile, Seal, digest, is_key


def test_keys_differ_are_long_enough_and_stand_in_addresses() -> None:
    keys = {role.new()[0] for role in ROLES for _number in range(200)}
    assert len(keys) == 200 * len(ROLES)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", key) for key in keys)


def test_a_key_opens_by_its_digest_and_nothing_else_does() -> None:
    key, kept = OWNER.new()
    assert is_key(key, kept)
    for wrong in ("", kept, key[:-1], key + "A", key.swapcase(), "\ud800", "A" * (LONGEST + 1)):
        assert not is_key(wrong, kept)
    assert not is_key(key, None)
    assert not is_key("", "")
    long = "A" * (LONGEST + 1)
    assert not is_key(long, digest(long))


def test_digests_are_those_of_keys_that_were_given_out_long_ago() -> None:
    assert digest("old-key") == "762c08fc17a1cc5f00d248f8b50f2f2f4d17ff2934ac31e64deacb3f5bb3f2ec"


def test_a_key_file_is_private_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "own.key"
    file = KeyFile(path)
    key = file.key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert KeyFile(path).key == key != file.renew()
    assert [each.name for each in path.parent.iterdir()] == ["own.key"]


def test_processes_that_start_together_have_one_key(tmp_path: Path) -> None:
    for number in range(20):
        path, together = tmp_path / str(number) / "own.key", threading.Barrier(8)

        def first(path: Path = path, together: threading.Barrier = together) -> str:
            together.wait(60)
            return KeyFile(path).key

        with ThreadPoolExecutor(8) as pool:
            keys = {each.result() for each in [pool.submit(first) for _ in range(8)]}
        assert keys == {path.read_text().strip()}
        assert [each.name for each in path.parent.iterdir()] == ["own.key"]


@pytest.mark.parametrize("wrong", ["", "A", "A" * 44, "é" * 44, "A" * 5000, "\x00" * 44])
def test_a_seal_is_made_for_one_purpose_with_one_secret(wrong: str) -> None:
    seal = Seal("secret", "visitors")
    key = seal.new()
    assert seal.is_on(key)
    assert Seal("secret", "visitors").is_on(key)
    assert not Seal("secret", "others").is_on(key)
    assert not Seal("other", "visitors").is_on(key)
    assert not seal.is_on(wrong)
    assert not seal.is_on(key[:-1] + ("A" if key[-1] != "A" else "B"))


def test_people_are_told_of_every_role() -> None:
    told = (HOME / "docs" / "operate.md").read_text(encoding="utf-8")
    for role in ROLES:
        words = (role.name, role.opens, role.kept, role.moves, role.renewed, role.ends)
        assert f"| {' | '.join(words)} |" in told, role.name
