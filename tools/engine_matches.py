"""Keeps what came of matches with engines of others, and writes the table of them into ``docs/engines.md``.

``python -m tools.engine_matches RESULT "Tiltak 0.1.0 (fc4f52f)" TEI "5 x 5"`` reads what ``plyground match … --json``
printed, of a match of an engine with a bot of ours, names the engine with its version, its protocol and the form of
the game, and keeps it in ``docs/engines.jsonl``, in place of an older one of the same names. Without words it writes
the table anew.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from plyground.commands._reports import put_section
from plyground.core import registry

DOCS = Path(__file__).resolve().parent.parent / "docs"
TITLE = "Matches with them"
_NAMES = ("game", "form", "engine", "protocol", "against")


def kept(result: dict[str, Any], engine: str, protocol: str, form: str) -> dict[str, Any]:
    """What is kept of a match: its names, how often the engine won, drew and lost, its seconds a move, and with what
    sentences, the first of each, games ended otherwise than by the rules, each with how often."""
    (place,) = (place for place, bot in enumerate(result["bots"]) if bot["bot"].partition(":")[0] not in _own())
    played, against = result["bots"][place], result["bots"][1 - place]["bot"]
    figures = {name: played[name] for name in ("wins", "draws", "losses", "seconds_per_move")}
    said = (each["ending"].partition(": ")[2] for each in result["games"] if each["reason"] != "rules")
    endings = Counter(each.partition(". ")[0].rstrip(".") for each in said)
    names = (registry.game(result["game"]).spec.title, form, engine, protocol, against)
    return {**dict(zip(_NAMES, names, strict=True)), **figures, "faults": dict(endings.most_common())}


def _own() -> set[str]:
    return set(registry.own_bots())


def section(matches: list[dict[str, Any]]) -> str:
    """The table."""
    lines = [
        TITLE,
        "",
        "Written by `python -m tools.engine_matches` from what `plyground match … --json` measured "
        "([kept](engines.jsonl)).",
        "",
        "| game | engine | protocol | games | against | won–drawn–lost | s a move | ended by the engine’s fault |",
        "|---|---|---|---:|---|---|---:|---|",
    ]
    for one in matches:
        figures = [one[name] for name in ("wins", "draws", "losses")]
        faults = "; ".join(f"{count} × {sentence}" for sentence, count in one["faults"].items())
        cells = [
            f"{one['game']}, {one['form']}", one["engine"], one["protocol"], sum(figures), one["against"],
            "–".join(map(str, figures)), f"{one['seconds_per_move']:.2f}", faults.replace("|", "/"),
        ]  # fmt: skip
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> None:
    """Keep a match if one is named, and write the table."""
    record, page = DOCS / "engines.jsonl", DOCS / "engines.md"
    lines = record.read_text(encoding="utf-8").splitlines() if record.exists() else []
    matches = [json.loads(line) for line in lines]
    if words:
        new = kept(json.loads(Path(words[0]).read_text(encoding="utf-8")), *words[1:])
        matches = [one for one in matches if any(one[name] != new[name] for name in _NAMES)] + [new]
        matches.sort(key=lambda one: [one[name] for name in _NAMES])
        record.write_text("".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in matches), encoding="utf-8")
    put_section(page, page.read_text(encoding="utf-8").partition("\n## ")[0], TITLE, section(matches))


if __name__ == "__main__":
    main(sys.argv[1:])
