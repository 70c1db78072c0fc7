"""Joins the scripts of a page into one file, which is asked for once and compressed as a whole.

Nothing is built: a script is joined when it is first asked for. Each becomes a function that takes what it imports from
``$joined`` (``static/js/lib/joined.js``) and gives back what it exports, so scripts that are imported later, in files
without what the page has already, share its modules. By a source map a browser's tools show the scripts one by one.

What our scripts do is enough: imports and exports begin a line, and what is exported is never assigned again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping

from plyground.web.tightening import tighten

RUNTIME = "js/lib/joined.js"
APART = "js/rules/"
"""Scripts that are not joined, since those that the server makes of each game's rules import them by themselves."""
Resolve = Callable[[str, str], str]

_IMPORT = re.compile(
    r"""^(?P<sort>import|export)\b\s*(?:(?P<names>\{[^}]*+\}|\*\s*as\s+[\w$]+|[\w$]+)\s*from\s*)?"(?P<of>[^"]+)";?$""",
    re.MULTILINE,
)
_LIST = re.compile(r"""\bexport\s*\{(?P<names>[^{}]*+)\};?""")
_DECLARED = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (?P<name>[\w$]+))", re.MULTILINE)
_LATER = re.compile(r"""\bimport\((?P<quote>["`])(?P<of>[^"`$]*)""")
_AWAITS = re.compile(r"^(?!\s)(?!.*\basync\b).*\bawait\b", re.MULTILINE)


class NotJoined(ValueError):
    """A script does something that joining does not know; the text says what."""


def function(name: str, script: str, resolve: Resolve) -> str:
    """A script as the function that ``$joined`` calls once; ``resolve`` tells the script that an import means."""
    if name.startswith(APART):
        return f"{json.dumps(name)}: () => {_apart(name)},\n"
    exported: dict[str, str] = {}
    needed: list[str] = []

    def imported(found: re.Match[str]) -> str:
        use, names = f"$joined({json.dumps(resolve(name, found['of']))})", found["names"]
        lines = "\n" * found[0].count("\n")
        if found["sort"] == "export":
            exported.update({shown: f"{use}.{own}" for own, shown in _pairs(names)})
            return lines
        if not names:
            needed.append(f"{use};")
        elif names.startswith("*"):
            needed.append(f"const {names.split()[-1]} = {use};")
        elif names.startswith("{"):
            taken = (own if own == here else f"{own}: {here}" for own, here in _pairs(names))
            needed.append(f"const {{ {', '.join(taken)} }} = {use};")
        else:
            needed.append(f"const {{ default: {names} }} = {use};")
        return lines

    def listed(found: re.Match[str]) -> str:
        exported.update({shown: own for own, shown in _pairs(found["names"])})
        return "\n" * found[0].count("\n")

    def declared(found: re.Match[str]) -> str:
        exported[found["name"]] = found["name"]
        return ""

    def later(found: re.Match[str]) -> str:
        wanted = found["of"]
        if not wanted:  # an address that is known only when it runs
            return found[0]
        if wanted.startswith(".") and wanted.endswith("/"):
            raise NotJoined(f"{name} imports {wanted}…, which is known only when it runs")
        return f"$joined.later({found['quote']}{resolve(name, wanted)}"

    body = _DECLARED.sub(declared, _LIST.sub(listed, _IMPORT.sub(imported, script)))
    if re.search(r"^export\b|^import\b(?![(.])", body, re.MULTILINE):
        raise NotJoined(f"{name} imports or exports in a form that is not joined")
    if not name.startswith("vendor/"):
        body = _LATER.sub(later, body)
    body = body.replace("import.meta.url", f"$joined.at({json.dumps(name)})")
    given = ", ".join(shown if shown == own else f"{json.dumps(shown)}: {own}" for shown, own in exported.items())
    waits = "async " if not name.startswith("vendor/") and _AWAITS.search(body) else ""
    return (
        f"{json.dumps(name)}: {waits}($joined) => {{ {' '.join(needed)}\n{body.rstrip()}\nreturn {{ {given} }}; }},\n"
    )


def tightened(name: str, joined: str) -> str:
    """A joined script, with its name, as it is sent: without what only readers need, but on the same lines."""
    if name.startswith(("vendor/", APART)):
        return joined
    head, arrow, body = joined.partition("=> {")
    return head + arrow + tighten(body)


def _pairs(names: str) -> list[tuple[str, str]]:
    """The names of ``{ a, b as c }``, each with what it becomes."""
    found = [each.split() for each in names.strip("{} \n").split(",") if each.strip()]
    return [(each[0], each[-1]) for each in found]


def _apart(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name)


def _taken(names: list[str]) -> str:
    """Imports of those of the scripts that are not joined, by the names that they have in the import map."""
    apart = (name for name in names if name.startswith(APART))
    return "".join(f'import * as {_apart(name)} from "{name.removeprefix("js/")}";\n' for name in apart)


def inline(script: str) -> str:
    """A script whose exported functions the file in which it is put calls itself."""
    return script.replace("export function", "function")


def named_later(script: str, boards: Iterable[str]) -> list[str]:
    """The scripts that a joined one may ask for later, of which ``boards`` are those of each game."""
    found = re.findall(r'\$joined\.later\("([^"]+)"\)', script)
    return [*found, *boards] if "$joined.later(`js/boards/${" in script else found


def stands_beside(script: str) -> bool:
    """Whether a joined script imports any that are not joined."""
    return script.startswith("import * as ")


def page(entries: list[str], functions: Mapping[str, str], runtime: str) -> str:
    """The file of a page: all its scripts by name, of which ``entries`` begin, in this order."""
    begins = f"begin({{\n{''.join(functions.values())}}}, {json.dumps(entries)}, import.meta.url);\n"
    return f"{_taken([*functions])}{inline(runtime)}\n{begins}"


def later(functions: Mapping[str, str]) -> str:
    """The file of scripts, by name, that a page asks for later."""
    return f"{_taken([*functions])}export default {{\n{''.join(functions.values())}}};\n"


def source_map(script: str) -> str:
    """The source map of a joined file: each script in it is a source of its own, line by line."""
    starts = [
        (found.start(), found[1])
        for found in re.finditer(r'^"([\w/.-]+)": (?:async )?\(\$joined\) => \{', script, re.M)
    ]
    sections = []
    for number, (start, name) in enumerate(starts):
        end = starts[number + 1][0] if number + 1 < len(starts) else len(script)
        source = script[start:end]
        mapped = {
            "version": 3, "sources": [f"/{name}"], "sourcesContent": [source], "names": [],
            "mappings": "AAAA" + ";AACA" * source.count("\n"),
        }  # fmt: skip
        sections.append({"offset": {"line": script.count("\n", 0, start), "column": 0}, "map": mapped})
    return json.dumps({"version": 3, "sections": sections})
