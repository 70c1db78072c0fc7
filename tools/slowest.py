"""Writes the ten slowest tests of the last ``make test``, and what each proves, into ``docs/tests.md``.

``python -m tools.slowest`` reads ``.cache/tests.xml``, which pytest writes, and the tests' own words: the first line
of a docstring, or else the name.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

from plyground.commands._reports import machine
from tools.benchmarks import _ages

ROOT = Path(__file__).resolve().parent.parent
RECORD, PAGE = ROOT / ".cache" / "tests.xml", ROOT / "docs" / "tests.md"
MOST = 10


def durations(record: Path) -> dict[tuple[str, str], float]:
    """Seconds of each test (its module's path and its name) with all its parameters, set-up and taking down."""
    found: dict[tuple[str, str], float] = defaultdict(float)
    for case in ElementTree.parse(record).iter("testcase"):
        module = case.get("classname", "").replace(".", "/") + ".py"
        found[module, case.get("name", "").partition("[")[0]] += float(case.get("time", "0"))
    return dict(found)


def proves(module: str, name: str) -> str:
    """What a test proves, in words."""
    for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            words = (ast.get_docstring(node) or "").partition("\n")[0].rstrip(".")
            if words:
                return words
    words = name.removeprefix("test_").replace("_", " ")
    return words[:1].upper() + words[1:]


def page(found: dict[tuple[str, str], float]) -> str:
    """The page: totals, and the slowest tests and files."""
    files: dict[str, float] = defaultdict(float)
    for (module, _), seconds in found.items():
        files[module] += seconds
    slowest = sorted(found, key=lambda test: -found[test])[:MOST]
    lines = [
        "# The slowest tests",
        "",
        "Written by `python -m tools.slowest` after `make test`: seconds of a test with all its parameters, in one of",
        "several processes beside each other, set-up included.",
        "",
        f"{date.today().isoformat()}, {machine()}, {_ages.here()}: {len(found):,} tests, {sum(found.values()):,.0f} s.",
        "",
        "| s | test | what it proves |",
        "|---:|---|---|",
        *(f"| {found[test]:.0f} | `{test[0]}` | {proves(*test)} |" for test in slowest),
        "",
        "| s | file |",
        "|---:|---|",
        *(f"| {files[file]:.0f} | `{file}` |" for file in sorted(files, key=lambda file: -files[file])[:MOST]),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the page; 1 if there is nothing to read."""
    if not RECORD.is_file():
        print("There is no record of a run; `make test` writes it.", file=sys.stderr)
        return 1
    PAGE.write_text(page(durations(RECORD)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
