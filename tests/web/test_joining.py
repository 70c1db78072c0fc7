"""Scripts of a page joined into one file: all of ours can be, nothing comes twice, nothing else is sent."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from plyground.web.assets import Assets
from plyground.web.joining import NotJoined, function, source_map
from tools.benchmarks.serving import Server

STATIC = Path(__file__).resolve().parent.parent.parent / "static"


def text(assets: Assets, name: str, beside: str = "") -> str:
    """What is sent for a name under ``joined/``."""
    found = assets.join(name, beside)
    assert found is not None
    return found.content.decode()


def test_every_script_can_be_joined() -> None:
    assets = Assets(STATIC)
    scripts = [name for name in assets.names() if name.startswith("js/") and name.endswith(".js")]
    assert len(scripts) > 150
    waiting = [
        name
        for name in scripts
        if '": async ($joined)' in text(assets, name, "js/lib/theme.js").partition("\n")[2][:999]
    ]
    waiting = [name for name in scripts if f'"{name}": async' in text(assets, name, "js/lib/theme.js")]
    assert "js/play/main.js" in waiting
    for name in scripts:
        imported = set(assets.graph(name)) - {name}
        assert imported.isdisjoint(waiting), f"{name} imports a script that awaits before it exports"


def pages() -> list[str]:
    """The names under which the pages ask for their joined scripts, with each game's board where one has a board."""
    boards = sorted(f"js/boards/{path.stem}.js" for path in (STATIC / "js/boards").glob("*.js"))
    found = set()
    for template in (STATIC.parent / "templates").rglob("*.html"):
        listed = re.search(r"{% set scripts = \[(.*?)\] %}", template.read_text(encoding="utf-8"))
        if listed is not None:
            scripts = re.findall(r'"((?:js|vendor)/[^"]+\.js)"', listed[1])
            found.add(",".join(["js/lib/theme.js", *scripts, *(boards if "js/boards/" in listed[1] else [])]))
    return sorted(found)


def unparsed(scripts: dict[str, str], folder: Path) -> list[str]:
    """Why Node cannot read these modules, of which it runs none."""
    asked = folder / "scripts.json"
    asked.write_text(json.dumps(scripts), encoding="utf-8")
    code = """
      for (const [name, text] of Object.entries(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")))) {
        try { new (require("vm").SourceTextModule)(text); } catch (error) { console.log(`${name}: ${error.message}`); }
      }"""
    node = str(Path(sys.executable).with_name("node"))
    words = [node, "--no-warnings", "--experimental-vm-modules", "--eval", code, str(asked)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()


def test_what_is_joined_for_each_page_can_be_read(tmp_path: Path) -> None:
    """A script that waits within a block, at its top level, would be a function that may not: no page would run."""
    assets = Assets(STATIC)
    names = pages()
    assert len(names) > 35
    scripts = {name: text(assets, name) for name in names}
    for name in assets.names():  # those that pages ask for later too
        if name.startswith("js/") and name.endswith(".js"):
            alone = function(name, (STATIC / name).read_text(encoding="utf-8"), lambda importer, wanted: wanted)
            scripts[name] = f"({{\n{alone}}})"
    block = function("js/p.js", "{\n  await 1;\n}\n", lambda importer, name: name)
    *wrong, last = unparsed({**scripts, "js/p.js": f"({{\n{block}}})"}, tmp_path)
    assert last.startswith("js/p.js: ")
    assert not wrong, wrong


def test_what_a_script_imports_and_exports_becomes_what_its_function_takes_and_gives() -> None:
    script = """import {
  a,
  b as c,
} from "lib/x.js";
import * as y from "./y.js";
export { z } from "./z.js";
export const one = () => import("./later.js");
export async function two() {}
const three = 3;
export { three as four };
"""
    made = function("js/p.js", script, lambda importer, name: f"<{name}>")
    assert 'const { a, b: c } = $joined("<lib/x.js>"); const y = $joined("<./y.js>");' in made
    assert '$joined.later("<./later.js>")' in made
    assert 'return { "z": $joined("<./z.js>").z, "four": three, one, two }' in made
    assert made.count("\n") == script.count("\n") + 1, "a line stays a line"


@pytest.mark.parametrize("script", ["export let a = 1;\n", 'export * from "./b.js";\n', "export default 1;\n"])
def test_what_joining_does_not_know_is_refused(script: str) -> None:
    with pytest.raises(NotJoined, match=r"js/p\.js"):
        function("js/p.js", script, lambda importer, name: name)


def test_what_is_asked_for_later_comes_without_what_the_page_has() -> None:
    assets = Assets(STATIC)
    page = text(assets, "js/lib/theme.js,js/play/main.js")
    later = text(assets, "js/play/share.js", "js/lib/theme.js,js/play/main.js")
    assert '"lib/dom.js"' not in page
    assert '"js/lib/dom.js": ($joined)' in page
    assert '"js/play/share.js": ($joined)' in later
    assert '"js/lib/dom.js": ($joined)' not in later
    mapped = json.loads(source_map(page))["sections"]
    shown = next(each for each in mapped if each["map"]["sources"] == ["/js/play/main.js"])
    assert page.split("\n")[shown["offset"]["line"]].startswith('"js/play/main.js"')


def test_only_scripts_are_joined_and_kept_like_other_files(server: Server) -> None:
    found = re.search(r'src="(/static/[0-9a-f]{12}/joined/)([^"]+)"', requests.get(server.url, timeout=10).text)
    assert found is not None
    address = server.url + found[1] + found[2]
    answer = requests.get(address, timeout=10)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Encoding"] == "gzip"
    mapped = requests.get(address.rpartition("/")[0] + "/" + answer.headers["SourceMap"], timeout=10)
    assert mapped.json()["version"] == 3
    for wrong in (
        "",
        "js/none.js",
        "css/none.css",
        "css/base.css,js/lib/theme.js",
        "../app.py",
        ",".join(["js/lib/theme.js"] * 99),
    ):
        assert requests.get(server.url + found[1] + wrong, timeout=10).status_code == 404, wrong
