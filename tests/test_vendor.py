"""Tests that the vendored browser files are what their manifests say: licensed, small, without outside addresses."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "tools" / "web"
FOLDERS = (ROOT / "static" / "vendor", ROOT / "tests" / "vendor")
THIRD_PARTY_LIMIT = 20_000
"""Bytes after gzip that the game page may spend on other people's script."""
ELSEWHERE = {"codemirror.js"}
"""Fetched where a bot is written, and nowhere else."""


def entries(folder: Path) -> list[dict[str, Any]]:
    files: list[dict[str, Any]] = json.loads((folder / "manifest.json").read_text())["files"]
    return files


CASES = [pytest.param(folder, entry, id=entry["file"]) for folder in FOLDERS for entry in entries(folder)]


@pytest.mark.parametrize(("folder", "entry"), CASES)
def test_file_matches_its_manifest(folder: Path, entry: dict[str, Any]) -> None:
    content = (folder / entry["file"]).read_bytes()
    assert base64.b64encode(hashlib.sha384(content).digest()).decode() == entry["sha384"]
    assert len(content) == entry["bytes"]
    assert abs(len(gzip.compress(content, 9, mtime=0)) - entry["gzip"]) <= 32  # zlib builds differ by a few bytes


@pytest.mark.parametrize(("folder", "entry"), CASES)
def test_licence_stands_beside_the_file(folder: Path, entry: dict[str, Any]) -> None:
    words = (folder / entry["licence_file"]).read_text()
    opening = {
        "BSD-3-Clause": "BSD 3-Clause License",
        "ISC": "Permission to use, copy, modify, and/or distribute",
        "MIT": "MIT License",
        "MPL-2.0": "Mozilla Public License",
    }
    assert opening[entry["licence"]].lower() in words.lower()


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_script_is_in_the_manifest(folder: Path) -> None:
    assert {path.name for path in folder.glob("*.js")} == {entry["file"] for entry in entries(folder)}


def test_versions_are_those_asked_for_and_locked() -> None:
    wanted = json.loads((WEB / "package.json").read_text())["dependencies"]
    locked = json.loads((WEB / "package-lock.json").read_text())["packages"]
    written = [entry for folder in FOLDERS for entry in entries(folder)]
    parts = [part for entry in written for part in entry.get("with", ())]
    found = {each["name"]: each["version"] for each in (*written, *parts)}
    assert {name: version for name, version in found.items() if name in wanted} == wanted
    assert {entry["name"] for entry in written} <= set(wanted)
    assert {name: locked[f"node_modules/{name}"]["version"] for name in found} == found


def test_what_went_into_a_joined_file_is_licensed_beside_it() -> None:
    for folder in FOLDERS:
        for entry in entries(folder):
            words = (folder / entry["licence_file"]).read_text()
            for part in entry.get("with", ()):
                assert part["licence"] == entry["licence"] == "MIT", part
                assert part["name"] in words


def test_the_lock_file_names_no_host() -> None:
    assert re.findall(r"https?://", (WEB / "package-lock.json").read_text()) == []


def test_third_party_script_on_the_game_page_is_small() -> None:
    assert sum(entry["gzip"] for entry in entries(FOLDERS[0]) if entry["file"] not in ELSEWHERE) <= THIRD_PARTY_LIMIT


@pytest.mark.parametrize(("file", "name"), [("lit-html.js", "lit"), ("codemirror.js", "codemirror")])
def test_a_joined_file_exports_the_names_that_pages_import(file: str, name: str) -> None:
    exported = set(re.findall(r"as (\w+)[,}]", (FOLDERS[0] / file).read_text().rsplit("export{", 1)[1]))
    scripts = [path.read_text() for path in (ROOT / "static" / "js").rglob("*.js")]
    wanted = {
        wanted_name
        for script in scripts
        for names in re.findall(rf"import \{{([^}}]*)\}} from \"{name}\"", script)
        for wanted_name in re.findall(r"\w+", names)
    }
    for script in scripts:
        for whole in re.findall(rf'import \* as (\w+) from "{name}"', script):
            wanted |= set(re.findall(rf"\b{whole}\.(\w+)", script))
    assert len(wanted) > 1
    assert wanted <= exported
