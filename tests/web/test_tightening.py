"""Scripts are sent without blanks and comments; they stay the same scripts, on the same lines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.web.assets import Assets, without_comments
from plyground.web.tightening import tighten

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = ROOT / "static"
_COMPARE = """
const { parse } = require(process.argv[2]);
const left = (key, value) => ["start", "end"].includes(key) || value instanceof RegExp;
const plain = (key, value) => (left(key, value) ? undefined : typeof value === "bigint" ? `${value}n` : value);
const read = (script) => JSON.stringify(parse(script, { ecmaVersion: "latest", sourceType: "module" }), plain);
for (const [name, before, after] of JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")))
  if (read(before) !== read(after)) console.log(name);
"""


@pytest.mark.parametrize(
    ("script", "sent"),
    [
        ("  if (a) {\n    b = 1;\n  }\n", "if(a){\nb=1;\n}\n"),
        ("return  a + +b - -c; // why\n", "return a+ +b- -c;\n"),
        ("x = \"a  //  b\" + ' /* c */ ';", "x=\"a  //  b\"+' /* c */ ';"),
        ("`a  ${ b ? `c  ${ { d: 1 } }` : e }  f`;", "`a  ${b?`c  ${{d:1}}`:e}  f`;"),
        ("a = b / c / d;\nf = / [/ ]  x/g in g;", "a=b/c/d;\nf=/ [/ ]  x/g in g;"),
        ("/* one\n two */ let a;\nfor (const b of [c]) ;", "\nlet a;\nfor(const b of[c]);"),
        ("1 .toFixed(); #x in y; a ? .5 : 1", "1 .toFixed();#x in y;a?.5:1"),
    ],
)
def test_what_only_readers_need_is_left_out(script: str, sent: str) -> None:
    assert tighten(script) == sent


def test_every_script_stays_what_it_is_and_on_its_lines(tmp_path: Path) -> None:
    """By the parser of the linter, which knows where each word of a script ends."""
    scripts = [(str(path), without_comments(path.read_bytes()).decode()) for path in (STATIC / "js").rglob("*.js")]
    assert len(scripts) > 300
    compared = [(name, script, tighten(script)) for name, script in scripts]
    assert [name for name, script, sent in compared if script.count("\n") != sent.count("\n")] == []
    changed = ("what is compared", "let a = b;", "let a = c;")
    asked = tmp_path / "scripts.json"
    asked.write_text(json.dumps([*compared, changed]), encoding="utf-8")
    node, parser = Path(sys.executable).with_name("node"), ROOT / "tools" / "web" / "node_modules" / "acorn"
    words = [str(node), "--eval", _COMPARE, str(asked), str(parser)]
    found = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    assert found == ["what is compared"]


def test_a_source_map_shows_scripts_as_they_are_on_the_lines_that_are_sent() -> None:
    assets = Assets(STATIC)
    name = "js/lib/theme.js,js/play/main.js"
    sent, mapped = assets.join(name), assets.join(f"{name}.map")
    assert sent is not None
    assert mapped is not None
    lines = sent.content.decode().split("\n")
    for section in json.loads(mapped.content)["sections"]:
        (source,), (text,) = section["map"]["sources"], section["map"]["sourcesContent"]
        if source.startswith("/vendor/"):
            continue
        begin = section["offset"]["line"]
        assert lines[begin].startswith(f'"{source[1:]}": ')
        shown = text.split("\n")
        own = tighten(text.partition("=> {")[2]).split("\n")[1:-3]  # the last lines begin what was joined
        assert own == lines[begin + 1 : begin + 1 + len(own)], source
        if source == "/js/play/controller.js":
            assert "  async start() {" in shown
