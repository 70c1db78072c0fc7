"""Static files: fingerprints in their addresses, kept for a year, compressed, and following edits."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
import requests

from plyground.core import registry
from plyground.web.assets import Assets
from tools.benchmarks.serving import ROOT, Server


def test_files_are_kept_for_a_year_under_their_fingerprint(server: Server) -> None:
    page = requests.get(server.url, timeout=10).text
    found = re.search(r'href="(/static/[0-9a-f]{12}/)joined/css/[^"]*css/base\.css[^"]*"', page)
    assert found is not None
    sheet = server.url + found[1] + "css/base.css"
    answer = requests.get(sheet, timeout=10)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Type"] == "text/css; charset=utf-8"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.text == (ROOT / "static" / "css" / "base.css").read_text(encoding="utf-8")
    again = requests.get(sheet, headers={"If-None-Match": answer.headers["ETag"]}, timeout=10)
    assert (again.status_code, again.content) == (304, b"")
    old = requests.get(server.url + "/static/000000000000/css/base.css", timeout=10)
    assert (old.status_code, old.headers["Cache-Control"]) == (200, "no-cache")


def test_nothing_outside_the_folder_is_served(server: Server) -> None:
    for path in ("/static/x/../../app.py", "/static/x/%2e%2e/%2e%2e/app.py", "/static/x//etc/passwd", "/static/x/"):
        prepared = requests.Request("GET", server.url).prepare()
        prepared.url = server.url + path
        with requests.Session() as session:
            assert session.send(prepared, timeout=10).status_code == 404


def folder(tmp_path: Path) -> Path:
    """A small static folder."""
    (tmp_path / "js" / "lib").mkdir(parents=True)
    (tmp_path / "js" / "pages").mkdir()
    (tmp_path / "js" / "lib" / "a.js").write_text('export * from "./b.js";\n')
    (tmp_path / "js" / "lib" / "b.js").write_text('import { html } from "lit";\nexport const b = 1;\n')
    (tmp_path / "js" / "pages" / "p.js").write_text(
        'import {\n  a,\n  c,\n} from "lib/a.js";\nimport "../lib/b.js";\nconst later = () => import("lib/later.js");\n'
    )
    return tmp_path


def test_an_edit_changes_the_fingerprint(tmp_path: Path) -> None:
    assets = Assets(folder(tmp_path))
    before = assets.version
    assets.refresh()
    assert assets.version == before
    (tmp_path / "js" / "lib" / "b.js").write_text("export const b = 23;\n")
    assets.refresh()
    assert assets.version != before
    found = assets.find("js/lib/b.js")
    assert found is not None
    assert found.content == b"export const b = 23;\n"
    assert Assets(tmp_path).version == assets.version, "the fingerprint is of contents, not of times"


def test_a_page_knows_all_modules_that_it_will_need(tmp_path: Path) -> None:
    assets = Assets(folder(tmp_path))
    names = [url.split("/", 3)[3] for url in assets.modules("js/pages/p.js")]
    assert names == ["js/pages/p.js", "js/lib/a.js", "js/lib/b.js"], "without those that are fetched later"


def test_compressed_and_plain_are_the_same(tmp_path: Path) -> None:
    (tmp_path / "big.css").write_text("a { color: red }\n" * 100)
    asset = Assets(tmp_path).find("big.css")
    assert asset is not None
    assert asset.compressed is not None
    assert gzip.decompress(asset.compressed) == asset.content
    assert len(asset.compressed) < len(asset.content)


@pytest.mark.parametrize(
    ("path", "games"),
    [("/compete", []), ("/new/tak", ["tak"]), ("/trees", ["tree"]), ("/rules/othello", ["othello"]), ("/lab", None)],
)
def test_a_page_loads_the_styles_of_boards_that_it_shows(server: Server, path: str, games: list[str] | None) -> None:
    text = requests.get(server.url + path, timeout=10).text
    [sheets] = re.findall(r'rel="stylesheet" href="(/static/[0-9a-f]{12}/joined/css/[^"]+)"', text)
    names = sheets.partition("/joined/")[2].split(",")
    whole = "\n".join(
        requests.get(f"{server.url}{sheets.partition('joined/')[0]}{name}", timeout=10).text for name in names
    )
    assert requests.get(server.url + sheets, timeout=10).text == whole
    found = re.findall(r"css/boards/(\w+)\.css", sheets)
    assert [name for name in found if name != "seats"] == (list(registry.games()) if games is None else games)
    assert found[-1] == "seats", "the seats' colours are on every page"
    assert ("css/boards.css" in names) == (games != [])
    assert requests.get(f"{server.url}{sheets},css/none.css", timeout=10).status_code == 404
